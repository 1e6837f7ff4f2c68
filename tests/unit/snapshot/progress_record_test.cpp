#include <doctest/doctest.h>

#include <walrelay/snapshot/progress_record.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::snapshot;

using phase = copy_progress::phase;

const copied_table orders{"public.orders", oid{7}, "2:id2:20"};

TEST_CASE("progress comes back as it was written, in every phase") {
  copy_progress progress;
  CHECK(record_of(orders, progress).state == table_copy_state::pending);
  progress.last = "1:5";
  progress.listed = {"1:3", "2:1:"};
  progress.rows = 4;
  for (const phase each : {phase::reading, phase::rereading, phase::done}) {
    progress.at = each;
    CHECK(progress_in(record_of(orders, progress), orders) == progress);
  }
  CHECK(record_of(orders, progress).state == table_copy_state::done);
}

TEST_CASE("another table or another key starts over") {
  const auto record = record_of(orders, {phase::done, "1:5", {}, 9});
  CHECK_FALSE(progress_in(record, {"public.orders", oid{8}, "2:id2:20"}).has_value());
  CHECK_FALSE(progress_in(record, {"public.orders", oid{7}, "2:id2:23"}).has_value());
}

}  // namespace
