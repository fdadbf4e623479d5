// Pre-tokenisation: a normalised text is cut into words by the classes of neighbouring characters alone.
#pragma once

#include <string_view>

#include "tokenizers/unicode.h"

namespace modelet::tokenizers {

// Every pre-tokenizer that looks at single characters, and every sequence of such, has this form.
struct Splitter {
  CodePointTable<uint8_t> classes;  // below 32
  uint32_t removed;                 // bit of each class whose characters belong to no word
  const uint32_t *cuts;             // [classes] bit b of cuts[a]: a word ends between a character of class a and one of class b
};

// word(std::u32string_view) for each word in order, until it returns false.
template <typename Word>
void split_words(const Splitter &splitter, std::u32string_view text, Word &&word) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t first = at;
    uint8_t current = splitter.classes[text[at++]];
    if ((splitter.removed >> current & 1) != 0) continue;
    while (at < text.size()) {
      uint8_t next = splitter.classes[text[at]];
      if ((splitter.cuts[current] >> next & 1) != 0) break;
      current = next;
      ++at;
    }
    if (!word(text.substr(first, at - first))) return;
  }
}

}  // namespace modelet::tokenizers
