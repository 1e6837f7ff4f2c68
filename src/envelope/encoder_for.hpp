// encoder_for: which encoder a column gets. One table of PostgreSQL's built-in types by OID, and
// rules for the types that a database defines itself, told apart by the catalog.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <walrelay/base/ids.hpp>
#include <walrelay/change/table_facts.hpp>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

enum class coverage : unsigned char {
  typed,     // a family of this room knows the type
  as_text,   // none does: the server's text as a JSON string
  as_bytes,  // none does: the bytes of the server's text
  left_out,  // the column does not appear in records, as include.unknown.datatypes: false wants
};

struct chosen_encoder {
  std::unique_ptr<value_encoder> encoder;
  coverage how = coverage::typed;
  std::string type_name;  // for messages
};

/// Domains are followed to the type they stand on, which also decides the type modifier: the server
/// sends -1 for a column of a domain.
[[nodiscard]] chosen_encoder encoder_for(oid type, const column_type& how,
                                         const change::type_catalog& types);

}  // namespace walrelay::envelope
