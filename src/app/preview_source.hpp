// What a preview asks PostgreSQL before its stream begins. Blocks and runs on a helper thread.
#pragma once

#include <cstddef>
#include <memory>

#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/postgres/replication_stream.hpp>

#include "app/preview_output.hpp"
#include "app/source_jobs.hpp"

namespace walrelay::app {

struct preview_stream {
  std::unique_ptr<postgres::replication_stream> stream;  // owns the slot, and has started
  lsn position;
};

/// Checks the source as a start does, creates a temporary slot, prints up to `snapshot_rows` rows
/// of each captured table as they were at its position, and starts the stream there. Nothing else
/// is created. `stop` ends the wait for the slot.
[[nodiscard]] result<preview_stream> open_preview(const job_context& context,
                                                  std::size_t snapshot_rows, preview_output& output,
                                                  line_printer& printer, cancellable& stop);

}  // namespace walrelay::app
