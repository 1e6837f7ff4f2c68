// task and strand: a thread of the simulated daemon as a coroutine. It may stand still at any
// strand::until(), and there the scheduler may let others act, or end its process for ever.
#pragma once

#include <coroutine>
#include <optional>
#include <utility>

namespace walrelay::sim {

/// Runs when it is awaited or resumed; destroyed with everything that it awaits.
template <class T>
class [[nodiscard]] task {
 public:
  struct promise_type {
    std::optional<T> value;
    std::coroutine_handle<> caller = std::noop_coroutine();

    task get_return_object() {
      return task(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct back_to_caller {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> done) noexcept {
        return done.promise().caller;
      }
      void await_resume() noexcept {}
    };
    back_to_caller final_suspend() noexcept { return {}; }
    void return_value(T result) { value.emplace(std::move(result)); }
    /// Through whoever resumed, which is the scheduler.
    void unhandled_exception() { throw; }
  };

  task(task&& other) noexcept : coroutine_(std::exchange(other.coroutine_, nullptr)) {}
  task& operator=(task&& other) noexcept {
    std::swap(coroutine_, other.coroutine_);
    return *this;
  }
  ~task() {
    if (coroutine_) coroutine_.destroy();
  }

  void start() { coroutine_.resume(); }

  bool await_ready() noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) noexcept {
    coroutine_.promise().caller = caller;
    return coroutine_;
  }
  T await_resume() { return std::move(*coroutine_.promise().value); }

 private:
  explicit task(std::coroutine_handle<promise_type> coroutine) : coroutine_(coroutine) {}
  std::coroutine_handle<promise_type> coroutine_;
};

/// Where a thread stands, and whether it could go on.
class strand {
 public:
  template <class Condition>
  class stop {
   public:
    stop(strand& whose, const Condition& condition) : whose_(whose), condition_(condition) {}
    bool await_ready() noexcept { return false; }
    void await_suspend(std::coroutine_handle<> here) noexcept {
      whose_.standing_ = here;
      whose_.condition_ = &condition_;
      whose_.ask_ = [](const void* what) { return (*static_cast<const Condition*>(what))(); };
    }
    void await_resume() noexcept {}

   private:
    strand& whose_;
    const Condition& condition_;
  };

  /// `condition` must outlive the wait: a named variable of the waiting coroutine.
  template <class Condition>
  [[nodiscard]] stop<Condition> until(const Condition& condition) {
    return stop<Condition>(*this, condition);
  }
  template <class Condition>
  stop<Condition> until(const Condition&& condition) = delete;

  [[nodiscard]] bool ready() const { return standing_ && ask_(condition_); }
  void go_on() { std::exchange(standing_, nullptr).resume(); }

 private:
  std::coroutine_handle<> standing_;
  const void* condition_ = nullptr;
  bool (*ask_)(const void*) = nullptr;
};

}  // namespace walrelay::sim
