# Tests in Python, each file a ctest test. The interpreter is Debian's, which has psycopg2.
set(WALRELAY_PYTHON /usr/bin/python3 CACHE FILEPATH "The interpreter with Debian's python3-psycopg2")

# walrelay_python_tests(GROUP LABEL SECONDS FILE...): tests GROUP.<file without _test.py>
function(walrelay_python_tests group label seconds)
  math(EXPR limit "${seconds} * ${WALRELAY_TEST_TIMEOUT_FACTOR}")
  foreach(file ${ARGN})
    cmake_path(GET file STEM name)
    string(REGEX REPLACE "_test$" "" name ${name})
    add_test(NAME ${group}.${name} COMMAND ${WALRELAY_PYTHON} ${file})
    set_tests_properties(${group}.${name} PROPERTIES
      LABELS ${label} TIMEOUT ${limit} SKIP_RETURN_CODE 77
      ENVIRONMENT "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR};PYTHONDONTWRITEBYTECODE=1;WALRELAY_BIN=$<TARGET_FILE:walrelay>")
  endforeach()
endfunction()

function(walrelay_python_folder folder group label seconds)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.py)
  walrelay_python_tests(${group} ${label} ${seconds} ${files})
endfunction()

walrelay_python_folder(tidy tidy tidy 120)
# The rooms that decide about positions; `scripts/test --long` checks everything.
add_test(NAME tidy.clang_tidy
  COMMAND ${WALRELAY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/tidy/clang_tidy.py ${PROJECT_BINARY_DIR} change relay)
math(EXPR walrelay_clang_tidy_limit "300 * ${WALRELAY_TEST_TIMEOUT_FACTOR}")
set_tests_properties(tidy.clang_tidy PROPERTIES LABELS tidy TIMEOUT ${walrelay_clang_tidy_limit})
walrelay_python_folder(harness/selftest harness harness 300)
# An end-to-end test starts its own PostgreSQL, Kafka and daemon (harness/world.py).
walrelay_python_folder(e2e e2e e2e 600)
# One of them is short enough to run with the sanitizers each time too; scripts/test picks it by label.
if(TEST e2e.smoke)
  set_tests_properties(e2e.smoke PROPERTIES LABELS smoke)
endif()
walrelay_python_folder(issues issue e2e 600)
# Recorded cases, in shards that can run at the same time and take about a minute each.
set(walrelay_golden_shards 2)
math(EXPR walrelay_golden_limit "600 * ${WALRELAY_TEST_TIMEOUT_FACTOR}")
foreach(shard RANGE 1 ${walrelay_golden_shards})
  add_test(NAME golden.${shard}
    COMMAND ${WALRELAY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/golden/golden_test.py)
  set_tests_properties(golden.${shard} PROPERTIES LABELS e2e TIMEOUT ${walrelay_golden_limit}
    ENVIRONMENT "PYTHONPATH=${CMAKE_CURRENT_SOURCE_DIR};PYTHONDONTWRITEBYTECODE=1;WALRELAY_BIN=$<TARGET_FILE:walrelay>;WALRELAY_TEST_SHARD=${shard}/${walrelay_golden_shards}")
endforeach()
