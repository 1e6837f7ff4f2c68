// Whether a start without a slot may be a first start.
#include <optional>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <walrelay/relay/start_check.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::relay;

const expected_identity expected{
    "shop", "shopdb", "walrelay_shop", "walrelay_shop", "walrelay-offsets.shop", "walrelay.shop"};

checkpoint streamed(const std::string& slot) {
  checkpoint recorded;
  recorded.state = checkpoint_state::streaming;
  recorded.position = lsn{0x1000};
  recorded.slot = slot;
  return recorded;
}

TEST_CASE("no checkpoint, or one that never streamed, lets a first start go on") {
  CHECK(check_first_start(std::nullopt, expected).has_value());
  CHECK(check_first_start(checkpoint{}, expected).has_value());
}

TEST_CASE("a checkpoint that streamed forbids it; a misspelled slot.name looks like no lost slot") {
  for (const auto& [slot, remedy] : {std::pair{expected.slot, "restore the slot"},
                                     {std::string{"other"}, "set slot.name to 'other'"}}) {
    const auto told = check_first_start(streamed(slot), expected);
    REQUIRE_FALSE(told.has_value());
    CHECK(told.error().found.find("0/1000") != std::string::npos);
    CHECK(told.error().remedy.find(remedy) == 0);
    CHECK(told.error().remedy.ends_with("walrelay offsets reset --accept-gap --connector shop"));
  }
}

}  // namespace
