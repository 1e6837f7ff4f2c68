#include "app/capture_plan.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace walrelay;
using namespace walrelay::app;
using names = std::vector<std::string>;

struct planned {
  config::connector_options options;

  explicit planned(names include) { options.capture.table_include = std::move(include); }

  capture_plan of(const std::vector<postgres::table_row>& rows) const {
    auto selection =
        change::selection::compile({{}, {}, options.capture.table_include, {}, {}, {}});
    REQUIRE(selection.has_value());
    return plan_capture(options, *selection, rows);
  }
};

postgres::table_row row(const char* name, char kind = 'r', char persistence = 'p',
                        bool has_identity = true) {
  return {oid{1}, "public", name, kind, persistence, has_identity};
}

TEST_CASE("what is selected is published, named as not publishable, or said to match nothing") {
  const planned plan({"public.orders", "public.v_.*", "public.log", "public.gone"});
  const capture_plan made =
      plan.of({row("orders"), row("others"), row("v_one", 'v'), row("log", 'r', 'u')});
  CHECK(made.tables == std::vector<table_name>{{"public", "orders"}});
  CHECK(made.not_publishable == names{"public.v_one (view)", "public.log (unlogged table)"});
  CHECK(made.unmatched == names{"public.gone"});
}

TEST_CASE("without a list of tables a view is passed over in silence") {
  const capture_plan made = planned({}).of({row("orders"), row("v", 'v'), row("m", 'm')});
  CHECK(made.tables.size() == 1);
  CHECK(made.not_publishable.empty());
  CHECK(made.unmatched.empty());
}

TEST_CASE("tables whose updates the server would refuse are named") {
  const capture_plan made = planned({}).of({row("a"), row("b", 'r', 'p', false)});
  CHECK(made.without_identity == names{"public.b"});
}

TEST_CASE("a partitioned table is published itself only when its rows come under its name") {
  planned plan({});
  CHECK(plan.of({row("root", 'p')}).tables.empty());
  plan.options.replication.via_partition_root = true;
  CHECK(plan.of({row("root", 'p')}).tables.size() == 1);
}

TEST_CASE("what a publication lacks") {
  const capture_plan made = planned({}).of({row("a"), row("b")});
  publication_state publication{"p", oid{9}, "ct", "f", {{oid{2}, "public", "b"}}};
  CHECK(missing_tables(made, publication) == std::vector<table_name>{{"public", "a"}});

  config::envelope_options options;  // skips truncate
  CHECK(operations_not_published(options, publication) == names{"UPDATE", "DELETE"});
  options.skipped_operations = "ud";
  CHECK(operations_not_published(options, publication).empty());
  publication.operations = "cud";
  CHECK(operations_not_published(options, publication) == names{"TRUNCATE"});
}

}  // namespace
