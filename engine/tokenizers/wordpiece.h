// WordPiece: each word is cut greedily into the longest tokens of the vocabulary.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tokenizers/scratch.h"
#include "tokenizers/vocabulary.h"

namespace modelet::tokenizers {

struct WordPiece {
  const Vocabulary *vocabulary;
  std::u32string_view prefix;  // of every piece but a word's first
  int32_t unknown;             // the id of a word that cannot be cut, or is too long
  uint64_t longest_word;       // characters
  uint32_t longest_token;      // characters of the vocabulary's longest token
};

// Appends the word's ids; `tables` is a WordPiece.
void tokenize_wordpiece(const void *tables, std::u32string_view word, Scratch &scratch, std::vector<int32_t> &ids);

}  // namespace modelet::tokenizers
