#include "app/capture_plan.hpp"

#include <optional>
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

  capture_plan of(const std::vector<postgres::table_row>& rows,
                  const std::optional<publication_state>& publication = {}) const {
    auto selection =
        change::selection::compile({{}, {}, options.capture.table_include, {}, {}, {}});
    REQUIRE(selection.has_value());
    return plan_capture(options, *selection, rows, publication);
  }
};

postgres::table_row row(const char* name, char kind = 'r', char persistence = 'p',
                        bool has_identity = true) {
  const std::string sql_name = std::string("public.") + name;
  return {oid{1}, "public", name, kind, persistence, has_identity, oid{}, sql_name};
}

/// A root, one of its partitions, which has one itself, and a table beside them.
std::vector<postgres::table_row> family() {
  std::vector<postgres::table_row> all{row("root", 'p'), row("part", 'p'), row("leaf"),
                                       row("other")};
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i].id = oid{10 + i};
  all[1].parent = oid{10};
  all[2].parent = oid{11};
  return all;
}

names captured(const capture_plan& plan) {
  return sql_names(plan.tables);
}

TEST_CASE("what is selected is published, named as not publishable, or said to match nothing") {
  const planned plan({"public.orders", "public.v_.*", "public.log", "public.gone"});
  const capture_plan made =
      plan.of({row("orders"), row("others"), row("v_one", 'v'), row("log", 'r', 'u')});
  CHECK(captured(made) == names{"public.orders"});
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

TEST_CASE("a partitioned table or its partitions: what the rows come under") {
  planned plan({});
  CHECK(captured(plan.of(family())) == names{"public.leaf", "public.other"});
  plan.options.replication.via_partition_root = true;
  CHECK(captured(plan.of(family())) == names{"public.root", "public.other"});
  CHECK(captured(planned({"public.leaf"}).of(family())) == names{"public.leaf"});
}

TEST_CASE("a publication that is there decides it, whatever the option says") {
  planned plan({});
  publication_state publication{"p", oid{9}, "cudt", "f", {}, true};
  CHECK(captured(plan.of(family(), publication)) == names{"public.root", "public.other"});
  plan.options.replication.via_partition_root = true;
  publication.via_partition_root = false;
  CHECK(captured(plan.of(family(), publication)) == names{"public.leaf", "public.other"});
}

TEST_CASE("a partitioned table that was named and has no rows of its own is told") {
  CHECK(planned({"public.root"}).of(family()).without_rows == names{"public.root"});
  CHECK(planned({"public.root", "public.leaf"}).of(family()).without_rows.empty());
  CHECK(planned({}).of(family()).without_rows.empty());
  const publication_state publication{"p", oid{9}, "cudt", "f", {}, true};
  CHECK(planned({"public.root"}).of(family(), publication).without_rows.empty());
}

TEST_CASE("what a publication lacks") {
  const capture_plan made = planned({}).of({row("a"), row("b")});
  publication_state publication{"p", oid{9}, "ct", "f", {{oid{2}, "public", "b"}}};
  CHECK(sql_names(missing_tables(made, publication)) == names{"public.a"});

  config::envelope_options options;  // skips truncate
  CHECK(operations_not_published(options, publication) == names{"UPDATE", "DELETE"});
  options.skipped_operations = "ud";
  CHECK(operations_not_published(options, publication).empty());
  publication.operations = "cud";
  CHECK(operations_not_published(options, publication) == names{"TRUNCATE"});
}

}  // namespace
