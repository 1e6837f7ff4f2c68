// Any text as the configuration file. Problems are fine, but they must be there when there are no
// options, and neither problems nor notes may show what came from the environment or a file.
#include <walrelay/base/ensure.hpp>
#include <walrelay/config/load.hpp>

#include "fuzz/fuzz.hpp"

namespace {

using namespace walrelay;

/// Too long to be guessed by a mutation; a text that holds it already proves nothing.
constexpr std::string_view canary = "c4n4ry-in-the-coal-mine";

config::load_request request_for(std::string text) {
  return {.text = std::move(text),
          .overrides = {},
          .connector = {},
          .environment = [](const std::string& name) -> std::optional<std::string> {
            if (name.size() > 8) return std::nullopt;
            return std::string(canary);
          },
          .file = [](const std::string& path) -> result<std::string> {
            if (path.size() % 2 == 0) return fmt::format("key={}\n", canary);
            return error{error_class::configuration, "the file cannot be read", {}, {}, {}};
          }};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto outcome = config::load(request_for(text));
  std::string shown;
  if (const auto* problems = std::get_if<std::vector<config::problem>>(&outcome)) {
    WALRELAY_ENSURE(!problems->empty(), "neither options nor a problem");
    shown = config::describe(*problems, "walrelay.yaml");
  } else {
    for (const auto& note : std::get<config::loaded>(outcome).notes) {
      shown += note.connector + note.option + note.text;
    }
  }
  WALRELAY_ENSURE(shown.find(canary) == shown.npos || text.find("c4n4ry") != text.npos,
                  "a secret is shown: {}", shown);
  return 0;
}
