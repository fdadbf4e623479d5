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
        cancelled_(cancelled),
        scratch_(scratch),
        ids_(ids) {}

  void run(std::u32string_view text) {
    split_added(
        tokenizer_.added, tokenizer_.added.raw, text, [&](std::u32string_view part) { return add_text(part); },
        [&](const AddedToken &token) { return add_id(token.id); });
  }

 private:
  bool wanted() const { return ids_.size() < end_ && (cancelled_ == nullptr || !cancelled_->load(std::memory_order_relaxed)); }

  bool add_id(int32_t id) {
    ids_.push_back(id);
    return wanted();
  }

  bool add_text(std::u32string_view text) {
    while (!text.empty()) {
      std::size_t length = tokenizer_.portioned ? portion_length(text) : text.size();
      scratch_.text.assign(text.substr(0, length));
      normalize(tokenizer_.normalizer, scratch_.text, scratch_.spare);
      if (!add_normalized(scratch_.text.view())) return false;
      text.remove_prefix(length);
    }
    return wanted();
  }

  bool add_normalized(std::u32string_view text) {
    return split_added(
        tokenizer_.added, tokenizer_.added.normalized, text, [&](std::u32string_view part) { return add_words(part); },
        [&](const AddedToken &token) { return add_id(token.id); });
  }

  bool add_words(std::u32string_view text) {
    const Model &model = tokenizer_.model;
    split_words(*tokenizer_.splitter, text, [&](std::u32string_view word) {
      model.tokenize(model.tables, word, ids_);
      return wanted();
    });
    return wanted();
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
  const std::atomic<bool> *cancelled_;
  Scratch &scratch_;
  std::vector<int32_t> &ids_;
};

}  // namespace

void encode_text(const Tokenizer &tokenizer, std::u32string_view text, std::size_t limit, const std::atomic<bool> *cancelled,
                 Scratch &scratch, std::vector<int32_t> &ids) {
  if (limit > 0) Pass(tokenizer, limit, cancelled, scratch, ids).run(text);
}

bool append_token(const Tokenizer &tokenizer, int64_t id, std::string &out) {
  if (const AddedToken *token = find_added(tokenizer.added, id)) {
    for (char32_t character : token->content) append_utf8(out, character);
    return true;
  }
  out += token_text(*tokenizer.vocabulary, id);
  return has_token(*tokenizer.vocabulary, id);
}

int32_t token_id(const Tokenizer &tokenizer, std::u32string_view token) {
  if (const AddedToken *added = find_added(tokenizer.added, token)) return added->id;
  return find_token(*tokenizer.vocabulary, token);
}

}  // namespace modelet::tokenizers
