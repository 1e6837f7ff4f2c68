#include <walrelay/base/ensure.hpp>
#include <walrelay/relay/connector_fsm.hpp>

namespace walrelay::relay {

std::string_view to_string(step what) {
  switch (what) {
    case step::inspect_source:
      return "inspect_source";
    case step::inspect_sink:
      return "inspect_sink";
    case step::peek_checkpoint:
      return "peek_checkpoint";
    case step::create_topics:
      return "create_topics";
    case step::create_publication:
      return "create_publication";
    case step::fence:
      return "fence";
    case step::commit_creating:
      return "commit_creating";
    case step::create_slot:
      return "create_slot";
    case step::attach:
      return "attach";
    case step::read_checkpoint:
      return "read_checkpoint";
    case step::reread_slot:
      return "reread_slot";
    case step::commit_streaming:
      return "commit_streaming";
    case step::relay:
      return "relay";
    case step::wind_down:
      return "wind_down";
    case step::drain:
      return "drain";
    case step::pause:
      return "pause";
    case step::park:
      return "park";
    case step::stop:
      return "stop";
  }
  WALRELAY_ENSURE(false, "step {}", static_cast<int>(what));
}

}  // namespace walrelay::relay
