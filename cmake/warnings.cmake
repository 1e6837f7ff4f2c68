# Warnings and sanitizers as one interface target that every room links.
add_library(walrelay_flags INTERFACE)
target_compile_options(walrelay_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wimplicit-fallthrough -Wswitch)
if(WALRELAY_WERROR)
  target_compile_options(walrelay_flags INTERFACE -Werror)
endif()
if(WALRELAY_SANITIZE)
  target_compile_options(walrelay_flags INTERFACE -fsanitize=${WALRELAY_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(walrelay_flags INTERFACE -fsanitize=${WALRELAY_SANITIZE})
  if(WALRELAY_SANITIZE MATCHES "undefined")
    target_compile_options(walrelay_flags INTERFACE -fno-sanitize-recover=undefined)
  endif()
  # TSan does not model fences, and GCC warns about each.
  target_compile_options(walrelay_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
endif()
# GCC 12 sees uninitialised values in std::optional that are none, once it optimises.
target_compile_options(walrelay_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
if(WALRELAY_SANITIZE MATCHES "thread")
  add_library(walrelay_c11_threads OBJECT ${PROJECT_SOURCE_DIR}/tests/tsan/c11_threads.cpp)
  target_compile_options(walrelay_c11_threads PRIVATE -fsanitize=thread)
  target_link_libraries(walrelay_flags INTERFACE $<TARGET_OBJECTS:walrelay_c11_threads>)
endif()
if(WALRELAY_SANITIZE MATCHES "address")
  add_library(walrelay_libpqxx_leak OBJECT ${PROJECT_SOURCE_DIR}/tests/asan/libpqxx_leak.cpp)
  target_link_libraries(walrelay_flags INTERFACE $<TARGET_OBJECTS:walrelay_libpqxx_leak>)
endif()
