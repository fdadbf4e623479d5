#include "tokenizers/interface.h"

#include <algorithm>

#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

void encode(const Tokenizer &tokenizer, std::u32string_view text, bool special_tokens, std::vector<int32_t> &ids,
            const std::atomic<bool> *cancelled) {
  auto add = [&](std::span<const TypedId> specials) {
    for (TypedId special : specials) ids.push_back(special.id);
  };
  Scratch scratch;
  if (special_tokens) add(tokenizer.single.before);
  encode_text(tokenizer, text, ids.max_size(), cancelled, scratch, ids);
  if (special_tokens) add(tokenizer.single.after);
}

void encode(const Tokenizer &tokenizer, std::string_view text, bool special_tokens, std::vector<int32_t> &ids,
            const std::atomic<bool> *cancelled) {
  encode(tokenizer, characters_of(text), special_tokens, ids, cancelled);
}

void decode(const Tokenizer &tokenizer, std::span<const int32_t> ids, bool skip_special, std::string &text) {
  Pieces pieces;
  for (int32_t id : ids) add_piece(tokenizer, id, skip_special, pieces);
  DecodeChain(tokenizer, false).run(pieces, true);
  text += pieces.text;
}

bool append_token_bytes(const Tokenizer &tokenizer, int32_t id, std::string &bytes) {
  Pieces pieces;
  add_piece(tokenizer, id, false, pieces);
  if (pieces.ends.empty()) return false;
  DecodeChain chain(tokenizer, false, true);
  chain.begin();
  chain.run(pieces, false);
  bytes += pieces.text;
  return true;
}

bool is_special_token(const Tokenizer &tokenizer, int32_t id) {
  const AddedToken *added = find_added(tokenizer.added, id);
  return added != nullptr && added->special;
}

int32_t id_count(const Tokenizer &tokenizer) {
  auto count = static_cast<int32_t>(tokenizer.vocabulary->size);
  return tokenizer.added.tokens.empty() ? count : std::max(count, tokenizer.added.tokens.back().id + 1);
}

int32_t token_id(const Tokenizer &tokenizer, std::string_view token) {
  return token_id(tokenizer, characters_of(token));
}

}  // namespace modelet::tokenizers
