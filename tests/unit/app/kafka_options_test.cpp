// config and kafka know each other's lists only here: an option that config takes must reach
// librdkafka, and one that the daemon decides must be refused, under each of its names.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <librdkafka/rdkafka.h>

#include "config/option_table.hpp"
#include "kafka/properties.hpp"

using namespace walrelay;

namespace {

using properties = std::map<std::string, std::string>;

struct handle_kind {
  const char* name;
  kafka::property_list (*made_from)(const properties&);
};

constexpr handle_kind kinds[] = {
    {"producer",
     [](const properties& given) {
       return kafka::producer_properties(
           {{given, {}}, "walrelay.shop", kafka::milliseconds{60'000}});
     }},
    {"administrator",
     [](const properties& given) {
       return kafka::admin_properties({given, {}});
     }},
    {"reader",
     [](const properties& given) {
       return kafka::reader_properties({given, {}}, kafka::isolation::read_committed);
     }},
};

bool refused(const std::string& property) {
  const config::option_row* row = config::find_option("kafka." + property);
  REQUIRE(row != nullptr);
  return row->state == config::standing::refused;
}

std::string value_in_force(const kafka::property_list& list, const std::string& property) {
  std::string last;
  for (const auto& [name, value] : list) {
    if (name == property) last = value;
  }
  return last;
}

/// Alias and property, of every property that this librdkafka has two names for.
std::multimap<std::string, std::string> aliases() {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* memory = open_memstream(&text, &size);
  rd_kafka_conf_properties_show(memory);
  std::fclose(memory);
  const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
  std::multimap<std::string, std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view mark = "Alias for `";
    const auto at = line.find(mark);
    if (at == line.npos) continue;
    const auto begin = at + mark.size();
    found.emplace(line.substr(0, line.find(' ')),
                  line.substr(begin, line.find('`', begin) - begin));
  }
  return found;
}

}  // namespace

TEST_CASE("what a handle is made with gives way to the operator, or config refuses it") {
  for (const handle_kind& kind : kinds) {
    CAPTURE(kind.name);
    for (const auto& [name, value] : kind.made_from({})) {
      CAPTURE(name);
      if (refused(name)) continue;
      CHECK(value_in_force(kind.made_from({{name, "sentinel"}}), name) == "sentinel");
    }
  }
}

TEST_CASE("what config refuses is refused under its other names too") {
  const auto other_names = aliases();
  REQUIRE(other_names.contains("linger.ms"));
  std::set<std::string> decided;
  for (const handle_kind& kind : kinds) {
    for (const auto& [name, value] : kind.made_from({})) {
      if (value_in_force(kind.made_from({{name, "sentinel"}}), name) != "sentinel")
        decided.insert(name);
    }
  }
  REQUIRE(decided.contains("acks"));
  for (const auto& [alias, name] : other_names) {
    CAPTURE(alias);
    if (decided.contains(name)) CHECK(refused(alias));
    if (decided.contains(alias)) CHECK(refused(name));
    // bootstrap.servers is the one name for the brokers.
    if (name != "metadata.broker.list") CHECK(refused(alias) == refused(name));
  }
}
