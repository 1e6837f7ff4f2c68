#include "app/offsets_command.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <walrelay/kafka/topic_admin.hpp>
#include <walrelay/kafka/transactional_producer.hpp>
#include <walrelay/postgres/replication_stream.hpp>
#include <walrelay/postgres/source_catalog.hpp>
#include <walrelay/relay/start_check.hpp>

#include "app/room_settings.hpp"
#include "app/source_jobs.hpp"

namespace walrelay::app {

namespace {

constexpr topic_id offsets_topic{0};

/// Both sides as they are now.
struct situation {
  std::optional<checkpoint> found;
  std::optional<slot_state> slot;
};

mono_time deadline() {
  return mono_now() + std::chrono::seconds(30);
}

result<std::optional<checkpoint>> read(const config::connector_options& options, const log& out) {
  return kafka::read_checkpoint(kafka_settings(options, out), checkpoint_location_of(options),
                                deadline(), [] { return false; });
}

result<situation> look(const config::connector_options& options, const log& out) {
  auto found = read(options, out);
  if (!found) return found.error();
  auto catalog = postgres::source_catalog::open(postgres_settings(options));
  if (!catalog) return catalog.error();
  auto slot = (*catalog)->slot(options.replication.slot_name);
  if (!slot) return slot.error();
  return situation{std::move(*found), std::move(*slot)};
}

void print(const config::connector_options& options, const situation& now) {
  fmt::print("connector        {}\n", options.name);
  fmt::print("offsets topic    {}\n", options.sink.offset_topic);
  if (!now.found) {
    fmt::print("checkpoint       none\n");
  } else if (now.found->state == checkpoint_state::creating) {
    fmt::print("checkpoint       first start not completed (number {})\n", now.found->number);
  } else {
    fmt::print("checkpoint       {} (number {})\n", now.found->position, now.found->number);
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

error refusal(std::string found, std::string why, std::string remedy) {
  return {error_class::refuse, std::move(found), std::move(why), std::move(remedy), {}};
}

result<void> check_adopt(const situation& now, gap tolerance) {
  if (!now.slot || !now.slot->confirmed_flush) {
    return refusal("the slot does not exist", "there is no position to adopt",
                   "to start with a new slot, run: walrelay offsets reset --accept-gap");
  }
  if (now.slot->active_pid) {
    return refusal(fmt::format("the slot is in use by server process {}", *now.slot->active_pid),
                   "another instance relays from it now", "stop that instance first");
  }
  const bool skips = now.found && now.found->state == checkpoint_state::streaming &&
                     now.found->position != *now.slot->confirmed_flush;
  if (skips && tolerance == gap::refused) {
    return refusal(fmt::format("the checkpoint is at {}, the slot at {}", now.found->position,
                               *now.slot->confirmed_flush),
                   "changes in between would be lost, or relayed again",
                   "to accept that, add --accept-gap");
  }
  return {};
}

result<void> check_reset(const situation& now, gap tolerance) {
  if (now.slot) {
    return refusal(
        fmt::format("slot '{}' still exists", now.slot->name), "its position is better than none",
        "to go on from the slot's position, run: walrelay offsets adopt; to give it up, drop "
        "the slot first");
  }
  if (tolerance == gap::refused) {
    return refusal("a reset gives up every change since the checkpoint",
                   "they are not relayed by a new slot", "to accept that, add --accept-gap");
  }
  return {};
}

/// Fences whoever writes with this identity, then commits `next` numbered after the newest.
result<checkpoint> commit(const config::connector_options& options, checkpoint next,
                          const log& out) {
  auto producer = kafka::transactional_producer::create({kafka_settings(options, out),
                                                         options.sink.transactional_id,
                                                         options.sink.transaction_timeout});
  if (!producer) return producer.error();
  const auto never = [] { return false; };
  if (auto fenced = (*producer)->init(deadline(), never); !fenced) return fenced.error();
  const auto newest = read(options, out);
  if (!newest) return newest.error();
  next.number = checkpoint_number{(*newest ? (*newest)->number.value() : 0) + 1};
  next.daemon_version = daemon_version();
  next.instance_id = "offsets-command";
  const auto where = checkpoint_location_of(options);
  if (auto named = (*producer)->declare_topic(offsets_topic, where.topic, deadline()); !named) {
    return named.error();
  }
  if (auto begun = (*producer)->begin(); !begun) return begun.error();
  if (auto written = (*producer)->produce_to(offsets_topic, where.partition, where.key,
                                             kafka::encode_checkpoint(next));
      !written) {
    return written.error();
  }
  if (const auto ended = (*producer)->commit(deadline(), never); !ended) return ended.error();
  return next;
}

result<checkpoint> adopted(const config::connector_options& options, const situation& now,
                           const log& out) {
  auto catalog = postgres::source_catalog::open(postgres_settings(options));
  if (!catalog) return catalog.error();
  const auto publication = (*catalog)->publication(options.replication.publication_name);
  if (!publication) return publication.error();
  if (!*publication) {
    return refusal(
        fmt::format("publication '{}' does not exist", options.replication.publication_name),
        "changes made while it is missing are lost", "create it, or drop the slot and reset");
  }
  auto stream = postgres::replication_stream::open(postgres_settings(options));
  if (!stream) return stream.error();
  const auto server = (*stream)->identify();
  if (!server) return server.error();
  auto admin = kafka::topic_admin::create(kafka_settings(options, out));
  if (!admin) return admin.error();
  const auto cluster = (*admin)->cluster_id(deadline());
  if (!cluster) return cluster.error();
  checkpoint next =
      relay::identity_of(*server, **publication, *cluster, expected_identity_of(options));
  next.state = checkpoint_state::streaming;
  next.position = *now.slot->confirmed_flush;
  return next;
}

result<void> carry_out(const config::connector_options& options, offsets_verb verb, gap tolerance,
                       const log& out) {
  auto now = look(options, out);
  if (!now) return now.error();
  if (verb == offsets_verb::show) {
    print(options, *now);
    return {};
  }
  checkpoint next;
  if (verb == offsets_verb::adopt) {
    if (auto allowed = check_adopt(*now, tolerance); !allowed) return allowed;
    if (auto topic = create_offsets_topic(options, out); !topic) return topic;
    auto identity = adopted(options, *now, out);
    if (!identity) return identity.error();
    next = std::move(*identity);
  } else {
    if (auto allowed = check_reset(*now, tolerance); !allowed) return allowed;
    if (!now->found) return {};
    next = *now->found;
    next.state = checkpoint_state::creating;
    next.position = lsn{};
    next.last_transaction.reset();
  }
  const auto written = commit(options, std::move(next), out);
  if (!written) return written.error();
  now->found = *written;
  print(options, *now);
  return {};
}

}  // namespace

exit_code offsets_command(const config::connector_options& options, offsets_verb verb,
                          gap tolerance, const log& out) {
  const auto done = carry_out(options, verb, tolerance, out);
  if (done) return exit_code::ok;
  fmt::print(stderr, "{}\n", done.error().message());
  return code_of(done.error().kind);
}

}  // namespace walrelay::app
