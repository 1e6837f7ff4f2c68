#include <map>
#include <utility>

#include <fmt/format.h>

#include <walrelay/kafka/checkpoint_store.hpp>
#include <walrelay/kafka/table_progress_store.hpp>

#include "kafka/checkpoint_search.hpp"
#include "kafka/client.hpp"
#include "kafka/table_key.hpp"
#include "kafka/topic_lookup.hpp"

namespace walrelay::kafka {

namespace {

error no_such_partition(const checkpoint_location& where, std::int32_t partitions) {
  return {error_class::refuse,
          fmt::format("topic '{}' has {} partitions, and the checkpoint belongs into partition {}",
                      where.topic, partitions, where.partition),
          "a checkpoint that is looked for in the wrong place would seem to be lost",
          "correct offset.storage.topic", "no_such_partition"};
}

/// Asked as read_uncommitted: the other level would show the first open transaction as the end.
result<log_range> range_of(client& kafka, const checkpoint_location& where, const patience& wait) {
  const occasion when{operation::read_checkpoint, where.topic};
  std::string last;
  for (;;) {
    log_range range;
    const auto asked =
        rd_kafka_query_watermark_offsets(kafka.raw(), where.topic.c_str(), where.partition,
                                         &range.low, &range.high, wait.slice_ms());
    kafka.poll(milliseconds{0});
    if (asked == RD_KAFKA_RESP_ERR_NO_ERROR) return range;
    if (!is_transient(asked)) return classify(asked, when);
    last = rd_kafka_err2str(asked);
    switch (wait.ask()) {
      case patience::state::left:
        break;
      case patience::state::out_of_time:
        return out_of_time(when, last, kafka.trouble());
      case patience::state::told_to_stop:
        return told_to_stop(when);
    }
    kafka.poll(milliseconds{50});
  }
}

/// Nothing when the topic does not exist or holds nothing.
result<std::optional<log_range>> find_range(const client_settings& settings,
                                            const checkpoint_location& where,
                                            const patience& wait) {
  const occasion when{operation::read_checkpoint, where.topic};
  auto made =
      client::consumer(reader_properties(settings, isolation::read_uncommitted), settings.log);
  if (!made) return made.error();
  client& kafka = **made;
  auto topic = open_topic(kafka, when);
  if (!topic) return topic.error();
  const auto partitions = find_topic(kafka, topic->get(), wait, when);
  if (!partitions) return partitions.error();
  if (!*partitions) return std::optional<log_range>{};
  if (where.partition < 0 || where.partition >= **partitions) {
    return no_such_partition(where, **partitions);
  }
  const auto range = range_of(kafka, where, wait);
  if (!range) return range.error();
  if (range->low == range->high) return std::optional<log_range>{};
  return *range;
}

/// A read_committed view of the partition, as long as it lives. `work` is called with the partition
/// and its range unless there is nothing to read; what it returns is returned.
template <class Found, class Work>
result<Found> with_partition(const client_settings& settings, const checkpoint_location& where,
                             const patience& wait, Work work) {
  const auto range = find_range(settings, where, wait);
  if (!range) return range.error();
  if (!*range) return Found{};
  auto reader =
      client::consumer(reader_properties(settings, isolation::read_committed), settings.log);
  if (!reader) return reader.error();
  auto topic = open_topic(**reader, {operation::read_checkpoint, where.topic});
  if (!topic) return topic.error();
  partition_scan partition(**reader, topic->get(), where, wait);
  return work(partition, **range);
}

result<std::optional<checkpoint>> parse_if_any(const std::optional<std::string>& text) {
  if (!text) return std::optional<checkpoint>{};
  auto parsed = parse_checkpoint(*text);
  if (!parsed) return parsed.error();
  return std::optional(*std::move(parsed));
}

}  // namespace

result<std::optional<checkpoint>> read_checkpoint(const client_settings& settings,
                                                  const checkpoint_location& where,
                                                  mono_time deadline,
                                                  const std::function<bool()>& give_up) {
  using found = std::optional<checkpoint>;
  return with_partition<found>(settings, where, patience(deadline, give_up),
                               [&](partition_scan& partition, log_range range) -> result<found> {
                                 const auto text = newest_of_key(partition, where.key, range);
                                 if (!text) return text.error();
                                 return parse_if_any(*text);
                               });
}

result<stored_offsets> read_offsets(const client_settings& settings,
                                    const checkpoint_location& where, mono_time deadline,
                                    const std::function<bool()>& give_up) {
  const auto read_all = [&](partition_scan& partition, log_range range) -> result<stored_offsets> {
    std::optional<std::string> position;
    std::map<std::string, std::optional<std::string>> tables;
    const auto scanned =
        partition.run(range, [&](std::string_view key, std::optional<std::string_view> value) {
          std::optional<std::string> text(value);
          if (key == where.key)
            position = std::move(text);
          else if (auto table = table_of_key(key, where.key))
            tables[*table] = std::move(text);
        });
    if (!scanned) return scanned.error();
    auto parsed = parse_if_any(position);
    if (!parsed) return parsed.error();
    stored_offsets found{*std::move(parsed), {}};
    for (const auto& [table, text] : tables) {
      if (!text) continue;
      auto progress = parse_table_progress(table, *text);
      if (!progress) return progress.error();
      found.tables.push_back(*std::move(progress));
    }
    return found;
  };
  return with_partition<stored_offsets>(settings, where, patience(deadline, give_up), read_all);
}

}  // namespace walrelay::kafka
