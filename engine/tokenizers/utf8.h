// UTF-8, a character at a time: tokens are stored in it.
#pragma once

#include <string>
#include <string_view>

namespace modelet::tokenizers {

inline constexpr std::string_view replacement_utf8 = "\xEF\xBF\xBD";  // U+FFFD

// What stands at the beginning of some bytes: `length` of them are one character, or can be none; `cut`: they begin one.
struct Sequence {
  std::size_t length;
  bool valid, cut;
};

Sequence first_sequence(std::string_view bytes);  // not empty

// Moves whole characters from `bytes` to `out`, and U+FFFD for each run of bytes that can be none. The beginning of a character at
// the end stays, unless nothing follows.
void take_characters(std::string_view &bytes, bool ends, std::string &out);

// How many bytes at the beginning are whole characters.
std::size_t valid_length(std::string_view bytes);

// Foreign bytes, ill-formed parts of which become U+FFFD.
std::u32string characters_of(std::string_view bytes);

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

// To a string of bytes, or to one of wider units that hold a byte each.
template <typename Unit>
void append_utf8(std::basic_string<Unit> &out, char32_t character) {
  auto put = [&](char32_t byte) { out.push_back(static_cast<Unit>(byte)); };
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
