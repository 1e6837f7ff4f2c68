# Tests in C++ that need a real server: tests/<folder>/*_test.cpp, run by scripts/scratch, which
# starts the server on a free port of the loopback and says where in WALRELAY_TEST_PG or
# WALRELAY_TEST_KAFKA. Run two tests at a time (ctest -j2): each brings servers of its own.
set(WALRELAY_TEST_TIMEOUT_FACTOR 1 CACHE STRING "Multiplies the time limits of server tests")

function(walrelay_server_tests target room folder)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*_test.cpp)
  if(sources)
    add_executable(${target} unit/main.cpp ${sources})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${target} PRIVATE walrelay_${room} walrelay_flags)
    add_test(NAME server.${folder}
      COMMAND ${PROJECT_SOURCE_DIR}/scripts/scratch run ${ARGN} -- $<TARGET_FILE:${target}>)
    math(EXPR limit "300 * ${WALRELAY_TEST_TIMEOUT_FACTOR}")
    set_tests_properties(server.${folder} PROPERTIES LABELS server TIMEOUT ${limit})
  endif()
endfunction()

walrelay_server_tests(pg_postgres postgres postgres --postgres)
walrelay_server_tests(pg_values app values --postgres)
walrelay_server_tests(kafka_kafka kafka kafka --kafka)
