#include <walrelay/snapshot/settling.hpp>

namespace walrelay::snapshot {

settling::settling(std::span<const full_xid> running, settled_by rule)
    : rule_(rule), waited_for_(running.begin(), running.end()) {}

void settling::emitted(full_xid id) {
  if (rule_ == settled_by::visibility_or_stream) waited_for_.erase(id);
}

bool settling::look(const server_snapshot& fresh) {
  std::erase_if(waited_for_, [&](full_xid id) { return fresh.sees(id); });
  return waited_for_.empty();
}

}  // namespace walrelay::snapshot
