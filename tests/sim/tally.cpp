#include "sim/tally.hpp"

#include <fmt/format.h>

namespace walrelay::sim {

namespace {

struct row {
  const char* name;
  std::uint64_t tally::*field;
};

constexpr row rows[] = {
    {"schedules", &tally::schedules},
    {"steps", &tally::steps},
    {"source commits", &tally::source_commits},
    {"of them messages of no transaction", &tally::lone_messages},
    {"Kafka commits", &tally::kafka_commits},
    {"Kafka aborts", &tally::kafka_aborts},
    {"commits of a part of a transaction", &tally::parts},
    {"source transactions sent again", &tally::sent_again},
    {"passes through the one way in", &tally::passes},
    {"takeovers of the slot", &tally::takeovers},
    {"requests of a fenced producer", &tally::fenced},
    {"late copies of EndTxn", &tally::late_endings},
    {"producers replaced (K1)", &tally::replaced},
    {"kills", &tally::kills},
    {"server crashes", &tally::server_crashes},
    {"fast shutdowns", &tally::fast_shutdowns},
    {"stale answers and reports", &tally::stale},
    {"restores", &tally::restores},
    {"of them refused", &tally::restores_refused},
};

}  // namespace

void tally::add(const tally& other) {
  for (const row& each : rows) this->*each.field += other.*each.field;
}

std::string tally::to_string() const {
  std::string text;
  for (const row& each : rows) text += fmt::format("{:>12}  {}\n", this->*each.field, each.name);
  return text;
}

}  // namespace walrelay::sim
