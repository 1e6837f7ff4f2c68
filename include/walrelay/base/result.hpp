// Errors are values. An error carries its class, which decides what happens next (one table in
// walrelay/relay/retry_policy.hpp), and a text in three parts: what was found, why it matters, what
// to type. Exceptions never cross a room's border.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <boost/system/result.hpp>

namespace walrelay {

enum class error_class {
  retry,   // the world is temporarily in the way: nothing happened, or nobody may know;
           // go through the one way in again after a pause
  rewind,  // the open Kafka transaction cannot be committed: drop it, start from the checkpoint
  restart_producer,  // the producer handle is dead: destroy it, then as rewind
  refuse,  // the position or the input cannot be trusted: park, keep the position, ask the operator
  configuration,  // the operator's text is wrong: found before either server is touched
  bug,            // our own rule is broken: stop
};

[[nodiscard]] std::string_view to_string(error_class kind);

struct error {
  error_class kind = error_class::bug;
  std::string found;   // what was found, one sentence
  std::string why;     // why it matters; may be empty for errors that are retried
  std::string remedy;  // what to type; may be empty for errors that are retried
  std::string code;    // SQLSTATE or librdkafka's error name, empty when there is none

  /// The parts that are set, as sentences on one line.
  [[nodiscard]] std::string message() const;
};

template <class T>
using result = boost::system::result<T, error>;

/// Found by Boost.System when value() is called on a result that holds an error: a bug of ours.
[[noreturn]] void throw_exception_from_error(const error& failure,
                                             const boost::source_location& where);

}  // namespace walrelay
