// Many texts at once, with special tokens, truncation and padding, as transformers' `tokenizer(texts, …)` does it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/call.h"
#include "graph/program.h"
#include "tokenizers/tokenizer.h"

namespace modelet::tokenizers {

enum class Padding : uint8_t { none, longest, maximum };
enum class Truncation : uint8_t { none, longest_first };  // `only_first` is the same for single texts
enum class Side : uint8_t { left, right };
enum class Tensors : uint8_t { none, torch, numpy };

struct EncodeOptions {
  bool special_tokens = true;
  Padding padding = Padding::none;
  Truncation truncation = Truncation::none;
  Side truncated = Side::right;
  int64_t maximum = 0;      // `max_length`, for truncation and for Padding::maximum
  int64_t multiple_of = 0;  // pads to a multiple; 0: to no multiple
  Tensors tensors = Tensors::none;
};

// Ids of all texts. Counts the unpadded ids as the call's prompt tokens. False with the error of Python's tokenizer raised:
// OverflowError for a negative maximum, IndexError for no texts, TypeError for a lone surrogate, ValueError for rows that do not make a
// tensor; or when the call was cancelled, or memory ran out. Large batches use the call's pool; the result does not depend on it.
bool encode_batch(Call &call, const Tokenizer &tokenizer, std::span<const std::u32string_view> texts, const EncodeOptions &options,
                  graph::TokenBatch &out);

}  // namespace modelet::tokenizers
