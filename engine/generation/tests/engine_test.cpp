// The engine around a model whose logits depend on every cached token: whatever is batched, cut into chunks, preempted, shared, drafted or
// cancelled, a request's tokens are those it has alone, and no block is lost.
#include "generation/engine.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <thread>

#include "cache/key_value_cache.h"
#include "core/host.h"
#include "core/memory.h"
#include "speculation/draft_model.h"
#include "speculation/prompt_lookup.h"
#include "speculation/worth.h"
#include "testing/check.h"
#include "weights/weights.h"

namespace {

using namespace modelet;
using kernels::cache_block_tokens;

constexpr int32_t vocabulary = 61;
constexpr int32_t end_token = 0;
constexpr int64_t context_length = 400;
constexpr int32_t poison = vocabulary - 1;  // a prompt's last token after which a logit is no number

// Each cached position keeps its token's id in the block's memory.
int32_t &cached_token(const kernels::LayerCache &layer, std::span<const int32_t> blocks, int64_t position) {
  std::byte *const block = layer.base + blocks[static_cast<std::size_t>(position / cache_block_tokens)] * layer.block_stride;
  return reinterpret_cast<int32_t *>(block)[position % cache_block_tokens];
}

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdU;
}

class HashModel : public models::Model {
 public:
  // A poor one differs at every fifth position.
  explicit HashModel(bool poor) : poor_(poor) {}

  const models::Dimensions &dimensions() const override { return dimensions_; }
  uint64_t scratch_bytes(int64_t, int64_t) const override { return 64; }

  void forward(const Context &, const models::Batch &batch, const models::CacheView &cache, void *,
               const models::Output &output) const override {
    float *row = output.logits;
    for (const models::Segment &segment : batch.segments) {
      const int64_t count = static_cast<int64_t>(segment.tokens.size());
      for (int64_t index = 0; index < count; ++index) {
        const int64_t position = segment.position + index;
        cached_token(cache.layers[0], segment.blocks, position) = segment.tokens[static_cast<std::size_t>(index)];
        if (index >= count - segment.logit_rows) row = write_logits(cache.layers[0], segment.blocks, position, row);
      }
    }
  }

 private:
  float *write_logits(const kernels::LayerCache &layer, std::span<const int32_t> blocks, int64_t last, float *row) const {
    uint64_t hash = poor_ && last % 5 == 0 ? 8 : 7;
    // Few different states, so that sequences repeat themselves and drafts are right now and then.
    for (int64_t position = std::max<int64_t>(0, last - 3); position <= last; ++position) {
      hash = mix(hash, static_cast<uint64_t>(cached_token(layer, blocks, position) % 5));
    }
    for (int64_t position = 0; position <= last; ++position) {
      if (cached_token(layer, blocks, position) < 0 || cached_token(layer, blocks, position) >= vocabulary) hash = mix(hash, 99);
    }
    for (int32_t token = 0; token < vocabulary; ++token) {
      hash = mix(hash, 1);
      row[token] = static_cast<float>(hash >> 40) / 1048576.0F;  // below 16, so that samples differ
    }
    row[poison] = -std::numeric_limits<float>::infinity();  // only prompts have it
    if (cached_token(layer, blocks, last) == poison) row[7] = std::numeric_limits<float>::quiet_NaN();
    return row + vocabulary;
  }

  const models::Dimensions dimensions_{1, 4, vocabulary, context_length};
  const bool poor_;
};

constexpr models::Layer layers[1] = {[] {
  models::Layer made{};
  made.attention.kv_heads = made.attention.head_dim = 1;
  return made;
}()};
const models::Decoder decoder = [] {
  models::Decoder made{};
  made.width = 4;
  made.heads = 1;
  made.vocabulary = vocabulary;
  made.context_length = context_length;
  made.layers = layers;
  return made;
}();
template <bool poor>
std::unique_ptr<const models::Model> make_hash(const models::Decoder &, const Weights &) {
  return std::make_unique<HashModel>(poor);
}
const models::Family family{"hash", make_hash<false>}, poor_family{"poor", make_hash<true>};
constexpr int32_t end_tokens[] = {end_token};

