// A compiled tokenizer: constant tables in the library, and the steps that read them.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizers/added_tokens.h"
#include "tokenizers/decode.h"
#include "tokenizers/normalize.h"
#include "tokenizers/scratch.h"
#include "tokenizers/split.h"
#include "tokenizers/vocabulary.h"

namespace modelet::tokenizers {

// How a word becomes ids. Another kind of model is another function with tables of its own.
struct Model {
  void (*tokenize)(const void *tables, std::u32string_view word, Scratch &scratch, std::vector<int32_t> &ids);
  const void *tables;
};

struct TypedId {
  int32_t id;
  int32_t type;
};

// Special tokens around a single text.
struct Template {
  std::span<const TypedId> before, after;
  int32_t type;  // token type of the text itself
};

// Written by the compiler as a constant. Any thread may use it.
struct Tokenizer {
  std::span<const Step> normalizer;
  // A long text may be normalised and split in portions that begin at a space, or at one of the characters `portions` marks as
  // `spaced` when it is not null: no step looks past a space, and none belongs to a word.
  bool portioned;
  const Mapping *portions;
  std::span<const SplitStage> stages;
  Model model;
  const Vocabulary *vocabulary;
  AddedTokens added;
  Template single;
  std::span<const DecodeStep> decoder;
  bool decodes_bytes;  // the decoder takes tokens as the bytes that byte-level text stands for
  int32_t pad_id;      // -1: none
  int32_t pad_type;
  int32_t unknown_id;                       // what convert_tokens_to_ids gives for text that is no token; -1: there is none
  std::span<const int32_t> named_specials;  // ids that convert_ids_to_tokens leaves out on request, rising
};

// Appends the ids of one text without special tokens. May stop once `limit` ids were appended, and when `cancelled` is set.
void encode_text(const Tokenizer &tokenizer, std::u32string_view text, std::size_t limit, const std::atomic<bool> *cancelled,
                 Scratch &scratch, std::vector<int32_t> &ids);

// Text and UTF-8 of the token with this id, an added one or the model's; false when there is none.
bool append_token(const Tokenizer &tokenizer, int64_t id, std::string &out);
// -1 when the text is no token.
int32_t token_id(const Tokenizer &tokenizer, std::u32string_view token);

}  // namespace modelet::tokenizers
