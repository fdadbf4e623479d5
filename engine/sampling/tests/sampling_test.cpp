// sampling_test: the choices of one request. sampling_test distributions < CASES: what may be chosen in each case, and how likely, for
// comparison with another implementation.
#include "sampling/sampling.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string_view>

#include "core/cpu.h"
#include "sampling/distribution.h"
#include "sampling/penalties.h"
#include "sampling/random.h"
#include "testing/check.h"

using namespace modelet;
using namespace modelet::sampling;

namespace {

using Floats = std::vector<float>;
constexpr float infinity = std::numeric_limits<float>::infinity();

const std::atomic<bool> never{false};
Context context() {
  return {nullptr, host_isa(), &never};
}

Floats random_logits(std::size_t count, uint32_t seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal(0, 4);
  Floats logits(count);
  for (float &logit : logits) logit = normal(engine);
  return logits;
}

struct Outcome {
  bool done;
  Sample sample;
  Error error;
};

Outcome run(Floats logits, const SamplingOptions &options, const History &history = {}, std::span<const uint32_t> allowed = {}) {
  Outcome outcome{};
  outcome.done = choose(context(), logits, options, history, allowed, outcome.sample, outcome.error);
  return outcome;
}

SamplingOptions greedy() {
  return {.temperature = 0};
}

void greedy_takes_the_first_of_the_largest() {
  for (const std::size_t count : {1U, 5U, 1000U, 49152U}) {
    Floats logits(count, 1.0F);
    CHECK_EQUAL(run(logits, greedy()).sample.token, 0);
    for (const std::size_t place : {count - 1, count / 2}) {
      logits[place] = 2.0F;
      CHECK_EQUAL(run(logits, greedy()).sample.token, static_cast<int32_t>(place));
    }
  }
}

void penalties_count_what_was_there() {
  const std::vector<int32_t> prompt = {0, 0, 900, -1}, generated = {1, 1, 2};
  const History history{prompt, generated};
  Floats logits = {3, 3, -2, 1};
  penalize_repetition(logits, history, 2);
  CHECK((logits == Floats{1.5F, 1.5F, -4, 1}));
  penalize_generated(logits, generated, 0.5F, 0.25F);
  CHECK((logits == Floats{1.5F, 0.5F, -4.75F, 1}));
  add_bias(logits, std::vector<std::pair<int32_t, float>>{{3, 2.0F}, {99, 1.0F}});
  CHECK((logits == Floats{1.5F, 0.5F, -4.75F, 3}));
  SamplingOptions options = greedy();
  options.frequency_penalty = 2;
  CHECK_EQUAL(run({3, 3.5F, 0, 1}, options, history).sample.token, 0);
}

// Token 33 is the only one allowed, then none.
void only_allowed_tokens_are_chosen() {
  const std::vector<uint32_t> one = {0, 2}, none = {0, 0};
  for (const float temperature : {0.0F, 1.0F}) {
    const SamplingOptions options{.temperature = temperature};
    CHECK_EQUAL(run(random_logits(70, 1), options, {}, one).sample.token, 33);
    const Outcome refused = run(random_logits(70, 1), options, {}, none);
    CHECK(!refused.done);
    CHECK_EQUAL(refused.error.code, "no_token_allowed");
  }
}

void what_is_no_number_is_an_error() {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), infinity}) {
    for (const std::size_t place : {0U, 500U, 999U}) {
      Floats logits = random_logits(1000, 2);
      logits[place] = bad;
      const Outcome outcome = run(logits, {});
      CHECK(!outcome.done);
      CHECK_EQUAL(outcome.error.code, "nan_logits");
    }
  }
  CHECK(!run(Floats(10, -infinity), {}).done);
  CHECK(run({-infinity, 1, -infinity}, {}).sample.token == 1);
}

void a_seed_decides_alone() {
  const Floats logits = random_logits(1000, 3);
  std::vector<int32_t> generated;
  int different = 0;
  for (int step = 0; step < 200; ++step) {
    const History history{{}, generated};
    const int32_t token = run(logits, {.seed = 7}, history).sample.token;
    CHECK_EQUAL(token, run(logits, {.seed = 7}, history).sample.token);
    different += token != run(logits, {.seed = 8}, history).sample.token ? 1 : 0;
    generated.push_back(token);
  }
  CHECK(different > 100);
}

// Frequencies over many places lie within five deviations of the probabilities.
void tokens_come_as_often_as_they_are_likely() {
  const Floats logits = {0, 1, 2, -1, -infinity};
  std::vector<int32_t> generated;
  double counts[5] = {};
  const int rounds = 40000;
  for (int round = 0; round < rounds; ++round) {
    ++counts[run(logits, {.temperature = 2, .seed = static_cast<uint64_t>(round % 200)}, {{}, generated}).sample.token];
    if (round % 200 == 199) generated.push_back(0);
  }
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit) / 2);
  for (std::size_t token = 0; token < 5; ++token) {
    const double p = std::exp(static_cast<double>(logits[token]) / 2) / sum;
    CHECK(std::fabs(counts[token] - rounds * p) <= 5 * std::sqrt(rounds * p * (1 - p)));
  }
}