std::unique_ptr<speculation::Drafter> look_up(const speculation::Surroundings &, Error &) {
  return speculation::make_prompt_lookup({});
}
const speculation::DraftModel poor_model{&decoder, &poor_family, kernels::CacheFormat::float32, 4};
std::unique_ptr<speculation::Drafter> ask_model(const speculation::Surroundings &surroundings, Error &error) {
  return speculation::make_draft_model(poor_model, surroundings, error);
}

generation::Description description(int64_t cache_tokens, speculation::MakeDrafter drafter) {
  const generation::Configuration configuration{1000, end_tokens, false, 1, 1, 0, 1, 1, 50, false};
  return {&decoder, &family, configuration, kernels::CacheFormat::float32, cache_tokens, drafter};
}

struct NoWeights : Weights {};
const NoWeights no_weights;

// An engine and the budget it accounts to.
struct Opened {
  explicit Opened(const generation::Description &of, const modelet_host *host = nullptr, uint64_t limit = 0,
                  const Weights &weights = no_weights)
      : budget(std::make_shared<Budget>(&own_host(), limit)), text(of) {
    Error error;
    service = generation::open_engine(text, {host, Isa::generic, &weights, budget, nullptr, 0}, error);
    CHECK(!error);
  }
  std::shared_ptr<Budget> budget;
  const generation::Description text;
  std::shared_ptr<void> service;
};

std::vector<int32_t> random_prompt(std::mt19937_64 &random, std::size_t longest) {
  std::vector<int32_t> prompt(1 + random() % longest);
  for (int32_t &token : prompt) token = static_cast<int32_t>(1 + random() % 7);
  return prompt;
}

struct Wanted {
  std::vector<int32_t> prompt;
  int64_t limit;
  uint64_t seed = 0;    // 0: greedy
  bool scored = false;  // log probabilities of the prompt, too

  void tell(Call &call) const {
    if (scored) call.generation.top_logprobs = 2;
    call.generation.prompt_logprobs = scored;
    if (seed == 0) return;
    call.generation.temperature = 1.0;
    call.generation.seed = seed;
  }
};

Wanted random_request(std::mt19937_64 &random, std::size_t longest) {
  return {random_prompt(random, longest), static_cast<int64_t>(1 + random() % 60), random() % 3 == 0 ? 1 + random() % 100 : 0,
          random() % 4 == 0};
}

// Numbers, bit for bit.
std::vector<float> numbers(const std::vector<TokenLogprob> &tokens) {
  std::vector<float> all;
  for (const TokenLogprob &token : tokens) {
    all.insert(all.end(), {static_cast<float>(token.chosen.id), token.chosen.logprob});
    for (const TokenChoice &choice : token.top) all.insert(all.end(), {static_cast<float>(choice.id), choice.logprob});
  }
  return all;
}

std::vector<int32_t> run(void *service, const Wanted &wanted, std::vector<float> *scores = nullptr) {
  Call call;
  wanted.tell(call);
  const auto generation = generation::Generation::start(call, service, {wanted.prompt, wanted.limit, {}});
  std::vector<int32_t> tokens;
  int32_t token = 0;
  while (generation != nullptr && generation->next(call, token)) tokens.push_back(token);
  CHECK(!call.failed());
  if (scores != nullptr) *scores = numbers(call.generated.prompt_logprobs);
  return tokens;
}

std::vector<int32_t> alone(const Wanted &wanted, std::vector<float> *scores = nullptr) {
  const Opened opened(description(context_length + cache_block_tokens, nullptr));
  return run(opened.service.get(), wanted, scores);
}

void check_alone(const Wanted &wanted, const std::vector<int32_t> &tokens, const Call &call) {
  std::vector<float> scores;
  CHECK(tokens == alone(wanted, &scores));
  CHECK(scores == numbers(call.generated.prompt_logprobs));
}

