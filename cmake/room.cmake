# walrelay_room(NAME ROOMS a b USES lib...): one static library per room of docs/ARCHITECTURE.md.
#   include/walrelay/NAME/  what other rooms may include
#   src/NAME/               bodies and private headers
function(walrelay_room name)
  cmake_parse_arguments(arg "" "" "ROOMS;USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  if(name STREQUAL "kafka" AND INTERIM)  # TEMPORARY
    file(GLOB sources CONFIGURE_DEPENDS ${INTERIM}/kafka/*.cpp)
    include_directories(BEFORE ${INTERIM})
  endif()
  if(NOT sources)  # TEMPORARY while rooms are being filled
    file(WRITE ${PROJECT_BINARY_DIR}/${name}_empty.cpp "")
    set(sources ${PROJECT_BINARY_DIR}/${name}_empty.cpp)
  endif()
  add_library(walrelay_${name} STATIC ${sources})
  set_target_properties(walrelay_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(walrelay_${name}
    PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  list(TRANSFORM arg_ROOMS PREPEND walrelay_)
  target_link_libraries(walrelay_${name} PUBLIC ${arg_ROOMS} ${arg_USES} PRIVATE walrelay_flags)
endfunction()
