// A model's vocabulary: text to id through a perfect hash, id to text through offsets. Read-only, nothing is built at run time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace modelet::tokenizers {

struct Vocabulary {
  static constexpr uint32_t block = 256;

  const char *text;                 // UTF-8 of all tokens in the order of their ids
  const uint32_t *blocks;           // where token 0, 256, 512, … begins
  const uint16_t *offsets;          // [size + 1] where token i begins, less blocks[i / 256]
  uint32_t size;                    // one more than the largest id
  std::span<const uint32_t> holes;  // ids below `size` that no token has, rising

  // The hash: a bucket picks a displacement, which picks a slot that is no other token's.
  uint64_t seed;
  const uint16_t *displacements;  // [buckets]
  uint32_t buckets;
  const uint16_t *slots;       // [slot_count] low half of each id; slots of no token hold id 0
  const uint8_t *slots_above;  // [slot_count] bits from 16 on; null when every id has 16 bits
  uint32_t slot_count;
};

// The hash of a text grows by a character at a time, so that all prefixes of a word are hashed in one pass.
inline uint64_t hash_character(uint64_t state, char32_t character) {
  return (state ^ character) * 0x9E3779B97F4A7C15u;
}

// UTF-8; empty when no token has this id.
std::string_view token_text(const Vocabulary &vocabulary, int64_t id);
bool has_token(const Vocabulary &vocabulary, int64_t id);

// `state` is the hash of all its characters, beginning with the seed; -1 when there is no such token.
int32_t find_token(const Vocabulary &vocabulary, uint64_t state, std::u32string_view prefix, std::u32string_view text);
int32_t find_token(const Vocabulary &vocabulary, std::u32string_view text);

}  // namespace modelet::tokenizers
