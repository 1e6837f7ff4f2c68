#include <walrelay/relay/silence_watch.hpp>

#include <utility>

namespace walrelay::relay {

void silence_watch::heard(mono_time now) {
  since_ = now;
  heard_since_status_ = true;
}

bool silence_watch::asks() {
  return !std::exchange(heard_since_status_, false);
}

silence_watch::change silence_watch::look(reading state, mono_time now) {
  if (state == reading::blocked) {
    since_ = now;
    return change::none;
  }
  if (now - since_ < limit_) {
    return std::exchange(silent_, false) ? change::heard_again : change::none;
  }
  return std::exchange(silent_, true) ? change::none : change::silent;
}

}  // namespace walrelay::relay
