#include "tokenizers/wordpiece.h"

#include <algorithm>

namespace modelet::tokenizers {

namespace {

constexpr std::size_t hashed_at_once = 256;  // tokens longer than this are looked up with a hash of their own

uint64_t hash_all(uint64_t state, std::u32string_view text) {
  for (char32_t character : text) state = hash_character(state, character);
  return state;
}

// The longest token that is `prefix` and a beginning of `rest`; returns its length in characters without the prefix, or 0.
std::size_t longest_piece(const WordPiece &model, std::u32string_view prefix, std::u32string_view rest, int32_t &id) {
  const Vocabulary &vocabulary = *model.vocabulary;
  if (prefix.size() >= model.longest_token) return 0;
  std::size_t longest = std::min<std::size_t>(rest.size(), model.longest_token - prefix.size());
  uint64_t states[hashed_at_once + 1];
  states[0] = hash_all(vocabulary.hash.seed, prefix);
  for (std::size_t length = 1; length <= std::min(longest, hashed_at_once); ++length)
    states[length] = hash_character(states[length - 1], rest[length - 1]);
  for (std::size_t length = longest; length > 0; --length) {
    std::u32string_view piece = rest.substr(0, length);
    uint64_t state = length <= hashed_at_once ? states[length] : hash_all(states[0], piece);
    id = find_token(vocabulary, state, prefix, piece);
    if (id >= 0) return length;
  }
  return 0;
}

}  // namespace

void tokenize_wordpiece(const void *tables, std::u32string_view word, Scratch &, std::vector<int32_t> &ids) {
  const WordPiece &model = *static_cast<const WordPiece *>(tables);
  std::size_t before = ids.size();
  std::u32string_view rest = word, prefix;
  bool cut = word.size() <= model.longest_word;
  while (cut && !rest.empty()) {
    int32_t id = -1;
    std::size_t length = longest_piece(model, prefix, rest, id);
    cut = length > 0;
    if (cut) ids.push_back(id);
    rest.remove_prefix(length);
    prefix = model.prefix;
  }
  if (cut) return;
  ids.resize(before);
  ids.push_back(model.unknown);
}

}  // namespace modelet::tokenizers
