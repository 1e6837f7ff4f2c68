// SQLSTATE to error class, and what is read out of libpq's texts.
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "postgres/server_error.hpp"
#include "walrelay/postgres/connection.hpp"

using namespace walrelay;
using namespace walrelay::postgres;

TEST_CASE("what a SQLSTATE makes us do") {
  struct row {
    std::string name;
    const char* state;
    error_class kind;
  };
  using enum error_class;
  for (const row& expected : {row{"connection lost", "08006", retry},
                              row{"wrong password", "28P01", refuse},
                              row{"no pg_hba.conf line", "28000", refuse},
                              row{"no such database", "3D000", refuse},
                              row{"cancelled by recovery", "40001", retry},
                              row{"right missing", "42501", refuse},
                              row{"slot or publication missing", "42704", refuse},
                              row{"another session created it", "42710", retry},
                              row{"two created it at once", "23505", retry},
                              row{"read only", "25006", refuse},
                              row{"too many connections", "53300", retry},
                              row{"no slot left", "53400", refuse},
                              row{"disk full", "53100", retry},
                              row{"slot invalidated", "55000", refuse},
                              row{"slot in use", "55006", retry},
                              row{"lock not given", "55P03", retry},
                              row{"cancelled", "57014", retry},
                              row{"shutting down", "57P01", retry},
                              row{"starting up", "57P03", retry},
                              row{"WAL gone", "58P01", refuse},
                              row{"unknown option", "XX000", refuse},
                              row{"never heard of", "ZZ999", refuse}}) {
    CAPTURE(expected.name);
    const error failure = classify(expected.state, "the text", "doing this");
    CHECK(failure.kind == expected.kind);
    CHECK(failure.code == expected.state);
    CHECK(failure.found.find("doing this: the text") == 0);
    // A refusal stands until somebody acts, so it must say why and what to do.
    CHECK(failure.why.empty() == (expected.kind == retry));
    CHECK(failure.remedy.empty() == (expected.kind == retry));
  }
}

TEST_CASE("the SQLSTATE of a refused connection is read from its text") {
  struct row {
    std::string name;
    const char* text;
    const char* state;
  };
  for (const row& expected : {
           row{"refused by the server",
               "connection to server at \"::1\", port 1 failed: FATAL:  28P01: password "
               "authentication failed",
               "28P01"},
           row{"another language", "FATAL:  3D000: Datenbank »x« existiert nicht", "3D000"},
           row{"severity in another language", "FATALE:  57P03: in avvio", "57P03"},
           row{"the server did not speak", "could not connect: Connection refused", ""},
           row{"no state after the severity", "FATAL:  no such user: x", ""},
           row{"lower case is no state", "FATAL:  28p01: x", ""},
           row{"cut off", "FATAL:  28P0", ""},
           row{"a state without its colon", "FATAL:  28P01", ""},
           row{"empty", "", ""},
       }) {
    CAPTURE(expected.name);
    CHECK(sqlstate_in(expected.text) == expected.state);
  }
}

TEST_CASE("an error's text is one line") {
  CHECK(first_line("  a b \n DETAIL: secret row") == "a b");
  CHECK(first_line("\n\n x") == "x");
  CHECK(first_line(" \n") == "no reason given");
  CHECK(first_line("") == "no reason given");
}
