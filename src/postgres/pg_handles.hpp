// Owners of what libpq allocates. Each is made in the same statement as the C call that returns it.
#pragma once

#include <memory>

#include <libpq-fe.h>

namespace walrelay::postgres {

struct connection_finisher {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
struct result_clearer {
  void operator()(PGresult* answer) const { PQclear(answer); }
};
struct cancel_freer {
  void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
};
struct memory_freer {
  void operator()(void* memory) const { PQfreemem(memory); }
};
struct conninfo_freer {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

using connection_handle = std::unique_ptr<PGconn, connection_finisher>;
using result_handle = std::unique_ptr<PGresult, result_clearer>;
using cancel_handle = std::unique_ptr<PGcancel, cancel_freer>;
using copy_buffer = std::unique_ptr<char, memory_freer>;
using conninfo_options = std::unique_ptr<PQconninfoOption, conninfo_freer>;

}  // namespace walrelay::postgres
