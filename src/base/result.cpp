#include <walrelay/base/result.hpp>

#include <walrelay/base/ensure.hpp>

namespace walrelay {

std::string_view to_string(error_class kind) {
  switch (kind) {
    case error_class::retry:
      return "retry";
    case error_class::rewind:
      return "rewind";
    case error_class::restart_producer:
      return "restart_producer";
    case error_class::refuse:
      return "refuse";
    case error_class::configuration:
      return "configuration";
    case error_class::bug:
      return "bug";
  }
  WALRELAY_ENSURE(false, "error class {}", static_cast<int>(kind));
}

std::string error::message() const {
  std::string text = found;
  if (!code.empty()) text += fmt::format(" [{}]", code);
  if (!why.empty()) text += fmt::format(". It matters because {}", why);
  // No full stop at the end: the remedy is often a command that somebody copies.
  if (!remedy.empty()) text += fmt::format(". To go on: {}", remedy);
  return text;
}

void throw_exception_from_error(const error& failure, const boost::source_location& where) {
  ensure_failed("result holds a value", failure.message(), where.file_name(),
                static_cast<int>(where.line()));
}

}  // namespace walrelay
