#include <walrelay/envelope/message_encoder.hpp>

#include <utility>

#include <fmt/format.h>

#include <walrelay/base/json_text.hpp>

#include "envelope/auxiliary_schema.hpp"
#include "envelope/binary.hpp"
#include "envelope/instant_text.hpp"
#include "envelope/source_block.hpp"

namespace walrelay::envelope {
namespace {

class encoder_of_messages final : public message_encoder {
 public:
  encoder_of_messages(const envelope_settings& settings, topic_id topic, std::string topic_name)
      : topic_(topic),
        content_(make_text_bytes({-1, settings.values})),
        frames_(message_frames(settings, content_->schema())),
        source_(settings, {}, {}, std::move(topic_name)) {}

  result<void> encode(const message_event& what, const transaction_context& transaction,
                      wall_time now, record_batch& out) override {
    if (!is_valid_utf8(what.prefix)) return unusable_prefix(what.position);
    std::string& bytes = out.bytes();
    out.begin_record(topic_);
    out.open_key();
    bytes += frames_.key.opening;
    append_prefix(what, bytes);
    (bytes += '}') += frames_.key.closing;
    out.close_key();
    out.open_value();
    (bytes += frames_.value.opening) += R"({"op":"m","ts_ms":)";
    instant_text(now).append_millis(bytes);
    source_.append({transaction, what.position, now}, bytes);
    bytes += R"(,"message":)";
    append_prefix(what, bytes);
    bytes += R"(,"content":)";
    const auto* content = reinterpret_cast<const char*>(what.content.data());
    (void)content_->write({content, what.content.size()}, spelling::json, bytes);
    (bytes += "}}") += frames_.value.closing;
    out.close_value();
    out.end_record();
    source_.count(transaction);
    return {};
  }

 private:
  static void append_prefix(const message_event& what, std::string& bytes) {
    bytes += R"({"prefix":)";
    append_json_string(bytes, what.prefix);
  }

  static error unusable_prefix(lsn position) {
    return {error_class::refuse,
            fmt::format("the prefix of the logical message at {} is not UTF-8", position),
            "JSON has no form for it",
            "leave such messages out with message.prefix.include.list",
            {}};
  }

  topic_id topic_;
  std::unique_ptr<value_encoder> content_;
  record_frames frames_;
  source_block source_;
};

}  // namespace

std::unique_ptr<message_encoder> message_encoder::bind(const envelope_settings& settings,
                                                       topic_id topic, std::string topic_name) {
  return std::make_unique<encoder_of_messages>(settings, topic, std::move(topic_name));
}

}  // namespace walrelay::envelope