// However long it is, and whatever of it the cache holds.
void every_token_of_a_prompt_is_scored() {
  const Opened opened(description(4096, nullptr));
  std::mt19937_64 random(11);
  for (const std::size_t length : {1U, 2U, 63U, 64U, 65U, 66U, 129U, 300U}) {
    std::vector<int32_t> prompt(length);
    for (int32_t &token : prompt) token = static_cast<int32_t>(1 + random() % 7);
    for (int round = 0; round < 2; ++round) {
      Call call;
      const Wanted wanted{prompt, 4, 0, true};
      wanted.tell(call);
      const auto generation = generation::Generation::start(call, opened.service.get(), {prompt, 4, {}});
      int32_t token = 0;
      CHECK(generation->next(call, token));
      const std::vector<TokenLogprob> &scores = call.generated.prompt_logprobs;
      CHECK_EQUAL(scores.size(), length);
      CHECK_EQUAL(call.generated.cached_tokens, 0);
      for (std::size_t place = 0; place < length; ++place) {
        CHECK_EQUAL(scores[place].chosen.id, prompt[place]);
        CHECK_EQUAL(scores[place].top.size(), std::size_t{place == 0 ? 0U : 2U});
        CHECK(place == 0 || scores[place].chosen.logprob <= scores[place].top[0].logprob);
      }
      // What follows a part of the prompt, greedily, is the likeliest token at its place.
      if (length < 2) continue;
      const std::vector<int32_t> first(prompt.begin(), prompt.end() - 1);
      CHECK_EQUAL(run(opened.service.get(), {first, 1}).front(), scores.back().top[0].id);
    }
  }
  CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
}

void a_request_ends_at_its_limit_or_with_an_end_token() {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    const Wanted wanted{random_prompt(random, 100), static_cast<int64_t>(1 + random() % 40)};
    const std::vector<int32_t> tokens = alone(wanted);
    CHECK(!tokens.empty() && static_cast<int64_t>(tokens.size()) <= wanted.limit);
    CHECK(static_cast<int64_t>(tokens.size()) == wanted.limit || tokens.back() == end_token);
    CHECK(std::count(tokens.begin(), tokens.end() - 1, end_token) == 0);
  }
}

// One thread holds many requests, pulls from a random one, and gives up some of them.
void requests_do_not_disturb_each_other(int64_t cache_tokens, speculation::MakeDrafter drafter, uint64_t seed, int rounds) {
  std::mt19937_64 random(seed);
  const Opened opened(description(cache_tokens, drafter));
  struct Running {
    Wanted wanted;
    std::unique_ptr<Call> call;
    std::unique_ptr<generation::Generation> generation;
    std::vector<int32_t> tokens;
  };
  std::vector<Running> running;
  int finished = 0, cancelled = 0;
  while (finished + cancelled < rounds) {
    if (running.size() < 20 && random() % 3 == 0) {
      Running one{random_request(random, 120), std::make_unique<Call>(), nullptr, {}};
      one.wanted.tell(*one.call);
      one.generation = generation::Generation::start(*one.call, opened.service.get(), {one.wanted.prompt, one.wanted.limit, {}});
      CHECK(one.generation != nullptr);
      running.push_back(std::move(one));
    }
    if (running.empty()) continue;
    const std::size_t index = random() % running.size();
    Running &one = running[index];
    int32_t token = 0;
    const bool gave_up = random() % 50 == 0;
    if (!gave_up && one.generation->next(*one.call, token)) {
      one.tokens.push_back(token);
    } else {
      CHECK(!one.call->failed());
      if (!gave_up && finished % 16 == 0) check_alone(one.wanted, one.tokens, *one.call);
      ++(gave_up ? cancelled : finished);
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(index));
    }
    const std::string wrong = generation::check_engine(opened.service.get());
    CHECK_EQUAL(wrong, "");
    if (!wrong.empty()) return;
  }
  running.clear();
  CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
  const Json stats = generation::engine_stats(opened.service.get());
  CHECK_EQUAL(stats["cache"]["used"].get<int64_t>(), 0);
  const auto drafted = stats["drafted_tokens"].get<int64_t>(), accepted = stats["accepted_tokens"].get<int64_t>();
  CHECK((drafter != nullptr) == (accepted > 0) && accepted <= drafted);
  if (drafter == ask_model) CHECK(accepted * 4 > drafted && accepted < drafted);  // right at four of five positions, until one is wrong
}

