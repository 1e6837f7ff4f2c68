# tests/sim: the deciding rooms against a model of both servers, in schedules drawn by chance.
# ensure_failed.cpp takes the place of base's: a broken invariant ends a schedule, not the search.
file(GLOB sim_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/sim/*.cpp)
add_executable(sim_relay ${sim_sources})
target_include_directories(sim_relay PRIVATE ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(sim_relay PRIVATE walrelay_app walrelay_flags)

add_test(NAME sim.relay COMMAND sim_relay)
add_test(NAME sim.finds_faults COMMAND sim_relay --finds-faults)
math(EXPR sim_limit "180 * ${WALRELAY_TEST_TIMEOUT_FACTOR}")
set_tests_properties(sim.relay sim.finds_faults PROPERTIES LABELS sim TIMEOUT ${sim_limit})

# tests/sim_snapshot: the copy of a table beside its writers, in interleavings drawn by chance.
file(GLOB sim_snapshot_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/sim_snapshot/*.cpp)
add_executable(sim_snapshot ${sim_snapshot_sources})
target_include_directories(sim_snapshot PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(sim_snapshot PRIVATE walrelay_snapshot walrelay_flags)

add_test(NAME sim.snapshot COMMAND sim_snapshot)
add_test(NAME sim.snapshot_finds_faults COMMAND sim_snapshot --finds-faults)
set_tests_properties(sim.snapshot sim.snapshot_finds_faults
                     PROPERTIES LABELS sim TIMEOUT ${sim_limit})
