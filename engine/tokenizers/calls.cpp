#include "tokenizers/calls.h"

#include <algorithm>
#include <cstdio>

#include "tokenizers/decode.h"
#include "tokenizers/utf8.h"

namespace modelet::tokenizers {

namespace {

Encoding encode_views(Call &call, const Tokenizer &tokenizer, std::span<const std::u32string_view> texts, const EncodeOptions &options) {
  auto batch = std::make_shared<graph::TokenBatch>();
  return encode_batch(call, tokenizer, texts, options, *batch) ? batch : nullptr;
}

std::span<const int64_t> ids_of(const python::List<int64_t> &ids) {
  return {ids.begin(), static_cast<std::size_t>(ids.size())};
}

python::Str decode_span(Call &call, const Tokenizer &tokenizer, std::span<const int64_t> ids, bool skip_special, bool clean_up) {
  std::string text;
  return decode_ids(call, tokenizer, ids, skip_special, clean_up, text) ? python::from_utf8(call, text) : python::Str();
}

// CPython's message when a str with surrogates is encoded.
std::string surrogate_message(std::u32string_view text) {
  auto first = std::ranges::find_if(text, is_surrogate);
  auto last = std::find_if_not(first, text.end(), is_surrogate);
  auto position = first - text.begin();
  if (last - first > 1)
    return "'utf-8' codec can't encode characters in position " + std::to_string(position) + "-" + std::to_string(last - text.begin() - 1) +
           ": surrogates not allowed";
  char escaped[8];
  std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(*first));
  return std::string("'utf-8' codec can't encode character '") + escaped + "' in position " + std::to_string(position) +
         ": surrogates not allowed";
}

std::string no_token(const Tokenizer &tokenizer, int64_t id) {
  return "no token has the id " + std::to_string(id) + "; the vocabulary's ids are below " + std::to_string(tokenizer.vocabulary->size);
}

// -1 when the text is no token, or with UnicodeEncodeError raised.
int32_t find_id(Call &call, const Tokenizer &tokenizer, const python::Str &token) {
  std::u32string_view text = token.view();
  if (!std::ranges::any_of(text, is_surrogate)) return token_id(tokenizer, text);
  call.raise("UnicodeEncodeError", surrogate_message(text));
  return -1;
}

template <typename Id, typename Convert>
python::List<Id> converted(Call &call, const python::List<python::Str> &tokens, Convert &&convert) {
  auto ids = python::new_list<Id>(call, tokens.size());
  for (const python::Str &token : tokens) {
    if (call.failed()) return {};
    Id id = convert(token);
    if (call.failed() || !ids.push(call, id)) return {};
  }
  return ids;
}

python::Str token_of(Call &call, const Tokenizer &tokenizer, int64_t id) {
  std::string text;
  if (!check_id(call, id)) return {};
  if (append_token(tokenizer, id, text)) return python::from_utf8(call, text);
  call.raise("ValueError", no_token(tokenizer, id));
  return {};
}

}  // namespace

Encoding tokenize(Call &call, const Tokenizer &tokenizer, const python::Str &text, const EncodeOptions &options) {
  std::u32string_view view = text.view();
  return encode_views(call, tokenizer, {&view, 1}, options);
}

Encoding tokenize(Call &call, const Tokenizer &tokenizer, const python::List<python::Str> &texts, const EncodeOptions &options) {
  std::vector<std::u32string_view> views;
  views.reserve(static_cast<std::size_t>(texts.size()));
  for (const python::Str &text : texts) views.push_back(text.view());
  return encode_views(call, tokenizer, views, options);
}

python::List<python::Str> tokenize_to_text(Call &call, const Tokenizer &tokenizer, const python::Str &text, const EncodeOptions &options) {
  Encoding encoding = tokenize(call, tokenizer, text, options);
  if (call.failed()) return {};
  python::List<int64_t> ids = encoding_list(call, encoding, Field::input_ids);
  return call.failed() ? python::List<python::Str>() : convert_ids_to_tokens(call, tokenizer, ids, false);
}

