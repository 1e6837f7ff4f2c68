#include <walrelay/config/load.hpp>

#include <algorithm>

#include <fmt/format.h>

#include "config/bind.hpp"
#include "config/cross_check.hpp"
#include "config/flat_document.hpp"
#include "config/interpolate.hpp"
#include "config/overrides.hpp"
#include "config/suggest.hpp"
#include "config/value_check.hpp"

namespace walrelay::config {
namespace {

void report(findings& out, const flat_entry& entry, std::string text) {
  const bool from_command_line = entry.value.from == origin::command_line;
  out.problems.push_back({entry.value.line, entry.connector, entry.option,
                          from_command_line ? "from --set: " + std::move(text) : std::move(text)});
}

/// --connector: the others are dropped before their references are looked up, whose environment may
/// exist elsewhere only.
void keep_only(const std::string& name, flat_document& document, findings& out) {
  const auto is_other = [&](const std::string& connector) { return connector != name; };
  const auto kept = std::find_if_not(document.connectors.begin(), document.connectors.end(),
                                     [&](const auto& known) { return is_other(known.name); });
  if (kept == document.connectors.end()) {
    std::string names;
    for (const named_connector& known : document.connectors)
      names += fmt::format("{}'{}'", names.empty() ? "" : ", ", known.name);
    out.problems.push_back({0,
                            {},
                            {},
                            fmt::format("there is no connector '{}' in the file; it has {}", name,
                                        names.empty() ? "none" : names)});
    return;
  }
  std::erase_if(document.connectors, [&](const auto& known) { return is_other(known.name); });
  std::erase_if(document.entries, [&](const flat_entry& entry) {
    return !entry.connector.empty() && is_other(entry.connector);
  });
  std::erase_if(document.unknown_groups, [&](const unknown_group& group) {
    return !group.connector.empty() && is_other(group.connector);
  });
}

/// Collects drafts from entries, with every problem that one entry has by itself.
class collector {
 public:
  collector(const load_request& request, flat_document document, findings& out)
      : request_(request), document_(std::move(document)), out_(out) {
    for (const named_connector& connector : document_.connectors)
      connectors_.emplace_back(connector.name);
  }

  void collect();
  const draft& daemon() const { return daemon_; }
  const std::vector<draft>& connectors() const { return connectors_; }

 private:
  void take(flat_entry entry);
  void reject_unknown(const flat_entry& entry);
  void reject_group(const unknown_group& group);
  bool is_misplaced(const option_row& row, const flat_entry& entry);
  void share_daemon_values();
  void take_debeziums_defaults(draft& connector);
  draft& owner(const std::string& connector);

