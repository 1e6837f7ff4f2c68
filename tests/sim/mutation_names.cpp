#include "sim/world.hpp"

namespace walrelay::sim {

std::string_view to_string(mutation what) {
  switch (what) {
    case mutation::none:
      return "none";
    case mutation::confirm_before_commit:
      return "confirm_before_commit";
    case mutation::confirm_keepalive:
      return "confirm_keepalive";
    case mutation::no_recreate:
      return "no_recreate";
    case mutation::no_read_after_fence:
      return "no_read_after_fence";
    case mutation::no_generations:
      return "no_generations";
    case mutation::no_rewind:
      return "no_rewind";
    case mutation::no_relations_while_skipping:
      return "no_relations_while_skipping";
    case mutation::no_resume_within:
      return "no_resume_within";
    case mutation::no_skipping:
      return "no_skipping";
    case mutation::guess_unknown_commit:
      return "guess_unknown_commit";
    case mutation::no_history_check:
      return "no_history_check";
    case mutation::message_behind_its_end:
      return "message_behind_its_end";
  }
  fault("a mutation of no kind");
}

}  // namespace walrelay::sim
