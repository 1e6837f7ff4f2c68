// Structured log lines: one per state transition, as text or JSON, with the connector and whatever
// positions belong to it. Never row values, never secrets: callers pass names, numbers and LSNs.
// Any thread.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <walrelay/base/result.hpp>
#include <walrelay/config/options.hpp>

namespace spdlog {
class logger;
}

namespace walrelay::app {

struct field {
  template <class T>
  field(std::string_view field_name, const T& field_value)
      : name(field_name), value(fmt::format("{}", field_value)) {}

  std::string_view name;
  std::string value;
};

class log {
 public:
  log(config::log_format format, config::log_level level);

  /// The same output with this connector's name on every line.
  [[nodiscard]] log for_connector(std::string name) const;

  void debug(std::string_view text, std::initializer_list<field> fields = {}) const;
  void info(std::string_view text, std::initializer_list<field> fields = {}) const;
  void warn(std::string_view text, std::initializer_list<field> fields = {}) const;
  void error(std::string_view text, std::initializer_list<field> fields = {}) const;

 private:
  void line(config::log_level level, std::string_view text,
            std::initializer_list<field> fields) const;
  [[nodiscard]] std::string as_text(std::string_view text,
                                    std::initializer_list<field> fields) const;
  [[nodiscard]] std::string as_json(config::log_level level, std::string_view text,
                                    std::initializer_list<field> fields) const;

  std::shared_ptr<spdlog::logger> out_;
  config::log_format format_;
  std::string connector_;
};

}  // namespace walrelay::app
