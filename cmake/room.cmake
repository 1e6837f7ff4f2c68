# walrelay_room(NAME ROOMS a b USES lib...): one static library per room of docs/ARCHITECTURE.md.
#   include/walrelay/NAME/  what other rooms may include
#   src/NAME/               bodies and private headers
function(walrelay_room name)
  cmake_parse_arguments(arg "" "" "ROOMS;USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(walrelay_${name} STATIC ${sources})
  set_target_properties(walrelay_${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_include_directories(walrelay_${name}
    PUBLIC ${PROJECT_SOURCE_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR}/src)
  list(TRANSFORM arg_ROOMS PREPEND walrelay_)
  target_link_libraries(walrelay_${name} PUBLIC ${arg_ROOMS} ${arg_USES} PRIVATE walrelay_flags)
endfunction()
