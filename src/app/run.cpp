#include <walrelay/app/run.hpp>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <walrelay/base/ensure.hpp>
#include <walrelay/config/load.hpp>

#include "app/daemon.hpp"
#include "app/log.hpp"
#include "app/offsets_command.hpp"
#include "app/preview.hpp"
#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

struct command_line {
  std::string file;
  std::vector<std::string> overrides;
  std::string connector;
  std::string option;  // config explain
  bool accept_gap = false;
  preview_limits preview;
  std::uint64_t preview_seconds = 0;
};

std::optional<std::string> from_environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

std::optional<config::loaded> load(const command_line& line) {
  auto text = config::read_text_file(line.file);
  if (!text) {
    fmt::print(stderr, "{}\n", text.error().message());
    return std::nullopt;
  }
  config::load_request request;
  request.text = std::move(*text);
  request.overrides = line.overrides;
  if (!line.connector.empty()) request.connector = line.connector;
  request.environment = from_environment;
  request.file = config::read_text_file;
  auto outcome = config::load(request);
  if (const auto* problems = std::get_if<std::vector<config::problem>>(&outcome)) {
    fmt::print(stderr, "{}", config::describe(*problems, line.file));
    return std::nullopt;
  }
  return std::get<config::loaded>(std::move(outcome));
}

exit_code run_daemon(const command_line& line) {
  auto loaded = load(line);
  if (!loaded) return exit_code::configuration;
  const log out(loaded->options.format, loaded->options.level);
  for (const auto& note : loaded->notes) {
    out.info("option accepted",
             {{"connector", note.connector}, {"option", note.option}, {"note", note.text}});
  }
  daemon relay(std::move(loaded->options), out);
  return relay.run();
}

exit_code check_config(const command_line& line) {
  const auto loaded = load(line);
  if (!loaded) return exit_code::configuration;
  fmt::print("{}: {} connector(s), no problem found\n", line.file,
             loaded->options.connectors.size());
  for (const auto& note : loaded->notes) fmt::print("note: {}: {}\n", note.option, note.text);
  return exit_code::ok;
}

exit_code explain_config(const command_line& line) {
  if (line.option.empty()) {
    fmt::print("{}", config::explain_all());
    return exit_code::ok;
  }
  const auto text = config::explain(line.option);
  if (!text) {
    fmt::print(stderr, "{}\n", text.error().message());
    return exit_code::configuration;
  }
  fmt::print("{}", *text);
  return exit_code::ok;
}

/// For verbs that are about one connector.
std::optional<config::loaded> load_one(const command_line& line) {
  auto loaded = load(line);
  if (loaded && loaded->options.connectors.size() != 1) {
    fmt::print(stderr, "{} has {} connectors; say which one with --connector NAME\n", line.file,
               loaded->options.connectors.size());
    return std::nullopt;
  }
  return loaded;
}

exit_code run_preview(const command_line& line) {
  auto loaded = load_one(line);
  if (!loaded) return exit_code::configuration;
  const log out(loaded->options.format, loaded->options.level);
  auto& options = loaded->options.connectors.front();
  log named = out.for_connector(options.name);
  preview_limits limits = line.preview;
  if (line.preview_seconds != 0) limits.time = std::chrono::seconds(line.preview_seconds);
  preview shown(std::move(options), limits, std::move(named));
  return shown.run();
}

exit_code offsets(const command_line& line, offsets_verb verb) {
  auto loaded = load_one(line);
  if (!loaded) return exit_code::configuration;
  const log out(loaded->options.format, loaded->options.level);
  return offsets_command(loaded->options.connectors.front(), verb,
                         line.accept_gap ? relay::gap::accepted : relay::gap::refused, out);
}

void add_common(CLI::App& verb, command_line& line) {
  verb.add_option("-c,--config", line.file, "configuration file (YAML)")->required();
  verb.add_option("--connector", line.connector, "only this connector of the file");
  verb.add_option("--set", line.overrides, "option=value, overrides the file");
}

}  // namespace

exit_code code_of(error_class kind) {
  switch (kind) {
    case error_class::refuse:
      return exit_code::refused;
    case error_class::configuration:
      return exit_code::configuration;
    case error_class::retry:
    case error_class::rewind:
    case error_class::restart_producer:
      return exit_code::unreachable;
    case error_class::bug:
      return exit_code::failed;
  }
  WALRELAY_ENSURE(false, "error class {}", static_cast<int>(kind));
}

int run(int argc, char** argv) {
  CLI::App program{"walrelay relays PostgreSQL's write-ahead log to Kafka, exactly once.",
                   "walrelay"};
  program.set_version_flag("--version", "walrelay " + daemon_version());
  program.require_subcommand(1);
  command_line line;
  exit_code code = exit_code::ok;

  auto* run_verb = program.add_subcommand("run", "relay until stopped");
  add_common(*run_verb, line);
  run_verb->callback([&] { code = run_daemon(line); });

  auto* preview_verb = program.add_subcommand(
      "preview", "print the records of the live database; no Kafka, and nothing is left behind");
  add_common(*preview_verb, line);
  const CLI::Range at_least_one(std::uint64_t{1}, std::uint64_t{1'000'000'000});
  preview_verb->add_option("--records", line.preview.records_most, "stop after so many records")
      ->check(at_least_one);
  preview_verb->add_option("--seconds", line.preview_seconds, "stop after so many seconds")
      ->check(at_least_one);
  preview_verb
      ->add_option("--snapshot-rows", line.preview.snapshot_rows,
                   "first print so many rows of each table that are there already")
      ->check(at_least_one);
  preview_verb->callback([&] { code = run_preview(line); });

  auto* config_verb = program.add_subcommand("config", "check or explain the configuration");
  config_verb->require_subcommand(1);
  auto* check =
      config_verb->add_subcommand("check", "read the file, report every problem, touch no server");
  add_common(*check, line);
  check->callback([&] { code = check_config(line); });
  auto* explain =
      config_verb->add_subcommand("explain", "what an option means; without one, all options");
  explain->add_option("OPTION", line.option, "dotted name");
  explain->callback([&] { code = explain_config(line); });

  auto* offsets_verb_app = program.add_subcommand("offsets", "the connector's stored position");
  offsets_verb_app->require_subcommand(1);
  const auto add_offsets = [&](const char* name, const char* help, offsets_verb verb) {
    auto* each = offsets_verb_app->add_subcommand(name, help);
    add_common(*each, line);
    if (verb != offsets_verb::show) {
      each->add_flag("--accept-gap", line.accept_gap,
                     "changes between the checkpoint and the new position are given up");
    }
    each->callback([&, verb] { code = offsets(line, verb); });
  };
  add_offsets("show", "print the checkpoint and the slot's position", offsets_verb::show);
  add_offsets("adopt", "take the slot's position as the checkpoint", offsets_verb::adopt);
  add_offsets("reset", "forget the checkpoint: the next start creates a new slot",
              offsets_verb::reset);

  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& failure) {
    const int cli_code = program.exit(failure);
    return cli_code == 0 ? 0 : static_cast<int>(exit_code::configuration);
  } catch (const std::exception& failure) {
    fmt::print(stderr, "walrelay: unexpected: {}\n", failure.what());
    return static_cast<int>(exit_code::failed);
  }
  return static_cast<int>(code);
}

}  // namespace walrelay::app
