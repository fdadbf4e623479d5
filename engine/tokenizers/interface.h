// What other parts of the engine ask of a compiled tokenizer. Any thread may use one; nothing here raises Python errors.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tokenizers/stream.h"
#include "tokenizers/tokenizer.h"

namespace modelet::tokenizers {

// Appends the ids of a text (UTF-8, ill-formed parts of which become U+FFFD; or code points), with those that the tokenizer puts around
// every text when `special_tokens`. Names of special tokens in the text become these tokens, as in Python. Stops early when `cancelled`
// is set. Throws std::bad_alloc.
void encode(const Tokenizer &tokenizer, std::string_view text, bool special_tokens, std::vector<int32_t> &ids,
            const std::atomic<bool> *cancelled = nullptr);
void encode(const Tokenizer &tokenizer, std::u32string_view text, bool special_tokens, std::vector<int32_t> &ids,
            const std::atomic<bool> *cancelled = nullptr);

// Appends the text of the ids as UTF-8. Ids without a token are left out, and special tokens when `skip_special`.
void decode(const Tokenizer &tokenizer, std::span<const int32_t> ids, bool skip_special, std::string &text);

// Appends the bytes that the token stands for after other tokens: "Ġhello" and "▁hello" are " hello", "<0xE2>" is one byte, and so may
// be a token of a byte-level model. A character may need the bytes of several tokens. False when no token has the id.
bool append_token_bytes(const Tokenizer &tokenizer, int32_t id, std::string &bytes);

// One that decoding leaves out when it is told to, such as "<|im_end|>".
bool is_special_token(const Tokenizer &tokenizer, int32_t id);

// One more than the largest id that has a token.
int32_t id_count(const Tokenizer &tokenizer);

// The id of a token by its own text, such as "<|im_end|>"; -1 when there is none.
int32_t token_id(const Tokenizer &tokenizer, std::string_view token);

}  // namespace modelet::tokenizers
