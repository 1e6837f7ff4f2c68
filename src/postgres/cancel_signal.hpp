// cancel_signal: how another thread ends a blocking command. It is sticky, so a cancel that comes
// before the command is sent is not lost.
#pragma once

namespace walrelay::postgres {

class cancel_signal {
 public:
  cancel_signal();
  ~cancel_signal();
  cancel_signal(const cancel_signal&) = delete;
  cancel_signal& operator=(const cancel_signal&) = delete;

  /// Any thread.
  void raise();
  /// Readable once raised; -1 never is.
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace walrelay::postgres
