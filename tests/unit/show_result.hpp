// Lets CHECK() and REQUIRE() print why a result is an error.
#pragma once

#include <doctest/doctest.h>

#include <walrelay/base/result.hpp>

template <class T>
struct doctest::StringMaker<walrelay::result<T>> {
  static String convert(const walrelay::result<T>& shown) {
    return shown ? String("success") : String(shown.error().message().c_str());
  }
};
