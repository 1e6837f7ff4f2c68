// point, as Debezium's struct of coordinates and WKB; and the other geometric types as the text
// that Debezium has of them when unknown types are asked for as bytes.
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_point(const column_type& type);

/// box, lseg, path, polygon, circle and line: the bytes of the text with Java's number spelling.
[[nodiscard]] std::unique_ptr<value_encoder> make_geometric_bytes(const column_type& type);

/// A coordinate as PostgreSQL spells a double, NaN and the infinities included.
[[nodiscard]] bool read_coordinate(std::string_view text, double& number);
/// With quotes around what is no number in JSON.
void append_coordinate(std::string& out, double number);

}  // namespace walrelay::envelope
