#include "tokenizers/decode.h"

#include "tokenizers/byte_level.h"
#include "tokenizers/tokenizer.h"

namespace modelet::tokenizers {

void Pieces::clear() {
  text.clear();
  ends.clear();
}

void Pieces::add(std::string_view piece) {
  text += piece;
  ends.push_back(text.size());
}

void Pieces::swap(Pieces &other) noexcept {
  text.swap(other.text);
  ends.swap(other.ends);
}

DecodeChain::DecodeChain(const Tokenizer &tokenizer, bool clean_up, bool raw)
    : steps_(tokenizer.decoder), states_(steps_.size() + 1), clean_up_(clean_up), raw_(raw) {}

void DecodeChain::begin() {
  for (StepState &state : states_) state.begun = true;
}

void DecodeChain::run(Pieces &pieces, bool ends) {
  StepState *state = states_.data();
  for (const DecodeStep &step : steps_) step.run(step.tables, {ends, raw_}, *state++, pieces, scratch_);
  if (clean_up_) clean_up_text(nullptr, {ends, raw_}, *state, pieces, scratch_);
}

namespace {

void append_model_piece(const Tokenizer &tokenizer, int64_t id, std::string &out) {
  const Vocabulary &vocabulary = *tokenizer.vocabulary;
  std::string_view text = token_text(vocabulary, id);
  bool bytes = vocabulary.bytes && !is_verbatim(vocabulary, id);
  if (tokenizer.decodes_bytes && !bytes)
    append_bytes(out, text);
  else if (!tokenizer.decodes_bytes && bytes)
    append_alphabet(out, text);
  else
    out += text;
}

}  // namespace

void add_piece(const Tokenizer &tokenizer, int64_t id, bool skip_special, Pieces &pieces) {
  const AddedToken *added = find_added(tokenizer.added, id);
  if (skip_special && added != nullptr && added->special) return;
  if (added != nullptr) return pieces.add(added->decoded);
  if (!has_token(*tokenizer.vocabulary, id)) return;
  append_model_piece(tokenizer, id, pieces.text);
  pieces.ends.push_back(pieces.text.size());
}

bool check_id(Call &call, int64_t id) {
  if (id < 0) call.raise("OverflowError", "number too small to fit in target type");
  if (id > 0xFFFFFFFF) call.raise("OverflowError", "number too large to fit in target type");
  return !call.failed();
}

bool decode_ids(Call &call, const Tokenizer &tokenizer, std::span<const int64_t> ids, bool skip_special, bool clean_up, std::string &out) {
  for (int64_t id : ids)
    if (!check_id(call, id)) return false;
  Pieces pieces;
  for (int64_t id : ids) {
    if (call.interrupted()) return false;
    add_piece(tokenizer, id, skip_special, pieces);
  }
  DecodeChain(tokenizer, clean_up).run(pieces, true);
  out += pieces.text;
  return true;
}

}  // namespace modelet::tokenizers
