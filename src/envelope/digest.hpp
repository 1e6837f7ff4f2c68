// digest: hashes by name, as OpenSSL has them.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <openssl/evp.h>

namespace walrelay::envelope {

/// One at a time; keeps its memory. The algorithm must be known.
class digest {
 public:
  /// By Java's names too: MD5, SHA-1, SHA-256, SHA3-512, …
  [[nodiscard]] static bool is_known(const std::string& algorithm);

  explicit digest(const std::string& algorithm);

  void begin();
  void add(std::string_view bytes);
  /// Raw bytes; valid until the next begin().
  [[nodiscard]] std::string_view end();

 private:
  struct free_algorithm {
    void operator()(EVP_MD* algorithm) const { EVP_MD_free(algorithm); }
  };
  struct free_context {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD, free_algorithm> algorithm_;
  std::unique_ptr<EVP_MD_CTX, free_context> context_;
  std::string bytes_;
};

}  // namespace walrelay::envelope
