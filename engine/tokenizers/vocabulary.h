// A model's vocabulary: text to id through a perfect hash, id to text through offsets. Read-only, nothing is built at run time.
//
// Large tables are arrays of char16_t and char32_t: the compiler writes them as string literals, which compile several times as
// fast as lists of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tokenizers/perfect_hash.h"

namespace modelet::tokenizers {

struct Vocabulary {
  static constexpr uint32_t block = 256;

  const char *text;                 // the tokens in the order of their ids: UTF-8, or the bytes that they stand for
  const char32_t *blocks;           // where token 0, 256, 512, … begins
  const char16_t *offsets;          // [size + 1] where token i begins, less blocks[i / 256]
  uint32_t size;                    // one more than the largest id
  std::span<const uint32_t> holes;  // ids below `size` that no token has, rising
  // A byte-level model's tokens are bytes, each a character of its own here: its text is another (byte_level.h).
  bool bytes;
  std::span<const uint32_t> verbatim;  // ids whose text is UTF-8 in spite of `bytes`, and that no hash leads to; rising

  PerfectHash hash;
  const char16_t *slots;    // [hash.slots] low half of each id; slots of no token hold id 0
  const char *slots_above;  // [hash.slots] bits from 16 on; null when every id has 16 bits
};

// As it is stored; empty when no token has this id.
std::string_view token_text(const Vocabulary &vocabulary, int64_t id);
bool has_token(const Vocabulary &vocabulary, int64_t id);
bool is_verbatim(const Vocabulary &vocabulary, int64_t id);

// `state` is the hash of all its characters, beginning with the seed; -1 when there is no such token.
int32_t find_token(const Vocabulary &vocabulary, uint64_t state, std::u32string_view prefix, std::u32string_view text);
int32_t find_token(const Vocabulary &vocabulary, std::u32string_view text);

}  // namespace modelet::tokenizers
