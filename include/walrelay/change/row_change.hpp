// row_change: one INSERT, UPDATE or DELETE of a committed transaction, one table of a TRUNCATE, or
// a row that was there already.
#pragma once

#include <span>

#include <walrelay/base/lsn.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/change/value.hpp>

namespace walrelay::change {

enum class row_operation : unsigned char {
  insert,
  update,
  remove,
  truncate,
  read,  // by SQL, in a snapshot; the stream has none
};

/// Where in a snapshot a row was read, for whoever waits for its end.
enum class snapshot_place : unsigned char { amid, first, first_of_table, last_of_table, last };

/// Which old row came along (PROTOCOL: "Update", "Delete"; depends on REPLICA IDENTITY).
enum class old_row : unsigned char {
  none,
  key,   // identity columns only; the others are null and mean "not sent", not NULL
  full,  // all columns
};

/// Views into the frame it was decoded from and the decoder's scratch; valid until the next decode.
/// `old_values` and `new_values` are empty or have exactly one value per column of the relation.
struct row_change {
  row_operation operation = row_operation::insert;
  relation_ptr relation;
  lsn position;  // WAL start of the message that carried it; neither unique nor monotonic
  old_row old_kind = old_row::none;
  std::span<const value> old_values;
  std::span<const value> new_values;
  snapshot_place place = snapshot_place::amid;  // of `read` only
};

}  // namespace walrelay::change
