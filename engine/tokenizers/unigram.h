// Unigram: a word becomes the tokens whose scores have the largest sum.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tokenizers/scratch.h"
#include "tokenizers/vocabulary.h"

namespace modelet::tokenizers {

// The tokens by their bytes. The children of a node follow each other, by rising label; node 0 is the root.
struct Trie {
  const char32_t *children;  // [nodes + 1] children of node i are the nodes [children[i], children[i + 1])
  const char *labels;        // [nodes] the byte that leads to a node
  const char32_t *tokens;    // [nodes] one more than the id of the token that ends here, 0: none does
};

struct Unigram {
  const Vocabulary *vocabulary;
  Trie trie;
  const char32_t *scores;   // [2 * size] of each id, the two halves of a double, low one first
  double unknown_score;     // of a character that is no token
  int32_t unknown;          // its id; neighbours become one
  const int32_t *fallback;  // [256] tokens for the bytes of what is unknown, or -1; null: not used
};

// Appends the word's ids; `tables` is a Unigram.
void tokenize_unigram(const void *tables, std::u32string_view word, Scratch &scratch, std::vector<int32_t> &ids);

}  // namespace modelet::tokenizers
