// sink_messages: what the loop thread and a connector's sink thread say to each other.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/base/table_progress.hpp>

#include "app/slice.hpp"

namespace walrelay::app {

// Commands, in the words of sink's public functions.
struct open_command {};
struct read_command {};
struct commit_command {
  checkpoint what;
};
struct relay_command {
  checkpoint from;
};
struct declare_command {
  topic_id id;
  std::string topic;
  std::size_t record_bytes_max = 0;  // what the topic accepts
};
struct finish_command {};
struct reset_command {};
using sink_command = std::variant<open_command, read_command, commit_command, relay_command,
                                  declare_command, slice, finish_command, reset_command>;

struct sink_letter {
  generation pass;
  sink_command what;
};

// Reports.
struct step_done {};  // open, commit_alone
struct checkpoint_found {
  std::optional<checkpoint> found;
  std::vector<table_progress> tables{};
};  // read
struct committed {
  checkpoint newest;
  std::uint64_t records = 0;
};
struct produced_up_to {
  lsn boundary;
};
struct room {};       // the mailbox has room again
struct recreated {};  // K1: the producer was replaced after a disturbed commit
struct sink_failed {
  error reason;
};
struct idle {};  // reset or finished: nothing is open

using sink_report = std::variant<step_done, checkpoint_found, committed, produced_up_to, room,
                                 recreated, sink_failed, idle>;

}  // namespace walrelay::app