// Requests begin in one engine, among others, and go on in a second one.
void requests_move_between_engines(int64_t cache_tokens, speculation::MakeDrafter drafter, uint64_t seed, int rounds) {
  std::mt19937_64 random(seed);
  const Opened first(description(cache_tokens, nullptr)), second(description(cache_tokens, drafter));
  int moved = 0, full = 0;
  for (int round = 0; round < rounds; ++round) {
    const Wanted wanted = random_request(random, 120), others[2] = {random_request(random, 100), random_request(random, 100)};
    Call call, beside[2];
    wanted.tell(call);
    const auto begun = generation::Generation::start(call, first.service.get(), {wanted.prompt, wanted.limit, {}});
    const auto here = generation::Generation::start(beside[0], first.service.get(), {others[0].prompt, others[0].limit, {}});
    const auto there = generation::Generation::start(beside[1], second.service.get(), {others[1].prompt, others[1].limit, {}});
    std::vector<int32_t> tokens;
    int32_t token = 0;
    for (int64_t count = static_cast<int64_t>(random() % 20); count > 0; --count) {
      here->next(beside[0], token);
      there->next(beside[1], token);
      if (begun->next(call, token)) tokens.push_back(token);
    }
    if (begun->finished()) continue;
    const std::vector<std::byte> state = begun->export_state();
    Call later;
    wanted.tell(later);
    const auto resumed = generation::Generation::resume(later, second.service.get(), {{}, wanted.limit, {}}, state);
    if (resumed == nullptr) {
      CHECK_EQUAL(later.error.code, "cache_full");
      ++full;
      continue;
    }
    CHECK_EQUAL(generation::check_engine(second.service.get()), "");
    while (resumed->next(later, token)) {
      tokens.push_back(token);
      CHECK_EQUAL(generation::check_engine(second.service.get()), "");
      there->next(beside[1], token);
    }
    CHECK(!later.failed());
    CHECK(tokens == alone(wanted));
    ++moved;
  }
  CHECK(moved > rounds / 4);
  CHECK((cache_tokens > 1024) == (full == 0));
  CHECK_EQUAL(generation::engine_stats(second.service.get())["cache"]["used"].get<int64_t>(), 0);
}

// Bytes that are not what was exported are refused, or are a request: never more.
void an_exported_request_that_is_damaged_is_refused() {
  const Opened opened(description(1024, nullptr));
  Call call;
  const auto begun = generation::Generation::start(call, opened.service.get(), {std::vector<int32_t>(70, 3), 40, {}});
  int32_t token = 0;
  for (int count = 0; count < 5; ++count) begun->next(call, token);
  const std::vector<std::byte> state = begun->export_state();
  const auto resume = [&](std::span<const std::byte> bytes) {
    Call later;
    const auto resumed = generation::Generation::resume(later, opened.service.get(), {{}, 40, {}}, bytes);
    CHECK((resumed == nullptr) == later.failed());
    CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
    return later.error.code;
  };
  CHECK_EQUAL(resume(state), "");
  const std::size_t ids = 8 + 4 + 3 * 8 + 4 * (70 + 5);  // after which nothing need follow: all is computed again
  for (std::size_t length = 0; length < state.size(); length += length < 2 * ids ? 1 : 97) {
    CHECK_EQUAL(resume(std::span(state).first(length)), length == ids ? "" : length < ids ? "generation_import" : "cache_import");
  }
  std::mt19937_64 random(8);
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::byte> damaged = state;
    const std::size_t at = random() % (round % 2 == 0 ? ids : damaged.size());
    damaged[at] ^= static_cast<std::byte>(1 + random() % 255);
    const std::string code = resume(damaged);
    if (at >= ids) CHECK_EQUAL(code, "cache_import");
  }
  CHECK_EQUAL(generation::engine_stats(opened.service.get())["running"].get<int64_t>(), 1);
}

