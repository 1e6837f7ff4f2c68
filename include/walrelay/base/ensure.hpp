// ensure: an invariant of ours that must hold, checked in release builds too. It prints the message
// and aborts: a daemon that goes on after a broken invariant may move a position that is not true.
// For bad input from the world use result<T> instead.
#pragma once

#include <string_view>

#include <fmt/format.h>

namespace walrelay {

[[noreturn]] void ensure_failed(std::string_view condition, std::string_view message,
                                const char* file, int line);

}  // namespace walrelay

/// WALRELAY_ENSURE(confirmed <= checkpointed, "INV-1: confirmed {} > checkpointed {}", a, b);
#define WALRELAY_ENSURE(condition, ...)                                                      \
  do {                                                                                       \
    if (!(condition)) [[unlikely]]                                                           \
      ::walrelay::ensure_failed(#condition, ::fmt::format(__VA_ARGS__), __FILE__, __LINE__); \
  } while (false)
