#include "tokenizers/byte_level.h"
#include "tokenizers/tokenizer.h"
#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

constexpr std::size_t portion = 16384;  // characters normalised at once

class Pass {
 public:
  Pass(const Tokenizer &tokenizer, std::size_t limit, const std::atomic<bool> *cancelled, Scratch &scratch, std::vector<int32_t> &ids)
      : tokenizer_(tokenizer),
        end_(limit > ids.max_size() - ids.size() ? ids.max_size() : ids.size() + limit),
        scratch_(scratch),
        ids_(ids) {
    scratch.cancelled = cancelled;
  }

  void run(std::u32string_view text) {
    split_added(
        tokenizer_.added, tokenizer_.added.raw, text, [&](std::u32string_view part) { return add_text(part, part.data() == text.data()); },
        [&](const AddedToken &token) { return add_id(token.id); });
  }

 private:
  bool wanted() const { return ids_.size() < end_ && !scratch_.is_cancelled(); }

  bool add_id(int32_t id) {
    ids_.push_back(id);
    return wanted();
  }

  // `first`: the text begins the input.
  bool add_text(std::u32string_view text, bool first) {
    if (tokenizer_.normalizer.empty()) return add_normalized(text, first);
    while (!text.empty()) {
      std::size_t length = tokenizer_.portioned ? portion_length(text) : text.size();
      scratch_.text.assign(text.substr(0, length));
      normalize(tokenizer_.normalizer, scratch_.text, scratch_.spare);
      if (!add_normalized(scratch_.text.view(), first)) return false;
      first = false;
      text.remove_prefix(length);
    }
    return wanted();
  }

  bool add_normalized(std::u32string_view text, bool first) {
    return split_added(
        tokenizer_.added, tokenizer_.added.normalized, text,
        [&](std::u32string_view part) { return add_words({part, first && part.data() == text.data()}); },
        [&](const AddedToken &token) { return add_id(token.id); });
  }

  bool add_words(Piece piece) {
    const Model &model = tokenizer_.model;
    auto word = [&](Piece part) {
      model.tokenize(model.tables, part.text, scratch_, ids_);
      return wanted();
    };
    return split(tokenizer_.stages, piece, scratch_, word);
  }

  bool begins_portion(char32_t character) const {
    return character == U' ' || (tokenizer_.portions != nullptr && tokenizer_.portions->codes[character] == Mapping::spaced);
  }

  // As much of the text as may be looked at on its own: about `portion`, or as far as the next place where it can be cut.
  std::size_t portion_length(std::u32string_view text) const {
    if (text.size() <= portion) return text.size();
    for (std::size_t at = portion; at > portion / 2; --at)
      if (begins_portion(text[at])) return at;
    for (std::size_t at = portion + 1; at < text.size(); ++at)
      if (begins_portion(text[at])) return at;
    return text.size();
  }

  const Tokenizer &tokenizer_;
  std::size_t end_;  // ids wanted, those of earlier texts included
  Scratch &scratch_;
  std::vector<int32_t> &ids_;
};

}  // namespace

void encode_text(const Tokenizer &tokenizer, std::u32string_view text, std::size_t limit, const std::atomic<bool> *cancelled,
                 Scratch &scratch, std::vector<int32_t> &ids) {
  if (limit > 0) Pass(tokenizer, limit, cancelled, scratch, ids).run(text);
}

bool append_token(const Tokenizer &tokenizer, int64_t id, std::string &out) {
  const Vocabulary &vocabulary = *tokenizer.vocabulary;
  if (const AddedToken *token = find_added(tokenizer.added, id)) {
    for (char32_t character : token->content) append_utf8(out, character);
    return true;
  }
  if (vocabulary.bytes && !is_verbatim(vocabulary, id))
    append_alphabet(out, token_text(vocabulary, id));
  else
    out += token_text(vocabulary, id);
  return has_token(vocabulary, id);
}

namespace {

// A token of a byte-level vocabulary by the text that stands for its bytes.
int32_t find_byte_token(const Vocabulary &vocabulary, std::u32string_view token) {
  std::string text, bytes;
  for (char32_t character : token) append_utf8(text, character);
  for (uint32_t id : vocabulary.verbatim)
    if (token_text(vocabulary, id) == text) return static_cast<int32_t>(id);
  append_bytes(bytes, text);
  std::u32string units(bytes.size(), U'\0');
  for (std::size_t at = 0; at < bytes.size(); ++at) units[at] = static_cast<unsigned char>(bytes[at]);
  int32_t id = find_token(vocabulary, units);
  std::string found;
  if (id >= 0) append_alphabet(found, bytes);
  return id >= 0 && found == text ? id : -1;
}

}  // namespace

int32_t token_id(const Tokenizer &tokenizer, std::u32string_view token) {
  if (const AddedToken *added = find_added(tokenizer.added, token)) return added->id;
  return tokenizer.vocabulary->bytes ? find_byte_token(*tokenizer.vocabulary, token) : find_token(*tokenizer.vocabulary, token);
}

}  // namespace modelet::tokenizers