python::Str decode(Call &call, const Tokenizer &tokenizer, int64_t id, bool skip_special, bool clean_up) {
  return decode_span(call, tokenizer, {&id, 1}, skip_special, clean_up);
}

python::Str decode(Call &call, const Tokenizer &tokenizer, const python::List<int64_t> &ids, bool skip_special, bool clean_up) {
  return decode_span(call, tokenizer, ids_of(ids), skip_special, clean_up);
}

python::List<python::Str> decode(Call &call, const Tokenizer &tokenizer, const python::List<python::List<int64_t>> &ids, bool skip_special,
                                 bool clean_up) {
  auto texts = python::new_list<python::Str>(call, ids.size());
  for (const python::List<int64_t> &sequence : ids) {
    if (call.failed() || call.interrupted()) return {};
    python::Str text = decode_span(call, tokenizer, ids_of(sequence), skip_special, clean_up);
    if (call.failed() || !texts.push(call, std::move(text))) return {};
  }
  return texts;
}

int64_t convert_tokens_to_ids(Call &call, const Tokenizer &tokenizer, const python::Str &token) {
  int32_t id = find_id(call, tokenizer, token);
  return id >= 0 ? id : tokenizer.unknown_id;
}

python::List<int64_t> convert_tokens_to_ids(Call &call, const Tokenizer &tokenizer, const python::List<python::Str> &tokens) {
  return converted<int64_t>(call, tokens, [&](const python::Str &token) { return convert_tokens_to_ids(call, tokenizer, token); });
}

OptionalId find_token_ids(Call &call, const Tokenizer &tokenizer, const python::Str &token) {
  int32_t id = find_id(call, tokenizer, token);
  return id >= 0 ? OptionalId(int64_t{id}) : OptionalId(python::None{});
}

python::List<OptionalId> find_token_ids(Call &call, const Tokenizer &tokenizer, const python::List<python::Str> &tokens) {
  return converted<OptionalId>(call, tokens, [&](const python::Str &token) { return find_token_ids(call, tokenizer, token); });
}

python::Str convert_ids_to_tokens(Call &call, const Tokenizer &tokenizer, int64_t id, bool) {
  return token_of(call, tokenizer, id);
}

python::List<python::Str> convert_ids_to_tokens(Call &call, const Tokenizer &tokenizer, const python::List<int64_t> &ids,
                                                bool skip_special) {
  auto tokens = python::new_list<python::Str>(call, ids.size());
  for (int64_t id : ids_of(ids)) {
    if (call.failed() || call.interrupted()) return {};
    if (skip_special && std::ranges::binary_search(tokenizer.named_specials, id)) continue;
    python::Str token = token_of(call, tokenizer, id);
    if (call.failed() || !tokens.push(call, std::move(token))) return {};
  }
  return tokens;
}

bool codec_decode(Call &call, const Tokenizer &tokenizer, std::span<const int64_t> ids, bool clean_up, std::string &text) {
  for (int64_t id : ids) {
    if (find_added(tokenizer.added, id) != nullptr || has_token(*tokenizer.vocabulary, id)) continue;
    call.fail(invalid_request(no_token(tokenizer, id), "token_id_out_of_range", "input"));
    return false;
  }
  return decode_ids(call, tokenizer, ids, true, clean_up, text);
}

bool codec_encode(Call &call, const Tokenizer &tokenizer, std::string_view text, std::vector<int32_t> &ids) {
  std::u32string characters = characters_of(text);
  std::u32string_view view = characters;
  int64_t counted = call.usage.prompt_tokens;
  graph::TokenBatch batch;
  bool encoded = encode_batch(call, tokenizer, {&view, 1}, {}, batch);
  call.usage.prompt_tokens = counted;  // the function's own call counts
  ids.swap(batch.input_ids);
  return encoded;
}

}  // namespace modelet::tokenizers