void threads_get_what_they_get_alone() {
  const Opened opened(description(1024, ask_model), &own_host());
  std::vector<std::thread> threads;
  std::vector<Wanted> wanted;
  std::vector<std::vector<int32_t>> results(16);
  std::mt19937_64 random(5);
  for (std::size_t index = 0; index < results.size(); ++index) wanted.push_back({random_prompt(random, 90), 30});
  for (std::size_t index = 0; index < results.size(); ++index) {
    threads.emplace_back([&, index] {
      for (int round = 0; round < 5; ++round) results[index] = run(opened.service.get(), wanted[index]);
    });
  }
  for (std::thread &thread : threads) thread.join();
  for (std::size_t index = 0; index < results.size(); ++index) CHECK(results[index] == alone(wanted[index]));
  CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
}

void what_does_not_fit_is_refused_for_that_call_alone() {
  const Opened opened(description(256, nullptr));
  const auto refused = [&](std::vector<int32_t> prompt, std::optional<int64_t> limit) {
    Call call;
    CHECK(generation::Generation::start(call, opened.service.get(), {std::move(prompt), limit, {}}) == nullptr);
    return call.error.code + ": " + call.error.message;
  };
  CHECK_EQUAL(refused({}, 5), "empty_prompt: the prompt has no tokens");
  CHECK_EQUAL(refused({3, vocabulary}, 5), "invalid_token: the prompt holds the id 61; the model's ids are 0 to 60");
  CHECK_EQUAL(
      refused(std::vector<int32_t>(300, 1), 5),
      "context_length_exceeded: the prompt has 300 tokens, 45 more than the 255 that leave room for an answer in the context of 400 "
      "(its cache holds 256)");
  CHECK_EQUAL(refused({1}, 0), "invalid_value: max_new_tokens is 0; it must be at least 1");
  CHECK_EQUAL(generation::engine_stats(opened.service.get())["waiting"].get<int64_t>(), 0);
}

void a_cancelled_call_ends_and_gives_its_blocks_back() {
  const Opened opened(description(512, nullptr));
  Call call;
  const auto generation = generation::Generation::start(call, opened.service.get(), {{1, 2, 3}, 200, {}});
  int32_t token = 0;
  CHECK(generation->next(call, token));
  call.cancelled = true;
  while (generation->next(call, token)) {
  }
  CHECK_EQUAL(call.error.code, "cancelled");
  generation->cancel();
  CHECK_EQUAL(generation::engine_stats(opened.service.get())["cache"]["used"].get<int64_t>(), 0);
}

// A request whose logits are no numbers fails; those that share its steps go on.
void a_logit_that_is_no_number_fails_its_request_alone() {
  for (const speculation::MakeDrafter drafter : {static_cast<speculation::MakeDrafter>(nullptr), ask_model}) {
    const Opened opened(description(4096, drafter));
    const Wanted wanted{std::vector<int32_t>(40, 2), 30};
    Call call, poisoned;
    const auto generation = generation::Generation::start(call, opened.service.get(), {wanted.prompt, wanted.limit, {}});
    const auto failing = generation::Generation::start(poisoned, opened.service.get(), {{1, 2, poison}, 30, {}});
    std::vector<int32_t> tokens;
    int32_t token = 0;
    CHECK(!failing->next(poisoned, token));
    CHECK_EQUAL(poisoned.error.code, "nan_logits");
    CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
    while (generation->next(call, token)) tokens.push_back(token);
    CHECK(!call.failed() && tokens == alone(wanted));
    CHECK_EQUAL(generation::engine_stats(opened.service.get())["cache"]["used"].get<int64_t>(), 0);
  }
}

