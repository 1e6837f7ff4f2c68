# Every header compiles alone: one generated source a header, built by the target headers_alone,
# which the test tidy.headers_alone asks for. A header that does not is the canary, which must fail.
function(walrelay_header_source header out)
  string(MAKE_C_IDENTIFIER ${header} name)
  set(path ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
  # Twice, so that one without #pragma once is found too.
  file(CONFIGURE OUTPUT ${path} CONTENT "#include <${header}>\n#include <${header}>\n")
  set(${out} ${path} PARENT_SCOPE)
endfunction()

add_custom_target(headers_alone)
foreach(room base config change pgoutput envelope relay postgres kafka app)
  file(GLOB headers CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/include/walrelay/${room}/*.hpp ${PROJECT_SOURCE_DIR}/src/${room}/*.hpp)
  set(sources)
  foreach(header ${headers})
    # Named as in an #include line, so that the text does not depend on this folder's path.
    string(REPLACE "${PROJECT_SOURCE_DIR}/include/" "" header ${header})
    string(REPLACE "${PROJECT_SOURCE_DIR}/src/" "" header ${header})
    walrelay_header_source(${header} source)
    list(APPEND sources ${source})
  endforeach()
  if(sources)
    add_library(headers_${room} OBJECT EXCLUDE_FROM_ALL ${sources})
    target_include_directories(headers_${room} PRIVATE ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(headers_${room} PRIVATE walrelay_${room} walrelay_flags)
    target_compile_options(headers_${room} PRIVATE -O0 -g0)
    add_dependencies(headers_alone headers_${room})
  endif()
endforeach()

walrelay_header_source(tidy/canary.hpp canary)
add_library(headers_canary OBJECT EXCLUDE_FROM_ALL ${canary})
target_include_directories(headers_canary PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})

foreach(target headers_alone headers_canary)
  add_test(NAME tidy.${target}
    COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target ${target})
  # Both run the build tool in one folder: one at a time.
  set_tests_properties(tidy.${target} PROPERTIES
    LABELS tidy TIMEOUT 900 RESOURCE_LOCK build_folder)
endforeach()
set_tests_properties(tidy.headers_canary PROPERTIES
  PASS_REGULAR_EXPRESSION "canary\\.hpp:[0-9]+:[0-9]+: error")
