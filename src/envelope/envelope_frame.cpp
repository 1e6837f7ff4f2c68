#include "envelope/envelope_frame.hpp"

#include "envelope/instant_text.hpp"

namespace walrelay::envelope {

envelope_frame::envelope_frame(const envelope_settings& settings, const change::relation& relation)
    : source_(settings, relation.schema, relation.table, relation.qualified_name()) {}

void envelope_frame::append_closing(operation what, const row_stamp& stamp,
                                    std::string& out) const {
  source_.append(stamp, out);
  out += R"(,"op":")";
  out += static_cast<char>(what);
  out += R"(","ts_ms":)";
  const instant_text now(stamp.now);
  now.append_millis(out);
  now.append_micros_and_nanos(out);
  out += '}';
}

}  // namespace walrelay::envelope
