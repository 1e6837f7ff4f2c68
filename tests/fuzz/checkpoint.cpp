// Any text as the checkpoint's record: refused, or a checkpoint that is written and read back as
// itself.
#include <walrelay/base/ensure.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>

#include "fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace walrelay;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto parsed = kafka::parse_checkpoint(text);
  if (!parsed) return 0;
  const std::string again = kafka::encode_checkpoint(*parsed);
  const auto reparsed = kafka::parse_checkpoint(again);
  WALRELAY_ENSURE(reparsed.has_value(), "cannot read back {}", again);
  WALRELAY_ENSURE(*reparsed == *parsed, "read back differently: {}", again);
  return 0;
}
