#include "envelope/column_default.hpp"

#include <algorithm>
#include <optional>

#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

struct literal {
  std::string text;
  std::string_view rest;  // of the expression behind it
};

/// '...', E'...' and B'...' as the server's own deparser quotes.
std::optional<literal> quoted(std::string_view from) {
  const bool escapes = from.starts_with('E');
  if (escapes || from.starts_with('B')) from.remove_prefix(1);
  if (!from.starts_with('\'')) return std::nullopt;
  literal found;
  for (std::size_t i = 1; i < from.size(); ++i) {
    const bool pair = i + 1 < from.size() && from[i + 1] == from[i];
    if (from[i] == '\'' && !pair) {
      found.rest = from.substr(i + 1);
      return found;
    }
    if (pair && (from[i] == '\'' || (escapes && from[i] == '\\'))) ++i;
    found.text += from[i];
  }
  return std::nullopt;
}

std::optional<literal> bare(std::string_view from) {
  const auto ends = std::ranges::find_if(from, [](char c) {
    return !(is_digit(c) || c == '.' || c == '-' || c == '+' || (c >= 'a' && c <= 'z'));
  });
  const auto length = static_cast<std::size_t>(ends - from.begin());
  const std::string_view word = from.substr(0, length);
  if (word == "true") return literal{"t", from.substr(length)};
  if (word == "false") return literal{"f", from.substr(length)};
  const std::size_t first_digit = word.starts_with('-') ? 1 : 0;
  if (word.size() <= first_digit || !is_digit(word[first_digit])) return std::nullopt;
  return literal{std::string(word), from.substr(length)};
}

bool is_cast_or_nothing(std::string_view rest) {
  return rest.empty() || (rest.starts_with("::") && rest.find_first_of("+*/|-<>=~") == rest.npos);
}

/// The text of a constant; nothing when the server has to compute.
std::optional<std::string> constant(std::string_view expression) {
  if (expression.starts_with('(')) {
    const std::size_t close = expression.find(')');
    if (close == expression.npos || !is_cast_or_nothing(expression.substr(close + 1))) {
      return std::nullopt;
    }
    return constant(expression.substr(1, close - 1));
  }
  auto found = quoted(expression);
  if (!found) found = bare(expression);
  if (!found || !is_cast_or_nothing(found->rest)) return std::nullopt;
  return std::move(found->text);
}

bool calls_a_function(std::string_view expression) {
  for (std::size_t at = expression.find('('); at != expression.npos;
       at = expression.find('(', at + 1)) {
    if (at > 0 &&
        (expression[at - 1] == '_' || expression[at - 1] == '"' || is_digit(expression[at - 1]) ||
         (expression[at - 1] >= 'a' && expression[at - 1] <= 'z'))) {
      return true;
    }
  }
  return expression.starts_with("CURRENT_") || expression.starts_with("LOCALTIME") ||
         expression.starts_with("SESSION_USER");
}

/// Only for these types Debezium looks at the default at all.
bool has_defaults(const chosen_encoder& column, const schema_node& schema) {
  if (column.how != coverage::typed) return false;
  return column.encoder->computed_default() || schema.name == "io.debezium.data.Enum";
}

std::string written(value_encoder& encoder, std::string_view text) {
  std::string json;
  return encoder.write(text, spelling::json, json) == outcome::written ? json : std::string();
}

}  // namespace

std::string default_json(std::string_view expression, const chosen_encoder& column) {
  if (expression.empty() || expression.starts_with("NULL::")) return {};
  const schema_node schema = column.encoder->schema();
  if (!has_defaults(column, schema)) return {};
  if (const auto text = constant(expression)) return written(*column.encoder, *text);
  const bool computed =
      calls_a_function(expression) || schema.type == "string" || schema.type == "boolean";
  return computed ? column.encoder->computed_default().value_or("\"\"") : std::string();
}

}  // namespace walrelay::envelope
