// What changes logits before they are looked at: bias, penalties of tokens that were there before, and what a grammar allows.
#pragma once

#include <span>

#include "sampling/sampling.h"

namespace modelet::sampling {

void add_bias(std::span<float> logits, std::span<const std::pair<int32_t, float>> bias);

// As transformers': tokens of the prompt and generated ones, each once; a positive logit is divided, a negative one multiplied.
void penalize_repetition(std::span<float> logits, const History &history, float penalty);

// As the OpenAI interface says: of generated tokens, `presence` once and `frequency` for each time.
void penalize_generated(std::span<float> logits, std::span<const int32_t> generated, float presence, float frequency);

// -infinity for what is not allowed.
void forbid_others(std::span<float> logits, std::span<const uint32_t> allowed);

}  // namespace modelet::sampling