// Memory for two blocks: requests wait for each other, and one that needs more than there is fails when its turn comes.
void memory_that_ends_is_waited_for_and_then_an_error() {
  const Opened probe(description(4096, nullptr));
  const auto block = generation::engine_stats(probe.service.get())["cache"]["block_bytes"].get<uint64_t>();
  const Opened opened(description(4096, nullptr), nullptr, 2 * block);
  const Wanted small{std::vector<int32_t>(20, 3), 20}, large{std::vector<int32_t>(60, 2), 30};
  Call calls[3];
  std::unique_ptr<generation::Generation> running[3];
  const Wanted *wanted[3] = {&small, &large, &small};
  for (int index = 0; index < 3; ++index) {
    running[index] = generation::Generation::start(calls[index], opened.service.get(), {wanted[index]->prompt, wanted[index]->limit, {}});
  }
  std::vector<int32_t> tokens[3];
  int32_t token = 0;
  for (int index = 0; index < 3; ++index) {
    while (running[index]->next(calls[index], token)) tokens[index].push_back(token);
    CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
  }
  CHECK(!calls[0].failed() && tokens[0] == alone(small));
  CHECK_EQUAL(calls[1].error.code, "out_of_memory");
  CHECK(calls[1].error.message.find("has no room for") != std::string::npos);
  CHECK(!calls[2].failed() && tokens[2] == alone(small));
}

// Given up before it runs, between the chunks of its prompt, while it generates, while it is preempted, at its end: the others never
// notice.
void a_request_may_be_cancelled_in_every_state(speculation::MakeDrafter drafter) {
  const Wanted wanted{std::vector<int32_t>(300, 4), 12}, other{std::vector<int32_t>(200, 5), 40};
  const std::vector<int32_t> expected = alone(other);
  for (int steps = 0; steps < 24; ++steps) {
    const Opened opened(description(512, drafter));  // not both fit for long: the second one is preempted on the way
    Call calls[2];
    const auto kept = generation::Generation::start(calls[0], opened.service.get(), {other.prompt, other.limit, {}});
    auto given_up = generation::Generation::start(calls[1], opened.service.get(), {wanted.prompt, wanted.limit, {}});
    std::vector<int32_t> tokens;
    int32_t token = 0;
    for (int step = 0; step < steps && kept->next(calls[0], token); ++step) tokens.push_back(token);
    steps % 2 == 0 ? given_up->cancel() : given_up.reset();
    CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
    while (kept->next(calls[0], token)) tokens.push_back(token);
    CHECK(tokens == expected);
    CHECK_EQUAL(generation::engine_stats(opened.service.get())["cache"]["used"].get<int64_t>(), 0);
  }
}

// A weights file that others shorten is no longer read: the calls that run fail, and nothing else happens.
void weights_that_are_shortened_end_the_calls_before_the_next_step() {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("modelet_shortened_" + std::to_string(std::random_device()()));
  const std::string header = "{}      ";
  std::ofstream file(path, std::ios::binary);
  for (std::size_t index = 0; index < 8; ++index) file.put(static_cast<char>(index == 0 ? header.size() : 0));
  file << header << std::string(1 << 16, 'w');
  file.close();
  WeightFile expected{};
  expected.file = "weights";
  expected.sha256 = "";
  expected.bytes = 16 + (1 << 16);
  Error error;
  const auto weights = Weights::open(expected, {path.string()}, nullptr, error);
  CHECK(weights != nullptr && weights->intact());
  {
    const Opened opened(description(512, nullptr), nullptr, 0, *weights);
    Call calls[2];
    std::unique_ptr<generation::Generation> running[2];
    for (int index = 0; index < 2; ++index)
      running[index] = generation::Generation::start(calls[index], opened.service.get(), {{1, 2}, 30, {}});
    int32_t token = 0;
    CHECK(running[0]->next(calls[0], token));
    std::filesystem::resize_file(path, 4096);
    CHECK(!running[0]->next(calls[0], token));
    while (running[1]->next(calls[1], token)) {
    }
    for (const Call &call : calls) CHECK_EQUAL(call.error.code, "weights_replaced");
    CHECK_EQUAL(generation::check_engine(opened.service.get()), "");
  }
  std::filesystem::remove(path);
}

