#include "python/base64.h"

#include <cstdint>
#include <cstring>

namespace modelet::python {

std::string to_base64(std::string_view bytes, const char *letters) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t group = 0;
    for (std::size_t byte = 0; byte < 3; ++byte)
      group = group << 8 | (at + byte < bytes.size() ? static_cast<unsigned char>(bytes[at + byte]) : 0U);
    const std::size_t used = bytes.size() - at < 3 ? bytes.size() - at + 1 : 4;
    for (std::size_t letter = 0; letter < 4; ++letter) out += letter < used ? letters[group >> (18 - letter * 6) & 63] : '=';
  }
  return out;
}

bool from_base64(std::string_view text, std::string &out) {
  if (text.size() % 4 != 0) return false;
  for (std::size_t at = 0; at < text.size(); at += 4) {
    const std::string_view four = text.substr(at, 4);
    const std::size_t used = four[3] != '=' ? 4 : four[2] != '=' ? 3 : 2;
    if (used < 4 && at + 4 < text.size()) return false;
    uint32_t group = 0;
    for (std::size_t letter = 0; letter < 4; ++letter) {
      const char *found = letter < used && four[letter] != 0 ? std::strchr(base64_letters, four[letter]) : nullptr;
      if (letter < used && found == nullptr) return false;
      group = group << 6 | static_cast<uint32_t>(found == nullptr ? 0 : found - base64_letters);
    }
    for (std::size_t byte = 0; byte + 1 < used; ++byte) out.push_back(static_cast<char>(group >> (16 - byte * 8) & 255));
  }
  return true;
}

}  // namespace modelet::python
