#include "tokenizers/vocabulary.h"

#include <algorithm>

#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

uint32_t begin_of(const Vocabulary &vocabulary, uint32_t id) {
  return uint32_t{vocabulary.blocks[id / Vocabulary::block]} + vocabulary.offsets[id];
}

std::string_view text_of(const Vocabulary &vocabulary, uint32_t id) {
  uint32_t begin = begin_of(vocabulary, id);
  return {vocabulary.text + begin, begin_of(vocabulary, id + 1) - begin};
}

bool take_bytes(std::string_view &bytes, std::u32string_view text) {
  if (bytes.size() < text.size()) return false;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (static_cast<unsigned char>(bytes[at]) != text[at]) return false;
  bytes.remove_prefix(text.size());
  return true;
}

// Whether `bytes` begins with `text` as the vocabulary stores it; it is then taken off.
bool take(const Vocabulary &vocabulary, std::string_view &bytes, std::u32string_view text) {
  if (vocabulary.bytes) return take_bytes(bytes, text);
  for (char32_t character : text) {
    if (bytes.empty() || read_utf8(bytes) != character) return false;
  }
  return true;
}

}  // namespace

bool has_token(const Vocabulary &vocabulary, int64_t id) {
  return id >= 0 && id < vocabulary.size && !std::ranges::binary_search(vocabulary.holes, static_cast<uint32_t>(id));
}

bool is_verbatim(const Vocabulary &vocabulary, int64_t id) {
  return std::ranges::binary_search(vocabulary.verbatim, id, {}, [](uint32_t one) { return int64_t{one}; });
}

std::string_view token_text(const Vocabulary &vocabulary, int64_t id) {
  return has_token(vocabulary, id) ? text_of(vocabulary, static_cast<uint32_t>(id)) : std::string_view();
}

int32_t find_token(const Vocabulary &vocabulary, uint64_t state, std::u32string_view prefix, std::u32string_view text) {
  uint32_t slot = slot_of(vocabulary.hash, state);
  uint32_t id = vocabulary.slots[slot];
  if (vocabulary.slots_above != nullptr) id |= uint32_t{static_cast<unsigned char>(vocabulary.slots_above[slot])} << 16;
  std::string_view bytes = text_of(vocabulary, id);
  bool same = take(vocabulary, bytes, prefix) && take(vocabulary, bytes, text) && bytes.empty();
  return same ? static_cast<int32_t>(id) : -1;
}

int32_t find_token(const Vocabulary &vocabulary, std::u32string_view text) {
  uint64_t state = vocabulary.hash.seed;
  for (char32_t character : text) state = hash_character(state, character);
  int32_t id = find_token(vocabulary, state, {}, text);
  return has_token(vocabulary, id) && !is_verbatim(vocabulary, id) ? id : -1;  // a free slot leads to token 0, a hole looks empty
}

}  // namespace modelet::tokenizers
