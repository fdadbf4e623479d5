// Byte-pair encoding: the symbols of a word are merged in the order in which training found the merges.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tokenizers/perfect_hash.h"
#include "tokenizers/scratch.h"
#include "tokenizers/vocabulary.h"

namespace modelet::tokenizers {

// Which pairs of tokens become one, and when.
struct Merges {
  PerfectHash hash;
  // [hash.slots] two words, low one first: left | right << id_bits | rank << 2 * id_bits; all ones where there is no merge
  const char32_t *slots;
  uint32_t id_bits;
  const char32_t *results;  // [merges] by rank: the token that both become
};

// A word may be cut before this character, since no merge joins it with what precedes it there; 0: it may not.
struct Cut {
  char32_t before;
  std::u32string_view unless_after;
};

// `vocabulary->bytes` says whether the units of a word are the bytes of its UTF-8, or its characters.
struct BytePairs {
  const Vocabulary *vocabulary;
  Merges merges;
  const char *whole;           // bit of each id: a word with exactly this text becomes this token; null: none does
  const int32_t *units;        // [256] token of each byte, or -1; null when units are characters, or have a prefix or suffix
  const int32_t *fallback;     // [256] tokens for the bytes of a character that is none, or -1; null: not used
  std::u32string_view prefix;  // of every unit but a word's first
  std::u32string_view suffix;  // of its last
  int32_t unknown;             // for what is no token; -1: it is left out
  bool fuse_unknown;           // one for neighbours together
  Cut cut;
};

// Appends the word's ids; `tables` is a BytePairs.
void tokenize_byte_pairs(const void *tables, std::u32string_view word, Scratch &scratch, std::vector<int32_t> &ids);

}  // namespace modelet::tokenizers
