// Well-formed UTF-8, a character at a time: tokens are stored in it.
#pragma once

#include <string>
#include <string_view>

namespace modelet::tokenizers {

// Takes the first character off; `bytes` is not empty, and well formed but for its end, where U+FFFD is read.
inline char32_t read_utf8(std::string_view &bytes) {
  auto byte = [&](std::size_t index) { return static_cast<char32_t>(static_cast<unsigned char>(bytes[index])); };
  char32_t lead = byte(0);
  std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length > bytes.size()) return bytes = {}, 0xFFFD;
  char32_t character = length == 1 ? lead : lead & (0xFFu >> (length + 1));
  for (std::size_t index = 1; index < length; ++index) character = character << 6 | (byte(index) & 0x3F);
  bytes.remove_prefix(length);
  return character;
}

inline void append_utf8(std::string &out, char32_t character) {
  auto put = [&](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (character < 0x80) return put(character);
  if (character < 0x800) {
    put(0xC0 | character >> 6);
  } else {
    if (character < 0x10000) {
      put(0xE0 | character >> 12);
    } else {
      put(0xF0 | character >> 18);
      put(0x80 | (character >> 12 & 0x3F));
    }
    put(0x80 | (character >> 6 & 0x3F));
  }
  put(0x80 | (character & 0x3F));
}

}  // namespace modelet::tokenizers
