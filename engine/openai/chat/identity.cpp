#include "openai/chat/identity.h"

#include <chrono>
#include <cstddef>
#include <random>

namespace modelet::openai {

std::string new_id(std::string_view prefix) {
  constexpr std::string_view letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::random_device entropy;
  std::string id(prefix);
  for (int word = 0; word < 6; ++word) {
    std::size_t bits = entropy();
    for (int letter = 0; letter < 4; ++letter, bits /= letters.size()) id += letters[bits % letters.size()];
  }
  return id;
}

int64_t now_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string fingerprint(std::string_view manifest) {
  uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char letter : manifest) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  std::string text = "fp_";
  for (int digit = 0; digit < 10; ++digit, hash >>= 4) text += "0123456789abcdef"[hash & 15];
  return text;
}

}  // namespace modelet::openai
