// Frames of any content through the frame parser, the decoder and the relation cache. Refusing is
// fine; reading beyond the frame, hanging or growing without bound is not.
#include <variant>

#include <walrelay/base/ensure.hpp>
#include <walrelay/pgoutput/decoder.hpp>
#include <walrelay/pgoutput/frame.hpp>
#include <walrelay/pgoutput/relation_cache.hpp>

#include "fuzz/fuzz.hpp"

namespace {

using namespace walrelay;

void accept(pgoutput::relation_cache& shapes, pgoutput::message& decoded) {
  if (auto* announced = std::get_if<pgoutput::relation>(&decoded)) {
    const auto columns = announced->shape.columns.size();
    WALRELAY_ENSURE(columns <= static_cast<std::size_t>(pgoutput::max_columns), "{} columns",
                    columns);
    static_cast<void>(shapes.put(std::move(announced->shape)));
  } else if (const auto* sent = std::get_if<pgoutput::row>(&decoded)) {
    const auto bound = shapes.bind(*sent, lsn{1});
    if (!bound) return;
    const std::size_t width = bound->relation->columns.size();
    for (const auto values : {bound->old_values, bound->new_values}) {
      WALRELAY_ENSURE(values.empty() || values.size() == width, "{} values for {} columns",
                      values.size(), width);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::frame_list frames({data, size});
  pgoutput::decoder decoder;
  pgoutput::relation_cache shapes;
  while (const auto bytes = frames.next()) {
    const auto frame = pgoutput::parse_frame(*bytes);
    if (!frame) continue;
    const auto* data_frame = std::get_if<pgoutput::xlog_data>(&*frame);
    if (data_frame == nullptr) continue;
    auto decoded = decoder.decode(data_frame->payload);
    if (decoded) accept(shapes, *decoded);
  }
  return 0;
}
