# tests/fuzz: one target a file. The fuzz preset makes fuzz_<name> with libFuzzer; every other preset
# runs the seeds and what is in tests/fuzz/corpus/<name>, former findings among it, as a unit test.
# Frames that servers have sent (tests/fuzz/record_corpus) are for two targets.
set(fuzz_folder ${CMAKE_CURRENT_SOURCE_DIR}/fuzz)

add_library(fuzz_seed_list OBJECT ${fuzz_folder}/seeds.cpp)
target_include_directories(fuzz_seed_list PRIVATE ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(fuzz_seed_list PRIVATE walrelay_base walrelay_flags)

# walrelay_fuzz(NAME LIBRARIES a b SOURCES more.cpp INPUTS files): links rooms, not the whole daemon.
function(walrelay_fuzz name)
  cmake_parse_arguments(arg "" "" "LIBRARIES;SOURCES;INPUTS" ${ARGN})
  if(WALRELAY_FUZZ)
    set(target fuzz_${name})
    add_executable(${target} ${fuzz_folder}/${name}.cpp ${arg_SOURCES})
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers ${target})
  else()
    set(target replay_${name})
    add_executable(${target} ${fuzz_folder}/${name}.cpp ${fuzz_folder}/replay.cpp ${arg_SOURCES}
      $<TARGET_OBJECTS:fuzz_seed_list>)
    file(GLOB corpus CONFIGURE_DEPENDS ${fuzz_folder}/corpus/${name}/*)
    add_test(NAME unit.fuzz_${name} COMMAND ${target} ${name} ${corpus} ${arg_INPUTS})
    set_tests_properties(unit.fuzz_${name} PROPERTIES LABELS unit)
  endif()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES} walrelay_flags)
endfunction()

if(WALRELAY_FUZZ)
  add_executable(write_seeds ${fuzz_folder}/write_seeds.cpp $<TARGET_OBJECTS:fuzz_seed_list>)
  target_include_directories(write_seeds PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(write_seeds PRIVATE walrelay_base walrelay_flags)
  add_custom_target(fuzzers DEPENDS write_seeds)
endif()

file(GLOB recorded_frames CONFIGURE_DEPENDS ${fuzz_folder}/corpus/frames/*)
file(GLOB configurations CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/config/*.yaml)
walrelay_fuzz(pgoutput INPUTS ${recorded_frames} LIBRARIES walrelay_pgoutput)
walrelay_fuzz(stream INPUTS ${recorded_frames}
  LIBRARIES walrelay_pgoutput walrelay_change walrelay_envelope walrelay_config RapidJSON
  SOURCES ${PROJECT_SOURCE_DIR}/src/app/stream_pipeline.cpp
          ${PROJECT_SOURCE_DIR}/src/app/stream_pipeline_auxiliary.cpp
          ${PROJECT_SOURCE_DIR}/src/app/auxiliary_records.cpp ${PROJECT_SOURCE_DIR}/src/app/bound_table.cpp
          ${PROJECT_SOURCE_DIR}/src/app/envelope_settings.cpp)
# RapidJSON's parser, which only the target uses, adds offsets to a null pointer.
set_source_files_properties(${fuzz_folder}/stream.cpp PROPERTIES
  COMPILE_OPTIONS $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=pointer-overflow>)
walrelay_fuzz(assembler LIBRARIES walrelay_change)
walrelay_fuzz(config INPUTS ${configurations} LIBRARIES walrelay_config)
walrelay_fuzz(checkpoint LIBRARIES walrelay_kafka)
