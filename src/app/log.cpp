#include "app/log.hpp"

#include <chrono>
#include <utility>

#include <fmt/chrono.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ensure.hpp>
#include <walrelay/base/json_text.hpp>

namespace walrelay::app {

namespace {

spdlog::level::level_enum to_spdlog(config::log_level level) {
  switch (level) {
    case config::log_level::trace:
      return spdlog::level::trace;
    case config::log_level::debug:
      return spdlog::level::debug;
    case config::log_level::info:
      return spdlog::level::info;
    case config::log_level::warn:
      return spdlog::level::warn;
    case config::log_level::error:
      return spdlog::level::err;
  }
  WALRELAY_ENSURE(false, "log level {}", static_cast<int>(level));
}

void append_member(std::string& out, std::string_view name, std::string_view value) {
  out += out.size() > 1 ? "," : "";
  append_json_string(out, name);
  out += ':';
  append_json_string(out, is_valid_utf8(value) ? value : std::string_view("(not UTF-8)"));
}

/// One event stays one line, whatever a server's message holds.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return line;
}

}  // namespace

log::log(config::log_format format, config::log_level level)
    : out_(std::make_shared<spdlog::logger>("walrelay",
                                            std::make_shared<spdlog::sinks::stderr_sink_mt>())),
      format_(format) {
  out_->set_level(to_spdlog(level));
  out_->flush_on(spdlog::level::trace);
  out_->set_pattern(format == config::log_format::json ? "%v" : "%Y-%m-%dT%H:%M:%S.%eZ %-5l %v",
                    spdlog::pattern_time_type::utc);
}

log log::for_connector(std::string name) const {
  log bound = *this;
  bound.connector_ = std::move(name);
  return bound;
}

void log::debug(std::string_view text, std::initializer_list<field> fields) const {
  line(config::log_level::debug, text, fields);
}
void log::info(std::string_view text, std::initializer_list<field> fields) const {
  line(config::log_level::info, text, fields);
}
void log::warn(std::string_view text, std::initializer_list<field> fields) const {
  line(config::log_level::warn, text, fields);
}
void log::error(std::string_view text, std::initializer_list<field> fields) const {
  line(config::log_level::error, text, fields);
}

void log::line(config::log_level level, std::string_view text,
               std::initializer_list<field> fields) const {
  const auto as = to_spdlog(level);
  if (!out_->should_log(as)) return;
  out_->log(as,
            spdlog::string_view_t(format_ == config::log_format::json ? as_json(level, text, fields)
                                                                      : as_text(text, fields)));
}

std::string log::as_text(std::string_view text, std::initializer_list<field> fields) const {
  std::string out = connector_.empty() ? std::string() : fmt::format("[{}] ", connector_);
  out += one_line(text);
  for (const field& each : fields) {
    const bool quote = each.value.empty() || each.value.find(' ') != std::string::npos;
    out += quote ? fmt::format(" {}=\"{}\"", each.name, one_line(each.value))
                 : fmt::format(" {}={}", each.name, one_line(each.value));
  }
  return out;
}

std::string log::as_json(config::log_level level, std::string_view text,
                         std::initializer_list<field> fields) const {
  static constexpr std::string_view names[] = {"trace", "debug", "info", "warn", "error"};
  std::string out = "{";
  append_member(out, "time",
                fmt::format("{:%Y-%m-%dT%H:%M:%S}Z",
                            std::chrono::time_point_cast<std::chrono::milliseconds>(wall_now())));
  append_member(out, "level", names[static_cast<int>(level)]);
  if (!connector_.empty()) append_member(out, "connector", connector_);
  append_member(out, "message", text);
  for (const field& each : fields) append_member(out, each.name, each.value);
  return out + "}";
}

}  // namespace walrelay::app
