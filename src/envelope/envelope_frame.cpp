#include "envelope/envelope_frame.hpp"

#include <array>
#include <charconv>
#include <cstdint>

#include <walrelay/base/json_text.hpp>

#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

// A number that is written more than once.
template <class Number>
class digits_of {
 public:
  explicit digits_of(Number number)
      : end_(std::to_chars(text_.data(), text_.data() + text_.size(), number).ptr) {}
  digits_of(const digits_of&) = delete;
  digits_of& operator=(const digits_of&) = delete;

  [[nodiscard]] std::string_view view() const {
    return {text_.data(), static_cast<std::size_t>(end_ - text_.data())};
  }

 private:
  std::array<char, 24> text_;
  char* end_;
};

// One clock in three resolutions, converted once. Nanoseconds are written as microseconds and three
// zeros, so that no date is too late for a 64-bit count of them.
class instant_text {
 public:
  explicit instant_text(wall_time when) : micros_(count(when)), digits_(micros_) {}

  void append_millis(std::string& out) const {
    if (micros_ >= 1000) {
      out += digits_.view().substr(0, digits_.view().size() - 3);
    } else {
      append_number(out, micros_ / 1000 - (micros_ % 1000 < 0 ? 1 : 0));
    }
  }
  void append_micros_and_nanos(std::string& out) const {
    out += R"(,"ts_us":)";
    out += digits_.view();
    out += R"(,"ts_ns":)";
    out += digits_.view();
    if (micros_ != 0) out += "000";
  }

 private:
  static std::int64_t count(wall_time when) { return when.time_since_epoch().count(); }

  std::int64_t micros_;
  digits_of<std::int64_t> digits_;
};

// The JSON text of two strings inside a JSON string: ["<end of the commit before>","<position>"].
void append_sequence(std::optional<lsn> last_commit_end, std::string_view position,
                     std::string& out) {
  if (last_commit_end) {
    out += R"(\")";
    append_number(out, last_commit_end->value());
    out += R"(\",\")";
  } else {
    out += R"(null,\")";
  }
  out += position;
  out += R"(\"]")";
}

void append_origin(const transaction_context& transaction, std::string& out) {
  if (transaction.origin.empty()) {
    out += R"(,"xmin":null,"origin":null,"origin_lsn":null)";
    return;
  }
  out += R"(,"xmin":null,"origin":)";
  append_json_string(out, transaction.origin);
  out += R"(,"origin_lsn":)";
  append_number(out, transaction.origin_lsn.value());
}

}  // namespace

envelope_frame::envelope_frame(const envelope_settings& settings,
                               const change::relation& relation) {
  source_names_ = R"(,"source":{"version":)";
  append_json_string(source_names_, settings.version);
  source_names_ += R"(,"connector":"postgresql","name":)";
  append_json_string(source_names_, settings.topic_prefix);
  source_names_ += R"(,"ts_ms":)";

  streamed_ =
      settings.streamed == streamed_marker::null ? R"(,"snapshot":null)" : R"(,"snapshot":"false")";
  database_ = R"(,"db":)";
  append_json_string(database_, settings.database);
  database_ += R"(,"sequence":"[)";

  table_ = R"(,"schema":)";
  append_json_string(table_, relation.schema);
  table_ += R"(,"table":)";
  append_json_string(table_, relation.table);
  table_ += R"(,"txId":)";
}

void envelope_frame::append_closing(operation what, const row_stamp& stamp,
                                    std::string& out) const {
  const instant_text commit(stamp.transaction.commit_time);
  const digits_of position(stamp.position.value());
  out += source_names_;
  commit.append_millis(out);
  out += what == operation::read ? std::string_view(R"(,"snapshot":"true")") : streamed_;
  out += database_;
  append_sequence(stamp.transaction.last_commit_end, position.view(), out);
  commit.append_micros_and_nanos(out);
  out += table_;
  if (stamp.transaction.id) {
    append_number(out, stamp.transaction.id->value());
  } else {
    out += "null";
  }
  out += R"(,"lsn":)";
  out += position.view();
  append_origin(stamp.transaction, out);
  out += R"(},"transaction":null,"op":")";
  out += static_cast<char>(what);
  out += R"(","ts_ms":)";
  const instant_text now(stamp.now);
  now.append_millis(out);
  now.append_micros_and_nanos(out);
  out += '}';
}

}  // namespace walrelay::envelope
