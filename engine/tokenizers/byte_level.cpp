#include "tokenizers/byte_level.h"

#include <array>
#include <cstdint>

#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

constexpr std::size_t alphabet_end = 0x144;  // one more than the last character of the alphabet

constexpr bool prints(uint32_t byte) {
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

struct Alphabet {
  std::array<char16_t, 256> characters{};
  std::array<int16_t, alphabet_end> bytes{};
};

// Bytes that print in Latin-1 stand for themselves, the others follow each other from U+0100 on.
constexpr Alphabet make_alphabet() {
  Alphabet alphabet;
  alphabet.bytes.fill(-1);
  char16_t next = 0x100;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    char16_t character = prints(byte) ? static_cast<char16_t>(byte) : next++;
    alphabet.characters[byte] = character;
    alphabet.bytes[character] = static_cast<int16_t>(byte);
  }
  return alphabet;
}

constexpr Alphabet alphabet = make_alphabet();

}  // namespace

void append_alphabet(std::string &out, std::string_view bytes) {
  for (char byte : bytes) append_utf8(out, alphabet.characters[static_cast<unsigned char>(byte)]);
}

void append_bytes(std::string &out, std::string_view text) {
  std::size_t before = out.size();
  for (std::string_view rest = text; !rest.empty();) {
    char32_t character = read_utf8(rest);
    if (character >= alphabet_end || alphabet.bytes[character] < 0) {
      out.resize(before);
      out += text;
      return;
    }
    out.push_back(static_cast<char>(alphabet.bytes[character]));
  }
}

}  // namespace modelet::tokenizers
