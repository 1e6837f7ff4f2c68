#include <walrelay/pgoutput/relation_cache.hpp>

#include <string>
#include <utility>

#include <fmt/format.h>

namespace walrelay::pgoutput {

namespace {

error unbound(std::string found) {
  return {error_class::refuse,
          std::move(found),
          "values could be given to the wrong table or column, so the position stays before them",
          "keep the slot and report this with the server's version; `walrelay offsets show` prints "
          "the position",
          {}};
}

bool fits(std::span<const change::value> values, bool expected, std::size_t columns) {
  return values.size() == (expected ? columns : 0);
}

}  // namespace

change::relation_ptr relation_cache::put(change::relation shape) {
  change::relation_ptr& known = shapes_[shape.id];
  if (!known || *known != shape) known = std::make_shared<const change::relation>(std::move(shape));
  return known;
}

result<change::relation_ptr> relation_cache::find(oid id) const {
  const auto known = shapes_.find(id);
  if (known != shapes_.end()) return known->second;
  return unbound(fmt::format(
      "the server sent a change of relation {}, which it has not described on this connection",
      id));
}

result<change::row_change> relation_cache::bind(const row& sent, lsn position) const {
  const auto known = shapes_.find(sent.relation);
  if (known == shapes_.end()) {
    return unbound(fmt::format(
        "at {} the server sent a row of relation {}, which it has not described on this connection",
        position, sent.relation));
  }
  const change::relation_ptr& relation = known->second;
  const std::size_t columns = relation->columns.size();
  const bool has_new = sent.operation != change::row_operation::remove;
  const bool has_old = sent.old_kind != change::old_row::none;
  if (!fits(sent.new_values, has_new, columns) || !fits(sent.old_values, has_old, columns)) {
    return unbound(
        fmt::format("at {} the server sent a row of {} with {} old and {} new values, but the "
                    "table has {} columns",
                    position, relation->qualified_name(), sent.old_values.size(),
                    sent.new_values.size(), columns));
  }
  return change::row_change{sent.operation, relation,        position,
                            sent.old_kind,  sent.old_values, sent.new_values};
}

}  // namespace walrelay::pgoutput
