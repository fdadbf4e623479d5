#include "sampling/distribution.h"

#include "kernels/vocabulary.h"
#include "sampling/sampling.h"

namespace modelet::sampling {

Weights weigh(const Context &context, const Distribution &distribution) {
  const auto count = static_cast<int64_t>(distribution.logits.size());
  Weights weights{std::vector<float>(distribution.logits.size()), 0, 0};
  weights.largest = kernels::scan_logits(context, distribution.logits.data(), count).largest;
  weights.sum = kernels::exponentials(context, distribution.logits.data(), weights.largest, weights.values.data(), count);
  return weights;
}

Distribution distribution_of(const Context &context, std::span<float> logits, const SamplingOptions &options) {
  if (options.temperature != 1) {
    for (float &logit : logits) logit /= options.temperature;
  }
  Distribution distribution = take_top_k(logits, options.top_k);
  if (distribution.tokens.empty()) return distribution;
  if (options.top_p < 1) keep_top_p(context, distribution, options.top_p);
  if (options.min_p > 0) keep_min_p(context, distribution, options.min_p);
  if (options.typical_p < 1) keep_typical_p(context, distribution, options.typical_p);
  return distribution;
}

}  // namespace modelet::sampling
