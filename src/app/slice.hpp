// slice: what travels from the loop to the sink thread: encoded records and, where it holds the end
// of a transaction, the position up to which they may be committed. Moved, never copied.
#pragma once

#include <walrelay/base/ids.hpp>
#include <walrelay/base/records.hpp>
#include <walrelay/relay/sink_fsm.hpp>

namespace walrelay::app {

struct slice {
  record_batch records;
  relay::slice_facts facts;
};

}  // namespace walrelay::app
