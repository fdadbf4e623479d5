#include "tokenizers/decode.h"

#include <array>
#include <utility>

namespace modelet::tokenizers {

namespace {

using Rule = std::pair<std::string_view, std::string_view>;

// What a WordPiece decoder does to each token (with the space before it) when it cleans up.
constexpr std::array<Rule, 11> token_rules{{{" .", "."},
                                            {" ?", "?"},
                                            {" !", "!"},
                                            {" ,", ","},
                                            {" ' ", "'"},
                                            {" n't", "n't"},
                                            {" 'm", "'m"},
                                            {" do not", " don't"},
                                            {" 's", "'s"},
                                            {" 've", "'ve"},
                                            {" 're", "'re"}}};

// What transformers does to the whole text.
constexpr std::array<Rule, 10> text_rules{{{" .", "."},
                                           {" ?", "?"},
                                           {" !", "!"},
                                           {" ,", ","},
                                           {" ' ", "'"},
                                           {" n't", "n't"},
                                           {" 'm", "'m"},
                                           {" 's", "'s"},
                                           {" 've", "'ve"},
                                           {" 're", "'re"}}};

std::string replaced(std::string_view text, const Rule &rule) {
  std::string out;
  for (std::size_t found; (found = text.find(rule.first)) != text.npos; text.remove_prefix(found + rule.first.size())) {
    out += text.substr(0, found);
    out += rule.second;
  }
  return out += text;
}

template <std::size_t size>
void apply(const std::array<Rule, size> &rules, std::string &text) {
  for (const Rule &rule : rules)
    if (text.find(rule.first) != text.npos) text = replaced(text, rule);
}

}  // namespace

void decode_wordpiece(const void *tables, std::string_view token, bool first, std::string &out) {
  const auto &decoder = *static_cast<const WordPieceDecoder *>(tables);
  std::string piece;
  if (first || !token.starts_with(decoder.prefix)) {
    if (!first) piece = " ";
  } else {
    token.remove_prefix(decoder.prefix.size());
  }
  piece += token;
  if (decoder.cleanup) apply(token_rules, piece);
  out += piece;
}

void decode_spaced(const void *, std::string_view token, bool first, std::string &out) {
  if (!first) out += ' ';
  out += token;
}

bool check_id(Call &call, int64_t id) {
  if (id < 0) call.raise("OverflowError", "number too small to fit in target type");
  if (id > 0xFFFFFFFF) call.raise("OverflowError", "number too large to fit in target type");
  return !call.failed();
}

bool decode_ids(Call &call, const Tokenizer &tokenizer, std::span<const int64_t> ids, bool skip_special, std::string &out) {
  for (int64_t id : ids)
    if (!check_id(call, id)) return false;
  std::string text;
  bool first = true;
  for (int64_t id : ids) {
    if (call.interrupted()) return false;
    const AddedToken *added = find_added(tokenizer.added, id);
    if (skip_special && added != nullptr && added->special) continue;
    if (added == nullptr && !has_token(*tokenizer.vocabulary, id)) continue;
    std::string_view token = added != nullptr ? added->decoded : token_text(*tokenizer.vocabulary, id);
    tokenizer.decoder.append(tokenizer.decoder.tables, token, first, text);
    first = false;
  }
  if (tokenizer.clean_up_spaces) apply(text_rules, text);
  out += text;
  return true;
}

}  // namespace modelet::tokenizers