void random_numbers_are_even() {
  int buckets[16] = {};
  for (uint64_t seed = 0; seed < 100; ++seed) {
    for (uint64_t place = 0; place < 160; ++place) {
      const double number = uniform(seed, place);
      CHECK(number >= 0 && number < 1);
      ++buckets[static_cast<int>(number * 16)];
    }
  }
  for (const int count : buckets) CHECK(std::abs(count - 1000) < 160);  // five deviations
}

void log_probabilities_are_the_models_own() {
  const Floats logits = random_logits(5000, 4);
  double sum = 0;
  for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
  SamplingOptions options{.temperature = 0.7F, .top_k = 3, .logit_bias = {{17, 50.0F}}, .logprobs = true, .top_logprobs = 20};
  const Outcome outcome = run(logits, options);
  CHECK_EQUAL(outcome.sample.token, 17);
  CHECK(std::fabs(static_cast<double>(outcome.sample.logprob) - (static_cast<double>(logits[17]) - std::log(sum))) < 1e-5);
  CHECK_EQUAL(outcome.sample.top.size(), 20U);
  for (std::size_t index = 0; index < 20; ++index) {
    const Candidate &one = outcome.sample.top[index];
    CHECK(std::fabs(std::exp(static_cast<double>(one.logprob)) -
                    std::exp(static_cast<double>(logits[static_cast<std::size_t>(one.token)])) / sum) < 1e-6);
    const auto before =
        std::count_if(logits.begin(), logits.end(), [&](float logit) { return logit > logits[static_cast<std::size_t>(one.token)]; });
    CHECK_EQUAL(before, static_cast<long>(index));
  }
  const Outcome equal = run(Floats(100, 1.0F), {.logprobs = true, .top_logprobs = 3});
  CHECK(equal.sample.top[0].token == 0 && equal.sample.top[1].token == 1 && equal.sample.top[2].token == 2);
}

// Each filter alone leaves something, whatever it is told.
void something_is_always_left() {
  for (const Floats &logits : {Floats(50, 0.0F), random_logits(50, 5), Floats{5}}) {
    for (const SamplingOptions &options :
         {SamplingOptions{.top_k = 1}, SamplingOptions{.top_k = 1000}, SamplingOptions{.top_p = 0}, SamplingOptions{.min_p = 1},
          SamplingOptions{.typical_p = 1e-9F}, SamplingOptions{.temperature = 1e-38F}, SamplingOptions{.temperature = 1e30F}}) {
      CHECK(run(logits, options).done);
    }
  }
}

template <typename Value>
bool read(Value *to, std::size_t count) {
  return std::fread(to, sizeof(Value), count, stdin) == count;
}

// A case: int32 numbers of logits, prompt tokens, generated tokens and biases; eight options as float32; then these.
bool print_distribution() {
  int32_t counts[4];
  float values[8];
  if (!read(counts, 4) || !read(values, 8)) return false;
  Floats logits(static_cast<std::size_t>(counts[0]));
  std::vector<int32_t> prompt(static_cast<std::size_t>(counts[1])), generated(static_cast<std::size_t>(counts[2]));
  std::vector<std::pair<int32_t, float>> bias(static_cast<std::size_t>(counts[3]));
  bool whole = read(logits.data(), logits.size()) && read(prompt.data(), prompt.size()) && read(generated.data(), generated.size());
  for (auto &[token, value] : bias) whole = whole && read(&token, 1) && read(&value, 1);
  if (!whole) return false;
  const SamplingOptions options{values[0], static_cast<int64_t>(values[1]), values[2], values[3], values[4], values[5], values[6],
                                values[7]};
  add_bias(logits, bias);
  penalize_repetition(logits, {prompt, generated}, options.repetition_penalty);
  penalize_generated(logits, generated, options.presence_penalty, options.frequency_penalty);
  const Distribution distribution = distribution_of(context(), logits, options);
  const Weights weights = weigh(context(), distribution);
  for (std::size_t place = 0; place < weights.values.size(); ++place) {
    std::printf("%d %.9g ", distribution.tokens[place], static_cast<double>(weights.values[place]) / weights.sum);
  }
  std::printf("\n");
  return true;
}

}  // namespace

int main(int count, char **arguments) {
  if (count == 2 && std::string_view(arguments[1]) == "distributions") {
    while (print_distribution()) {
    }
    return 0;
  }
  greedy_takes_the_first_of_the_largest();
  penalties_count_what_was_there();
  only_allowed_tokens_are_chosen();
  what_is_no_number_is_an_error();
  a_seed_decides_alone();
  tokens_come_as_often_as_they_are_likely();
  random_numbers_are_even();
  log_probabilities_are_the_models_own();
  something_is_always_left();
  return modelet::testing::result();
}
