// One connector, or the daemon itself, while its options are being collected.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "config/option_values.hpp"

namespace walrelay::config {

class draft {
 public:
  explicit draft(const std::string& connector) : name(connector), values(connector) {}

  std::string name;      // empty for the daemon
  option_values values;  // only what passed its check

  /// A mistaken option was meant to be `option`, or something below the group `option`: it is then
  /// not also reported as missing.
  void mention(std::string option) { mentioned_.insert(std::move(option)); }
  [[nodiscard]] bool mentions(std::string_view option) const {
    for (const std::string& name_or_group : mentioned_)
      if (option == name_or_group || option.starts_with(name_or_group + '.')) return true;
    return false;
  }

 private:
  std::set<std::string> mentioned_;
};

}  // namespace walrelay::config
