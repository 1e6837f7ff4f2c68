#include <doctest/doctest.h>

#include <string>

#include <walrelay/base/result.hpp>

#include "unit/show_result.hpp"

namespace {

using walrelay::error;
using walrelay::error_class;
using walrelay::result;

TEST_CASE("an error's message says what is set and nothing else") {
  CHECK(error{error_class::retry, "the server is away", {}, {}, {}}.message() ==
        "the server is away");
  CHECK(error{error_class::retry, "the server is away", {}, {}, "57P01"}.message() ==
        "the server is away [57P01]");
  CHECK(error{error_class::refuse, "no slot", "rows may be lost", "run: walrelay offsets show", {}}
            .message() ==
        "no slot. It matters because rows may be lost. To go on: run: walrelay offsets show");
}

TEST_CASE("every error class has a name") {
  CHECK(to_string(error_class::retry) == "retry");
  CHECK(to_string(error_class::rewind) == "rewind");
  CHECK(to_string(error_class::restart_producer) == "restart_producer");
  CHECK(to_string(error_class::refuse) == "refuse");
  CHECK(to_string(error_class::configuration) == "configuration");
  CHECK(to_string(error_class::bug) == "bug");
}

TEST_CASE("a result holds a value or an error") {
  const result<std::string> good = std::string("value");
  const result<std::string> bad = error{error_class::bug, "found", {}, {}, {}};
  CHECK(good.value() == "value");
  CHECK_FALSE(bad);
  CHECK(bad.error().kind == error_class::bug);
}

}  // namespace
