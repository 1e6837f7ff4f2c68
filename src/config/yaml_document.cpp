#include "config/yaml_document.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

namespace walrelay::config {
namespace {

problem syntax(int line, std::string text) {
  return {.line = line, .connector = {}, .option = {}, .text = std::move(text)};
}

int line_of(std::string_view text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

/// Bytes that follow a UTF-8 lead byte; nothing for a byte that leads none.
std::optional<std::size_t> continuation_bytes(unsigned char lead) {
  if (lead < 0x80) return 0;
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  if (lead >= 0xf0 && lead <= 0xf4) return 3;
  return std::nullopt;
}

std::optional<std::size_t> first_bad_byte(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const auto more = continuation_bytes(lead);
    if (lead == 0 || !more || at + *more >= text.size()) return at;
    for (std::size_t i = 1; i <= *more; ++i)
      if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return at;
    at += *more + 1;
  }
  return std::nullopt;
}

/// Files from Windows: the byte order mark goes, line ends become one character.
std::string normalised(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] != '\r' || at + 1 >= text.size() || text[at + 1] != '\n') out += text[at];
  return out;
}

bool is_indented_by_tab(std::string_view text, int line) {
  for (int skipped = 1; skipped < line; ++skipped) {
    const auto end = text.find('\n');
    if (end == text.npos) return false;
    text.remove_prefix(end + 1);
  }
  const std::string_view indent = text.substr(0, text.find_first_not_of(" \t"));
  return indent.find('\t') != indent.npos;
}

/// yaml-cpp appends pieces of the text to some messages; those may be of a secret.
problem from_exception(const YAML::Exception& failure, std::string_view text) {
  const int line = failure.mark.is_null() ? 0 : failure.mark.line + 1;
  if (line > 0 && is_indented_by_tab(text, line))
    return syntax(line, "the line is indented with a tab, which YAML does not allow; use spaces");
  const std::string reason = failure.msg.substr(0, failure.msg.find(':'));
  return syntax(line, fmt::format("this is not valid YAML ({}); a value with special characters "
                                  "must stand in quotes",
                                  reason));
}

/// Where a document begins; what is in it does not matter.
class document_start : public YAML::EventHandler {
 public:
  [[nodiscard]] int line() const { return line_; }

  void OnDocumentStart(const YAML::Mark& mark) override { line_ = mark.line + 1; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  int line_ = 0;
};

/// YAML::LoadAll would tell too, but yaml-cpp 0.7 finds documents without end in some broken files.
std::optional<int> line_of_second_document(const std::string& text) {
  std::istringstream in(text);
  YAML::Parser parser(in);
  document_start found;
  if (!parser.HandleNextDocument(found) || !parser.HandleNextDocument(found)) return std::nullopt;
  return found.line();
}

std::variant<yaml_document, problem> checked(const YAML::Node& document, std::string text) {
  if (const auto second = line_of_second_document(text))
    return syntax(*second, "a second YAML document begins here; a configuration is one document");
  if (!document.IsDefined() || document.IsNull())
    return syntax(0, "the file is empty; it needs at least 'connectors:' with one connector");
  if (!document.IsMap())
    return syntax(document.Mark().line + 1,
                  "the file must be a mapping, lines of the form 'option: value'");
  return yaml_document{document, std::move(text)};
}

}  // namespace

std::variant<yaml_document, problem> read_yaml(const std::string& original) {
  if (original.starts_with("\xFF\xFE") || original.starts_with("\xFE\xFF"))
    return syntax(1, "the file is UTF-16; save it as UTF-8");
  std::string text = normalised(original);
  if (const auto bad = first_bad_byte(text))
    return syntax(line_of(text, *bad), text[*bad] == '\0'
                                           ? "the line has a NUL byte; it cannot be part of a value"
                                           : "the line is not valid UTF-8; save the file as UTF-8");
  try {
    const YAML::Node document = YAML::Load(text);
    return checked(document, std::move(text));
  } catch (const YAML::Exception& failure) {
    return from_exception(failure, text);
  }
}

}  // namespace walrelay::config