// Tokens' worth of time that guesses cost a text of so many tokens.
double lost(int64_t tokens, double credit, int64_t right_of, double price, double making) {
  speculation::Account account(credit);
  double saved = 0;
  for (int64_t said = 0, guesses = 0; said < tokens; ++said) {
    speculation::Guessed guessed{account.reach(), 0, 0};
    if (guessed.drafted > 0) {
      ++guesses;
      guessed.accepted = right_of > 0 && guesses % right_of == 0 ? guessed.drafted : 0;
      guessed.cost = making + price * static_cast<double>(guessed.drafted);
      saved += static_cast<double>(guessed.accepted) - guessed.cost;
      said += guessed.accepted;
    }
    account.settle(guessed);
  }
  return -saved;
}

void guesses_that_do_not_help_cost_little() {
  for (const double price : {0.01, 0.1, 0.5, 2.0}) {
    for (const double making : {0.0, 0.3, 1.5}) {
      const double guess = making + 2 * price;
      CHECK(lost(500, 1, 0, price, making) <= 1 + 500.0 / 50 + guess);
      CHECK(lost(500, -guess, 0, price, making) <= 500.0 / 50);
      CHECK(lost(500, 1, 9, price, making) <= 1 + 500.0 / 50 + 64 * price + guess);
    }
  }
  CHECK(lost(500, 1, 1, 0.1, 0.1) < -400);  // always right: most of the text is guessed
  CHECK(lost(500, -0.3, 1, 0.1, 0.1) < -300);
}

void prices_are_averages_between_what_was_measured() {
  speculation::Prices prices;
  CHECK(prices.seconds(1) == 0);
  prices.measured(1, 2.0);
  CHECK(prices.seconds(1) == 2 && prices.seconds(9) == 2);
  prices.measured(5, 4.0);
  CHECK(prices.seconds(3) == 3 && prices.seconds(600) == 4);
  prices.measured(1, 1000.0);  // something else took the processor
  CHECK(prices.seconds(1) < 2.5);
}

}  // namespace

int main(int count, char **arguments) {
  const int rounds = count > 1 ? std::stoi(arguments[1]) : 500;
  a_request_ends_at_its_limit_or_with_an_end_token();
  every_token_of_a_prompt_is_scored();
  requests_do_not_disturb_each_other(4096, nullptr, 2, rounds);
  requests_do_not_disturb_each_other(4096, look_up, 3, rounds);
  requests_do_not_disturb_each_other(4096, ask_model, 7, rounds);
  requests_do_not_disturb_each_other(448, nullptr, 4, 20 * rounds);  // room for two or three requests: preemption
  requests_do_not_disturb_each_other(448, look_up, 6, rounds);
  requests_do_not_disturb_each_other(448, ask_model, 8, rounds);
  requests_move_between_engines(4096, nullptr, 9, rounds / 5);
  requests_move_between_engines(192, ask_model, 10, rounds / 5);
  an_exported_request_that_is_damaged_is_refused();
  threads_get_what_they_get_alone();
  what_does_not_fit_is_refused_for_that_call_alone();
  a_cancelled_call_ends_and_gives_its_blocks_back();
  a_logit_that_is_no_number_fails_its_request_alone();
  memory_that_ends_is_waited_for_and_then_an_error();
  a_request_may_be_cancelled_in_every_state(nullptr);
  a_request_may_be_cancelled_in_every_state(ask_model);
  weights_that_are_shortened_end_the_calls_before_the_next_step();
  guesses_that_do_not_help_cost_little();
  prices_are_averages_between_what_was_measured();
  return modelet::testing::result();
}
