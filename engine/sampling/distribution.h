// The tokens that may still be chosen, and the steps that leave some of them out: the order of transformers' warpers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/context.h"

namespace modelet::sampling {

struct Distribution {
  std::vector<int32_t> tokens;  // rising
  std::vector<float> logits;    // of these tokens, after the temperature
};

// e^(logit - largest logit) of each, so the largest is 1; their sum.
struct Weights {
  std::vector<float> values;
  float largest;  // logit
  double sum;
};
Weights weigh(const Context &context, const Distribution &distribution);

// Of the tokens whose logit is above -infinity, those among the `top_k` (0: all) likeliest; as many more as are equal to the last of them.
Distribution take_top_k(std::span<const float> logits, int64_t top_k);

// Those that make up `top_p` of the probability, likeliest first, the one that crosses the border included.
void keep_top_p(const Context &context, Distribution &distribution, float top_p);

// Those at least `min_p` times as likely as the likeliest.
void keep_min_p(const Context &context, Distribution &distribution, float min_p);

// Those whose information is nearest to the expected one, until they make up `typical_p` of the probability.
void keep_typical_p(const Context &context, Distribution &distribution, float typical_p);

// Keeps the tokens at places for which `kept` holds.
template <typename Kept>
void keep_where(Distribution &distribution, const Kept &kept) {
  std::size_t count = 0;
  for (std::size_t place = 0; place < distribution.tokens.size(); ++place) {
    if (!kept(place)) continue;
    distribution.tokens[count] = distribution.tokens[place];
    distribution.logits[count++] = distribution.logits[place];
  }
  distribution.tokens.resize(count);
  distribution.logits.resize(count);
}

struct SamplingOptions;

// All steps, from logits that penalties, bias and grammar were applied to. Empty when every logit is -infinity.
Distribution distribution_of(const Context &context, std::span<float> logits, const SamplingOptions &options);

}  // namespace modelet::sampling
