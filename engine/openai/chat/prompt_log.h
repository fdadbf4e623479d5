// Log probabilities of a prompt's tokens, and where in its text each stands.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/generation.h"
#include "core/text_codec.h"

namespace modelet::openai {

struct PromptLog {
  std::vector<TokenLogprob> tokens;  // the first one's number means nothing: nothing stands before it
  std::vector<int64_t> offsets;      // of each, in characters
};

// Finds the tokens in the prompt, one after another; special ones that it does not hold take no room. False when the model reads something
// else than the prompt.
bool place_tokens(const TextCodec *codec, std::string_view prompt, PromptLog &log);

int64_t count_characters(std::string_view text);

}  // namespace modelet::openai