  const load_request& request_;
  flat_document document_;
  findings& out_;
  draft daemon_{std::string()};
  std::vector<draft> connectors_;
};

draft& collector::owner(const std::string& connector) {
  const auto found = std::find_if(connectors_.begin(), connectors_.end(),
                                  [&](const draft& known) { return known.name == connector; });
  return found == connectors_.end() ? daemon_ : *found;
}

void collector::collect() {
  for (const unknown_group& group : document_.unknown_groups) reject_group(group);
  for (const flat_entry& entry : document_.entries) take(entry);
  share_daemon_values();
  for (draft& connector : connectors_)
    if (connector.values.choice("compatibility") == "debezium") take_debeziums_defaults(connector);
}

void collector::take(flat_entry entry) {
  draft& target = owner(entry.connector);
  const option_row* row = find_option(entry.option);
  if (row == nullptr) return reject_unknown(entry);
  target.mention(entry.option);
  if (!row->instead.empty()) target.mention(std::string(row->instead));
  if (is_misplaced(*row, entry)) return;
  const auto troubles = interpolate(entry.value, request_);
  for (const std::string& trouble : troubles) report(out_, entry, trouble);
  if (!troubles.empty()) return;
  if (auto trouble = check_value(*row, entry.option, entry.value)) {
    if (row->state == standing::refused && row->is_pattern())
      if (const auto near = suggest_option(entry.option)) {
        *trouble += fmt::format("; did you mean {}?", *near);
        target.mention(*near);
      }
    return report(out_, entry, std::move(*trouble));
  }
  if (row->state == standing::meaningless)
    out_.notes.push_back({entry.connector, entry.option,
                          fmt::format("accepted and meaningless here: {}", row->reason)});
  target.values.set(entry.option, std::move(entry.value));
}

void collector::reject_unknown(const flat_entry& entry) {
  draft& target = owner(entry.connector);
  if (const auto below = options_under(entry.option); !below.empty()) {
    target.mention(entry.option);
    return report(
        out_, entry,
        fmt::format("it is a group of options, such as {}; indent them below it", below.front()));
  }
  const auto near = suggest_option(entry.option);
  if (near) target.mention(*near);
  report(out_, entry,
         near ? fmt::format("unknown option; did you mean {}?", *near)
              : "unknown option; 'walrelay config explain' lists them all");
}

void collector::reject_group(const unknown_group& group) {
  draft& target = owner(group.connector);
  const flat_entry entry{group.connector, group.path, {.items = {}, .line = group.line}};
  if (find_option(group.path) != nullptr) {
    target.mention(group.path);
    return report(out_, entry, "it takes a value; no options can be indented below it");
  }
  const auto near = suggest_group(group.path);
  if (near) target.mention(*near);
  report(out_, entry,
         near ? fmt::format("unknown group of options; did you mean {}?", *near)
              : "unknown group of options; 'walrelay config explain' lists them all");
}

bool collector::is_misplaced(const option_row& row, const flat_entry& entry) {
  if (row.where == scope::connector && entry.connector.empty()) {
    report(out_, entry,
           "it belongs to a connector; indent it below connectors and the connector's name");
    return true;
  }
  if (row.where == scope::daemon && !entry.connector.empty()) {
    report(out_, entry, "it belongs to the daemon; move it to the top level of the file");
    return true;
  }
  return false;
}

void collector::share_daemon_values() {
  for (const flat_entry& entry : document_.entries) {
    const given_value* shared =
        entry.connector.empty() ? daemon_.values.given(entry.option) : nullptr;
    if (shared == nullptr) continue;
    for (draft& connector : connectors_)
      if (connector.values.given(entry.option) == nullptr)
        connector.values.set(entry.option, *shared);
  }
}

void collector::take_debeziums_defaults(draft& connector) {
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows) {
      if (row.debezium.empty() || connector.values.given(row.name) != nullptr) continue;
      connector.values.set_default(std::string(row.name), std::string(row.debezium));
    }
}

void sort_by_line(std::vector<problem>& problems) {
  // Line 0 is no line: what is missing comes after what is wrong.
  std::stable_sort(problems.begin(), problems.end(), [](const problem& left, const problem& right) {
    const auto key = [](const problem& one) { return static_cast<unsigned>(one.line) - 1U; };
    return key(left) < key(right);
  });
}

}  // namespace

std::variant<loaded, std::vector<problem>> load(const load_request& request) {
  flat_document document = flatten_yaml(request.text);
  findings found{.problems = std::move(document.problems), .notes = {}};
  const bool nothing_read = !found.problems.empty() && document.entries.empty() &&
                            document.connectors.empty() && document.unknown_groups.empty();
  if (nothing_read) return std::move(found.problems);

  if (request.connector) keep_only(*request.connector, document, found);
  apply_overrides(request.overrides, document, found);
  collector collected(request, std::move(document), found);
  collected.collect();
  if (collected.connectors().empty() && !collected.daemon().mentions("connectors"))
    found.problems.push_back(
        {0, {}, "connectors", "missing: the file needs at least one connector"});
  for (const draft& connector : collected.connectors()) {
    find_missing(connector, collected.daemon(), found);
    check_connector(connector, found);
  }
  check_between_connectors(collected.connectors(), found);
  if (!found.problems.empty()) {
    sort_by_line(found.problems);
    return std::move(found.problems);
  }

  loaded out{.options = bind_daemon(collected.daemon().values), .notes = std::move(found.notes)};
  for (const draft& connector : collected.connectors())
    out.options.connectors.push_back(bind_connector(connector.name, connector.values));
  return out;
}

}  // namespace walrelay::config
