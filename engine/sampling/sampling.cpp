#include "sampling/sampling.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/vocabulary.h"
#include "sampling/distribution.h"
#include "sampling/logprobs.h"
#include "sampling/penalties.h"
#include "sampling/random.h"

namespace modelet::sampling {

namespace {

void apply_wishes(std::span<float> logits, const SamplingOptions &options, const History &history, std::span<const uint32_t> allowed) {
  add_bias(logits, options.logit_bias);
  penalize_repetition(logits, history, options.repetition_penalty);
  penalize_generated(logits, history.generated, options.presence_penalty, options.frequency_penalty);
  forbid_others(logits, allowed);
}

// The first of the largest.
int32_t likeliest_token(std::span<const float> logits, float largest) {
  return static_cast<int32_t>(std::find(logits.begin(), logits.end(), largest) - logits.begin());
}

// The token at `place`, in [0, 1), of the whole probability, tokens lying side by side.
int32_t token_at(const Context &context, const Distribution &distribution, double place) {
  const Weights weights = weigh(context, distribution);
  const double wanted = place * weights.sum;
  double sum = 0;
  std::size_t last = 0;  // with a probability at all
  for (std::size_t index = 0; index < weights.values.size(); ++index) {
    if (weights.values[index] == 0) continue;
    last = index;
    sum += static_cast<double>(weights.values[index]);
    if (sum > wanted) break;
  }
  return distribution.tokens[last];
}

// -1 when there is none.
int32_t choose_token(const Context &context, std::span<float> logits, const SamplingOptions &options, uint64_t place) {
  const float largest = kernels::scan_logits(context, logits.data(), static_cast<int64_t>(logits.size())).largest;
  if (std::isinf(largest)) return largest > 0 ? likeliest_token(logits, largest) : -1;
  // A temperature so low that logits overflow leaves the likeliest alone.
  if (options.temperature == 0 || !std::isfinite(largest / options.temperature)) return likeliest_token(logits, largest);
  return token_at(context, distribution_of(context, logits, options), uniform(options.seed, place));
}

Error not_a_number(std::size_t generated) {
  return server_error("the model computed logits that are no numbers, after " + std::to_string(generated) + " generated tokens",
                      "nan_logits");
}

}  // namespace

bool choose(const Context &context, std::span<float> logits, const SamplingOptions &options, const History &history,
            std::span<const uint32_t> allowed, Sample &sample, Error &error) {
  const kernels::LogitRange range = kernels::scan_logits(context, logits.data(), static_cast<int64_t>(logits.size()));
  if (range.nan || !std::isfinite(range.largest)) {
    error = not_a_number(history.generated.size());
    return false;
  }
  sample = {};
  std::vector<float> own;  // the model's logits
  double normalizer = 0;
  if (options.logprobs) {
    own.assign(logits.begin(), logits.end());
    normalizer = log_normalizer(context, own, range.largest);
    sample.top = likeliest(own, normalizer, options.top_logprobs);
  }
  apply_wishes(logits, options, history, allowed);
  sample.token = choose_token(context, logits, options, history.generated.size());
  if (sample.token < 0) {
    error = server_error("no token of the model continues what the grammar has begun", "no_token_allowed");
    return false;
  }
  if (options.logprobs) sample.logprob = static_cast<float>(static_cast<double>(own[static_cast<std::size_t>(sample.token)]) - normalizer);
  return true;
}

bool score(const Context &context, std::span<const float> logits, int32_t token, int64_t top, Sample &sample, Error &error) {
  const kernels::LogitRange range = kernels::scan_logits(context, logits.data(), static_cast<int64_t>(logits.size()));
  if (range.nan || !std::isfinite(range.largest)) {
    error = not_a_number(0);
    return false;
  }
  const double normalizer = log_normalizer(context, logits, range.largest);
  sample = {token, static_cast<float>(static_cast<double>(logits[static_cast<std::size_t>(token)]) - normalizer),
            likeliest(logits, normalizer, top)};
  return true;
}

}  // namespace modelet::sampling
