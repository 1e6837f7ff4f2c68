// error_words: how an error names what was being done, and the permission that was missing for it.
#pragma once

#include <string>

#include "kafka/error_table.hpp"

namespace walrelay::kafka {

/// "producing to topic 'shop.public.orders'"
[[nodiscard]] std::string describe(const occasion& when);

/// The command that grants what `code`, an authorization error, says is missing. Empty for others.
[[nodiscard]] std::string grant_command(rd_kafka_resp_err_t code, const occasion& when);

}  // namespace walrelay::kafka
