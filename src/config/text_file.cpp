// The only file of this room that reads files.
#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

#include <walrelay/config/load.hpp>

namespace walrelay::config {
namespace {

constexpr std::size_t file_bytes_max = 4u << 20;

error unreadable(const std::string& path, std::string_view reason) {
  return {.kind = error_class::configuration,
          .found = fmt::format("the file '{}' cannot be read: {}", path, reason),
          .why = {},
          .remedy = "check its path and its permissions",
          .code = {}};
}

}  // namespace

result<std::string> read_text_file(const std::string& path) {
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return unreadable(path, std::strerror(errno));
  std::string text(file_bytes_max + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return unreadable(path, errno == 0 ? "it is not a file" : std::strerror(errno));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > file_bytes_max) return unreadable(path, "it is longer than 4 MiB");
  return text;
}

}  // namespace walrelay::config
