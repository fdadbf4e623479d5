// What a tokenizer offers to requests that carry token ids.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"

namespace modelet {

// The tokenizer of an endpoint, for requests that carry token ids.
struct TextCodec {
  bool (*decode)(Call &call, std::span<const int64_t> ids, std::string &text);   // special tokens left out
  bool (*encode)(Call &call, std::string_view text, std::vector<int32_t> &ids);  // with special tokens
  int64_t vocabulary_size;
  bool truncates;  // the function's source asks for truncation
  // Appends what the token stands for after others, not always whole UTF-8; false for special tokens and ids without one. May be null.
  bool (*token_bytes)(int32_t id, std::string &bytes) = nullptr;
  // The same, and a special token's own name, such as "<|im_end|>". May be null.
  bool (*token_text)(int32_t id, std::string &text) = nullptr;
};

}  // namespace modelet
