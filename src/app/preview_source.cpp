#include "app/preview_source.hpp"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <walrelay/base/quoted_name.hpp>
#include <walrelay/envelope/topic_naming.hpp>
#include <walrelay/postgres/snapshot_session.hpp>
#include <walrelay/postgres/source_catalog.hpp>
#include <walrelay/relay/start_check.hpp>

#include "app/bound_table.hpp"
#include "app/envelope_settings.hpp"
#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

/// A preview leaves nothing behind, so it does not create the publication as `run` would.
error publication_missing(const relay::source_findings& found, const std::string& publication) {
  std::vector<std::string> tables = found.captured;
  tables.insert(tables.end(), found.without_rows.begin(), found.without_rows.end());
  // Partitioned tables of the list have rows under their own names only with this.
  const char* const via_root =
      found.without_rows.empty() ? "" : " WITH (publish_via_partition_root = true)";
  return {error_class::refuse,
          fmt::format("publication '{}' does not exist", publication),
          "a preview creates nothing that would stay, and without it there are no changes to read",
          fmt::format("run: CREATE PUBLICATION {} FOR TABLE {}{};  or set publication.name to one "
                      "that exists",
                      quoted_name(publication),
                      tables.empty() ? "…" : fmt::to_string(fmt::join(tables, ", ")), via_root),
          {}};
}

result<publication_state> check(const job_context& context) {
  auto found = inspect_source(context);
  if (!found) return found.error();
  // The connector's own slot, whatever its state, is not touched.
  found->slot.reset();
  if (!found->publication) {
    return publication_missing(*found, context.options.replication.publication_name);
  }
  found->upkeep = relay::source_findings::publication_upkeep::none;
  const auto expected = expected_identity_of(context.options);
  if (auto usable = relay::check_source(*found, expected); !usable) return usable.error();
  for (const auto& note : relay::notes_on_source(*found, expected)) {
    context.out.warn("note on the source", {{"what", note}});
  }
  return *std::move(found->publication);
}

class snapshot_printer {
 public:
  snapshot_printer(const job_context& context, postgres::snapshot_session& rows, lsn position,
                   preview_output& output, line_printer& printer)
      : context_(context),
        rows_(rows),
        position_(position),
        output_(output),
        printer_(printer),
        envelope_(envelope_settings_of(context.options, daemon_version())),
        naming_(naming_options_of(context.options)) {}

  [[nodiscard]] result<void> print(const published_table& table, std::size_t most);

 private:
  [[nodiscard]] result<std::unique_ptr<bound_table>> bind(change::relation shape);
  [[nodiscard]] result<void> encode(bound_table& target, std::span<const change::value> row);

  const job_context& context_;
  postgres::snapshot_session& rows_;
  const lsn position_;
  preview_output& output_;
  line_printer& printer_;
  const envelope::envelope_settings envelope_;
  envelope::topic_naming naming_;
  record_batch records_;
};

result<std::unique_ptr<bound_table>> snapshot_printer::bind(change::relation shape) {
  const auto relation = std::make_shared<const change::relation>(std::move(shape));
  const auto topic = naming_.topic_of(relation->schema, relation->table);
  if (!topic) return topic.error();
  auto binding = describe_table(context_, *relation, *topic);
  if (!binding) return binding.error();
  binding->topic = output_.topic_number(*topic);
  return app::bind(relation, *binding, {context_.selection, envelope_},
                   [this, relation](const envelope::conversion_failure& failure) {
                     if (envelope_.conversion_failure == envelope::on_conversion_failure::skip)
                       return;
                     context_.out.warn("a value has no place in its representation and became null",
                                       {{"table", relation->qualified_name()},
                                        {"column", failure.column},
                                        {"reason", failure.reason}});
                   });
}

result<void> snapshot_printer::encode(bound_table& target, std::span<const change::value> row) {
  change::row_change read;
  read.operation = change::row_operation::read;
  read.relation = target.relation;
  read.position = position_;
  read.new_values = row;
  const wall_time now = wall_now();
  records_.clear();
  if (auto done = target.encoder->encode(read, {now, std::nullopt}, now, records_); !done) {
    return done;
  }
  output_.print(records_);
  return {};
}

result<void> snapshot_printer::print(const published_table& table, std::size_t most) {
  auto published = rows_.shape(table.relation, context_.options.replication.publication_name);
  if (!published) return published.error();
  if (!*published) return {};
  auto target = bind((*published)->shape);
  if (!target) return target.error();
  result<void> encoded;
  postgres::snapshot_session::wanted rows;
  rows.most = most;
  auto done = rows_.read(**published, rows, [&](std::span<const change::value> row) {
    if (!encoded || output_.complete() || !printer_.wait_for_room()) return;
    encoded = encode(**target, row);
  });
  return encoded ? std::move(done) : std::move(encoded);
}

result<void> print_snapshot(const job_context& context, const publication_state& publication,
                            const postgres::replication_stream::temporary_slot& slot,
                            std::size_t most, preview_output& output, line_printer& printer) {
  auto rows = postgres::snapshot_session::open(postgres_settings(context.options));
  if (!rows) return rows.error();
  if (auto begun = (*rows)->begin_in(slot.snapshot); !begun) return begun;
  snapshot_printer tables(context, **rows, slot.position, output, printer);
  for (const auto& table : publication.tables) {
    if (!context.selection.includes_table(table.schema, table.name)) continue;
    if (output.complete() || !printer.wait_for_room()) break;
    if (auto printed = tables.print(table, most); !printed) return printed;
  }
  return {};
}

}  // namespace

result<preview_stream> open_preview(const job_context& context, std::size_t snapshot_rows,
                                    preview_output& output, line_printer& printer,
                                    cancellable& stop) {
  const auto publication = check(context);
  if (!publication) return publication.error();
  auto stream = postgres::replication_stream::open(postgres_settings(context.options));
  if (!stream) return stream.error();
  // The server process is this connection's alone, so the name is free.
  const std::string name = fmt::format("walrelay_preview_{}", (*stream)->server_process());
  stop.set(stream->get());
  const auto slot = (*stream)->create_temporary_slot(name);
  stop.set(nullptr);
  if (!slot) return slot.error();
  if (snapshot_rows != 0) {
    if (auto printed = print_snapshot(context, *publication, *slot, snapshot_rows, output, printer);
        !printed) {
      return printed.error();
    }
  }
  auto started = (*stream)->start(name, publication->name);
  if (!started) return started.error();
  return preview_stream{*std::move(stream), slot->position};
}

}  // namespace walrelay::app
