// The replication protocol's command texts. Pure.
#pragma once

#include <string>
#include <string_view>

#include <walrelay/base/ids.hpp>

namespace walrelay::postgres {

enum class slot_failover { off, on };

/// The keyword form that every supported server takes; FAILOVER exists only from 17 on, and only in
/// the parenthesised form.
[[nodiscard]] std::string create_slot_command(std::string_view slot, slot_failover failover);
/// Dies with the session. Exports its snapshot until the session's next command.
[[nodiscard]] std::string create_temporary_slot_command(std::string_view slot);
/// At 0/0, which is the slot's own position. Protocol 1 sends committed transactions only;
/// streaming, two_phase, binary and messages keep the server's default, off.
[[nodiscard]] std::string start_command(std::string_view slot, std::string_view publication);
[[nodiscard]] std::string timeline_history_command(timeline_id timeline);

}  // namespace walrelay::postgres
