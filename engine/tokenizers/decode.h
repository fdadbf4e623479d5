// From ids back to text.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/call.h"
#include "tokenizers/tokenizer.h"

namespace modelet::tokenizers {

struct WordPieceDecoder {
  std::string_view prefix;
  bool cleanup;
};

void decode_wordpiece(const void *tables, std::string_view token, bool first, std::string &out);  // WordPieceDecoder
void decode_spaced(const void *tables, std::string_view token, bool first, std::string &out);     // no tables: joins with spaces

// Appends the text as UTF-8. Ids without a token are left out, as are special tokens when `skip_special`. False with
// OverflowError raised for an id that has not 32 unsigned bits.
bool decode_ids(Call &call, const Tokenizer &tokenizer, std::span<const int64_t> ids, bool skip_special, std::string &out);

// False with OverflowError raised unless 0 <= id < 2^32.
bool check_id(Call &call, int64_t id);

}  // namespace modelet::tokenizers
