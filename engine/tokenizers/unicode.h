// Tables over all code points, as the compiler emits them: only what one tokenizer needs.
#pragma once

#include <cstdint>

namespace modelet::tokenizers {

// A value for each code point (0 to 0x10FFFF), equal blocks stored once.
template <typename Value>
struct CodePointTable {
  const uint16_t *index;  // [0x110000 >> shift], which block
  const Value *values;    // [blocks << shift]
  uint32_t shift;

  Value operator[](char32_t character) const {
    uint32_t block = index[character >> shift];
    return values[(block << shift) | (character & ((uint32_t{1} << shift) - 1))];
  }
};

// Surrogates stand in Python strings but in no well-formed text.
inline bool is_surrogate(char32_t character) {
  return character >= 0xD800 && character < 0xE000;
}

// Hangul syllables and their parts are related by arithmetic, so that no table holds them.
namespace hangul {
inline constexpr char32_t syllable = 0xAC00, leading = 0x1100, vowel = 0x1161, trailing = 0x11A7;
inline constexpr uint32_t leadings = 19, vowels = 21, trailings = 28, syllables = leadings * vowels * trailings;
inline bool is_syllable(char32_t character) {
  return character - syllable < syllables;
}
}  // namespace hangul

}  // namespace modelet::tokenizers
