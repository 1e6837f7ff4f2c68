// The headers __debezium.context.* that tell of every row who relayed it, where they are wanted.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <walrelay/base/records.hpp>
#include <walrelay/envelope/table_encoder.hpp>

namespace walrelay::envelope {

class context_headers {
 public:
  explicit context_headers(const envelope_settings& settings);

  /// To the record that was begun, after the headers of its own.
  void append(record_batch& out) const;

 private:
  struct header {
    std::string_view name;
    std::string value;
  };

  bool wanted_ = false;
  std::array<header, 4> headers_;
};

}  // namespace walrelay::envelope
