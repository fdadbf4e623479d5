#include "tokenizers/vocabulary.h"

#include <algorithm>

#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

uint64_t mix(uint64_t state) {
  state ^= state >> 32;
  state *= 0xD6E8FEB86659FD93u;
  return state ^ (state >> 32);
}

// Uniform over [0, count).
uint32_t scale(uint32_t value, uint32_t count) {
  return static_cast<uint32_t>(uint64_t{value} * count >> 32);
}

uint32_t slot_of(const Vocabulary &vocabulary, uint64_t state) {
  uint64_t hash = mix(state);
  uint32_t displacement = vocabulary.displacements[scale(static_cast<uint32_t>(hash), vocabulary.buckets)];
  uint32_t value = (static_cast<uint32_t>(hash >> 32) ^ (displacement * 0x9E3779B1u)) * 0x85EBCA77u;
  return scale(value ^ (value >> 15), vocabulary.slot_count);
}

uint32_t begin_of(const Vocabulary &vocabulary, uint32_t id) {
  return vocabulary.blocks[id / Vocabulary::block] + vocabulary.offsets[id];
}

std::string_view text_of(const Vocabulary &vocabulary, uint32_t id) {
  uint32_t begin = begin_of(vocabulary, id);
  return {vocabulary.text + begin, begin_of(vocabulary, id + 1) - begin};
}

// Whether `bytes` begins with the UTF-8 of `text`, which is taken off.
bool take(std::string_view &bytes, std::u32string_view text) {
  for (char32_t character : text) {
    if (bytes.empty() || read_utf8(bytes) != character) return false;
  }
  return true;
}

}  // namespace

bool has_token(const Vocabulary &vocabulary, int64_t id) {
  return id >= 0 && id < vocabulary.size && !std::ranges::binary_search(vocabulary.holes, static_cast<uint32_t>(id));
}

std::string_view token_text(const Vocabulary &vocabulary, int64_t id) {
  return has_token(vocabulary, id) ? text_of(vocabulary, static_cast<uint32_t>(id)) : std::string_view();
}

int32_t find_token(const Vocabulary &vocabulary, uint64_t state, std::u32string_view prefix, std::u32string_view text) {
  uint32_t slot = slot_of(vocabulary, state);
  uint32_t id = vocabulary.slots[slot];
  if (vocabulary.slots_above != nullptr) id |= uint32_t{vocabulary.slots_above[slot]} << 16;
  std::string_view bytes = text_of(vocabulary, id);
  bool same = take(bytes, prefix) && take(bytes, text) && bytes.empty();
  return same ? static_cast<int32_t>(id) : -1;
}

int32_t find_token(const Vocabulary &vocabulary, std::u32string_view text) {
  uint64_t state = vocabulary.seed;
  for (char32_t character : text) state = hash_character(state, character);
  int32_t id = find_token(vocabulary, state, {}, text);
  return has_token(vocabulary, id) ? id : -1;  // a hole looks like an empty token
}

}  // namespace modelet::tokenizers
