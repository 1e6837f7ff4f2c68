// topic: what consumers of one table see, and what must hold of it. The oracle: it knows which
// transactions each read had seen, and nothing of the rules by which the copy works.
#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "sim_snapshot/database.hpp"

namespace walrelay::sim_snapshot {

struct fault_found : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct streamed {
  transaction_number by = 0;
  change what;
  bool alone = false;  // the table is done: an unchanged column is the plain stream's own limit
};
struct copied {
  key which = 0;
  row content{};
  std::set<transaction_number> seen;  // by the reader
  bool again = false;                 // from the list of keys to read again
};
using record = std::variant<streamed, copied>;

class topic {
 public:
  /// Of a committed Kafka transaction, in order.
  void append(const std::vector<record>& records);
  /// Replaying it gives the table.
  void check_equal_to(const table& source) const;

 private:
  void append(const streamed& event);
  void append(const copied& read);

  table replayed_;
  std::map<key, transaction_number> latest_event_;
  std::map<key, std::set<transaction_number>> read_with_;
  std::set<key> read_once_;
};

}  // namespace walrelay::sim_snapshot
