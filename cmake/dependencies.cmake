# System packages only, each with a floor and a message that says what to install.
find_package(PkgConfig REQUIRED)

function(walrelay_require_pkg module floor target debian)
  string(MAKE_C_IDENTIFIER pkg_${module} prefix)
  pkg_check_modules(${prefix} QUIET IMPORTED_TARGET GLOBAL ${module}>=${floor})
  if(NOT ${prefix}_FOUND)
    pkg_check_modules(${prefix}_ANY QUIET ${module})
    if(${prefix}_ANY_FOUND)
      set(found "version ${${prefix}_ANY_VERSION} is installed")
    else()
      set(found "it is not installed")
    endif()
    message(FATAL_ERROR
      "walrelay needs ${module} ${floor} or newer, but ${found}.\n"
      "On Debian or Ubuntu: apt-get install ${debian}   (or run scripts/install-deps)")
  endif()
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(${target} INTERFACE PkgConfig::${prefix})
  endif()
endfunction()

function(walrelay_require_header target header debian)
  find_path(path_${target} ${header})
  mark_as_advanced(path_${target})
  if(NOT path_${target})
    message(FATAL_ERROR
      "walrelay needs the header ${header}, which was not found.\n"
      "On Debian or Ubuntu: apt-get install ${debian}   (or run scripts/install-deps)")
  endif()
endfunction()

set(Boost_NO_WARN_NEW_VERSIONS ON)
find_package(Boost 1.81 QUIET)
if(NOT Boost_FOUND)
  message(FATAL_ERROR
    "walrelay needs Boost 1.81 or newer (Boost.Asio coroutines; 1.74 does not compile).\n"
    "On Debian 12: apt-get install libboost1.81-dev   (or run scripts/install-deps)")
endif()
find_package(Threads REQUIRED)

walrelay_require_pkg(libpq     13.0  PostgreSQL::libpq  libpq-dev)
walrelay_require_pkg(libpqxx   6.4.5 pqxx::pqxx         libpqxx-dev)
walrelay_require_pkg(rdkafka   2.0.0 rdkafka::rdkafka   librdkafka-dev)
walrelay_require_pkg(simdjson  3.0.0 simdjson::simdjson libsimdjson-dev)
walrelay_require_pkg(fmt       9.0.0 fmt::fmt           libfmt-dev)
walrelay_require_pkg(spdlog    1.10  spdlog::spdlog     libspdlog-dev)
walrelay_require_pkg(yaml-cpp  0.7.0 yaml-cpp           libyaml-cpp-dev)
walrelay_require_pkg(re2       0     re2::re2           libre2-dev)
walrelay_require_pkg(libxxhash 0.8.0 xxhash::xxhash     libxxhash-dev)
walrelay_require_pkg(libcrypto 3.0   openssl::crypto    libssl-dev)
walrelay_require_pkg(RapidJSON 1.1.0 RapidJSON          rapidjson-dev)
walrelay_require_pkg(CLI11     2.1.0 CLI11::CLI11       libcli11-dev)
if(WALRELAY_BUILD_TESTS)
  walrelay_require_header(doctest doctest/doctest.h doctest-dev)
endif()
