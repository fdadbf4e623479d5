// Log probabilities of a row of logits.
#pragma once

#include <span>

#include "sampling/sampling.h"

namespace modelet::sampling {

// logit - normalizer = log probability. `largest`: the largest logit.
double log_normalizer(const Context &context, std::span<const float> logits, float largest);

// The `count` likeliest, likeliest first, of equals the smaller token.
std::vector<Candidate> likeliest(std::span<const float> logits, double normalizer, int64_t count);

}  // namespace modelet::sampling
