// From logits to the next token of one request.
//
// A choice depends on the request alone: its logits, its options, its tokens so far, its seed. Random numbers are a function of the seed
// and of how many tokens were generated (random.h), so that neither other requests nor a preemption in between change a text.
//
// Steps, each in a file of its own, in the order of transformers' generation: logit bias, penalties, what a grammar allows; then, unless
// greedy, temperature, top-k, top-p, min-p, typical-p; then one of what is left.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/context.h"
#include "core/error.h"

namespace modelet::sampling {

// Resolved: defaults of the model and wishes of the request are merged, and within their ranges.
struct SamplingOptions {
  float temperature = 1;                                   // 0: greedy
  int64_t top_k = 0;                                       // 0: all
  float top_p = 1;                                         // 1: all
  float min_p = 0;                                         // 0: all
  float typical_p = 1;                                     // 1: all
  float repetition_penalty = 1;                            // of tokens of the prompt and generated ones
  float presence_penalty = 0, frequency_penalty = 0;       // of generated ones
  std::vector<std::pair<int32_t, float>> logit_bias = {};  // token, added to its logit; tokens of the vocabulary
  uint64_t seed = 0;
  bool logprobs = false;
  int64_t top_logprobs = 0;  // likeliest tokens to report, with logprobs
};

// The request's tokens so far.
struct History {
  std::span<const int32_t> prompt, generated;
};

struct Candidate {
  int32_t token;
  float logprob;
};

// Log probabilities are the model's own: of the logits as they came, whatever options did to them.
struct Sample {
  int32_t token = -1;
  float logprob = 0;                // with options.logprobs
  std::vector<Candidate> top = {};  // likeliest first, of equals the smaller id
};

// `logits` [vocabulary] are used up. `allowed`: one bit a token (bit t % 32 of word t / 32), empty for all. False with the error nan_logits
// (a logit is NaN, or infinite above) or no_token_allowed.
bool choose(const Context &context, std::span<float> logits, const SamplingOptions &options, const History &history,
            std::span<const uint32_t> allowed, Sample &sample, Error &error);

// What the model says of a token that came, with the `top` likeliest in its place. False with the error nan_logits.
bool score(const Context &context, std::span<const float> logits, int32_t token, int64_t top, Sample &sample, Error &error);

}  // namespace modelet::sampling
