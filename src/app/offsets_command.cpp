#include "app/offsets_command.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <walrelay/kafka/checkpoint_store.hpp>
#include <walrelay/kafka/transactional_producer.hpp>
#include <walrelay/postgres/replication_stream.hpp>
#include <walrelay/postgres/source_catalog.hpp>
#include <walrelay/relay/start_check.hpp>

#include "app/room_settings.hpp"
#include "app/sink_jobs.hpp"

namespace walrelay::app {

namespace {

constexpr topic_id offsets_topic{0};

mono_time deadline() {
  return mono_now() + std::chrono::seconds(30);
}

bool never() {
  return false;
}

result<relay::offsets_situation> look(const config::connector_options& options, const log& out) {
  relay::offsets_situation now;
  auto found = peek_checkpoint(options, out);
  if (found) {
    now.found = std::move(*found);
  } else if (found.error().code == kafka::checkpoint_malformed) {
    now.unreadable = found.error();
  } else {
    return found.error();
  }
  auto catalog = postgres::source_catalog::open(postgres_settings(options));
  if (!catalog) return catalog.error();
  auto slot = (*catalog)->slot(options.replication.slot_name);
  if (!slot) return slot.error();
  now.slot = std::move(*slot);
  return now;
}

void print(const config::connector_options& options, const relay::offsets_situation& now) {
  fmt::print("connector        {}\n", options.name);
  fmt::print("offsets topic    {}\n", options.sink.offset_topic);
  if (now.unreadable) {
    fmt::print("checkpoint       unreadable: {}\n", now.unreadable->found);
  } else if (!now.found) {
    fmt::print("checkpoint       none\n");
  } else if (now.found->state == checkpoint_state::creating) {
    fmt::print("checkpoint       first start not completed (number {})\n", now.found->number);
  } else {
    fmt::print("checkpoint       {} (number {})\n", now.found->position, now.found->number);
    if (const auto& part = now.found->partial) {
      fmt::print("in part          transaction {}, {} changes, up to {}\n", part->id, part->changes,
                 part->last_change);
    }
    fmt::print("system           {} timeline {}\n", now.found->system_identifier,
               now.found->timeline);
  }
  if (!now.slot) {
    fmt::print("slot             {}: does not exist\n", options.replication.slot_name);
  } else {
    fmt::print("slot             {}: confirmed {}, {}\n", now.slot->name,
               now.slot->confirmed_flush ? now.slot->confirmed_flush->to_string() : "nothing",
               now.slot->active_pid
                   ? fmt::format("in use by server process {}", *now.slot->active_pid)
                   : std::string("not in use"));
  }
}

/// What is at the other end now, as a checkpoint carries it.
result<checkpoint> identity_now(const config::connector_options& options, const log& out) {
  auto catalog = postgres::source_catalog::open(postgres_settings(options));
  if (!catalog) return catalog.error();
  const auto publication = (*catalog)->publication(options.replication.publication_name);
  if (!publication) return publication.error();
  auto stream = postgres::replication_stream::open(postgres_settings(options));
  if (!stream) return stream.error();
  const auto server = (*stream)->identify();
  if (!server) return server.error();
  const auto sink = inspect_sink(options, out);
  if (!sink) return sink.error();
  return relay::identity_of(*server, publication->value_or(publication_state{}), sink->cluster_id,
                            expected_identity_of(options));
}

result<checkpoint> position_after(offsets_verb verb, const relay::offsets_situation& now,
                                  const config::connector_options& options, const log& out) {
  auto next = identity_now(options, out);
  if (!next || verb == offsets_verb::reset) return next;
  if (!next->publication_oid.value()) {
    return error{
        error_class::refuse,
        fmt::format("publication '{}' does not exist", options.replication.publication_name),
        "changes made while it is missing are lost",
        "create it, or drop the slot and run: walrelay offsets reset --accept-gap",
        {}};
  }
  next->state = checkpoint_state::streaming;
  next->position = next->adopted = *now.slot->confirmed_flush;
  return next;
}

result<void> check(offsets_verb verb, const relay::offsets_situation& now, relay::gap tolerance) {
  return verb == offsets_verb::adopt ? relay::check_adopt(now, tolerance)
                                     : relay::check_reset(now, tolerance);
}

result<void> commit(kafka::transactional_producer& producer,
                    const config::connector_options& options, const checkpoint& next) {
  const auto where = checkpoint_location_of(options);
  if (auto named = producer.declare_topic(offsets_topic, where.topic, deadline()); !named) {
    return named.error();
  }
  if (auto begun = producer.begin(); !begun) return begun.error();
  if (auto written = producer.produce_to(offsets_topic, where.partition, where.key,
                                         kafka::encode_checkpoint(next));
      !written) {
    return written.error();
  }
  if (const auto ended = producer.commit(deadline(), never); !ended) return ended.error();
  return {};
}

result<std::unique_ptr<kafka::transactional_producer>> fence(
    const config::connector_options& options, const std::string& transactional_id, const log& out) {
  auto producer = kafka::transactional_producer::create(
      {kafka_settings(options, out), transactional_id, options.sink.transaction_timeout});
  if (!producer) return producer.error();
  if (auto fenced = (*producer)->init(deadline(), never); !fenced) return fenced.error();
  return producer;
}

/// Fences whoever writes with this identity, and with the one that the checkpoint names, then looks
/// again: an instance that started meanwhile may have moved both sides.
result<relay::offsets_situation> change(const config::connector_options& options, offsets_verb verb,
                                        relay::gap tolerance,
                                        const relay::offsets_situation& before, const log& out) {
  if (auto topic = create_offsets_topic(options, out); !topic) return topic.error();
  auto producer = fence(options, options.sink.transactional_id, out);
  if (!producer) return producer.error();
  if (before.found && before.found->transactional_id != options.sink.transactional_id) {
    if (auto other = fence(options, before.found->transactional_id, out); !other) {
      return other.error();
    }
  }
  auto now = look(options, out);
  if (!now) return now.error();
  if (auto allowed = check(verb, *now, tolerance); !allowed) return allowed.error();
  auto next = position_after(verb, *now, options, out);
  if (!next) return next.error();
  next->number = checkpoint_number{(now->found ? now->found->number.value() : 0) + 1};
  next->daemon_version = daemon_version();
  next->instance_id = "offsets-command";
  if (auto committed = commit(**producer, options, *next); !committed) return committed.error();
  now->found = std::move(*next);
  now->unreadable.reset();
  return now;
}

result<void> carry_out(const config::connector_options& options, offsets_verb verb,
                       relay::gap tolerance, const log& out) {
  auto now = look(options, out);
  if (!now) return now.error();
  if (verb != offsets_verb::show) {
    if (auto allowed = check(verb, *now, tolerance); !allowed) return allowed;
    now = change(options, verb, tolerance, *now, out);
    if (!now) return now.error();
  }
  print(options, *now);
  return {};
}

}  // namespace

exit_code offsets_command(const config::connector_options& options, offsets_verb verb,
                          relay::gap tolerance, const log& out) {
  const auto done = carry_out(options, verb, tolerance, out);
  if (done) return exit_code::ok;
  fmt::print(stderr, "{}\n", done.error().message());
  return code_of(done.error().kind);
}

}  // namespace walrelay::app
