# What depends on the server, on every version that the daemon knows: part of `scripts/test --long`.
foreach(major 14 15 16 17 18)
  set(on_postgres ${CMAKE_CURRENT_SOURCE_DIR}/e2e/on_postgres ${major})
  foreach(name smoke kill_anywhere refusals restart_servers publication_gap)
    add_test(NAME postgres${major}.${name}
      COMMAND ${on_postgres} ${WALRELAY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/e2e/${name}_test.py)
    get_property(environment TEST e2e.${name} PROPERTY ENVIRONMENT)
    set_property(TEST postgres${major}.${name} PROPERTY ENVIRONMENT ${environment})
  endforeach()
  add_test(NAME postgres${major}.server
    COMMAND ${on_postgres} ${PROJECT_SOURCE_DIR}/scripts/scratch run --postgres -- $<TARGET_FILE:pg_postgres>)
  foreach(name smoke kill_anywhere refusals restart_servers publication_gap server)
    set_tests_properties(postgres${major}.${name} PROPERTIES
      LABELS versions TIMEOUT 900 SKIP_RETURN_CODE 77)
  endforeach()
endforeach()
