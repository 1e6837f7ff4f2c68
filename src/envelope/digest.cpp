#include "envelope/digest.hpp"

#include <walrelay/base/ensure.hpp>

namespace walrelay::envelope {

bool digest::is_known(const std::string& algorithm) {
  const std::unique_ptr<EVP_MD, free_algorithm> found(
      EVP_MD_fetch(nullptr, algorithm.c_str(), nullptr));
  return found != nullptr;
}

digest::digest(const std::string& algorithm)
    : algorithm_(EVP_MD_fetch(nullptr, algorithm.c_str(), nullptr)), context_(EVP_MD_CTX_new()) {
  WALRELAY_ENSURE(algorithm_ != nullptr && context_ != nullptr, "hash algorithm {}", algorithm);
  bytes_.resize(static_cast<std::size_t>(EVP_MD_get_size(algorithm_.get())));
}

void digest::begin() {
  const int done = EVP_DigestInit_ex(context_.get(), algorithm_.get(), nullptr);
  WALRELAY_ENSURE(done == 1, "a hash begins");
}

void digest::add(std::string_view bytes) {
  const int done = EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
  WALRELAY_ENSURE(done == 1, "{} bytes are hashed", bytes.size());
}

std::string_view digest::end() {
  const int done =
      EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(bytes_.data()), nullptr);
  WALRELAY_ENSURE(done == 1, "a hash ends");
  return bytes_;
}

}  // namespace walrelay::envelope
