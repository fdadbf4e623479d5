#include "generation/engine.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "core/mutex.h"
#include "core/scratch.h"
#include "core/tensor.h"
#include "generation/options.h"
#include "generation/request.h"
#include "generation/sample.h"
#include "generation/state.h"
#include "json/json.h"
#include "models/geometry.h"
#include "weights/weights.h"

namespace modelet::generation {
namespace {

constexpr int64_t most_waiting = 1024;     // requests in the queue
constexpr double newest_guess = 1.0 / 16;  // its share in the average of what guesses bring

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count(); }

 private:
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

class Engine {
 public:
  Engine(const Description &description, const ServiceContext &context, std::unique_ptr<const models::Model> model,
         std::unique_ptr<cache::KeyValueCache> cache, std::unique_ptr<speculation::Drafter> drafter)
      : description_(description),
        context_{context.host, context.isa, &never_},
        weights_(*context.weights),
        model_(std::move(model)),
        cache_(std::move(cache)),
        drafter_(std::move(drafter)),
        scheduler_(*cache_, {}),
        seed_(context.seed),
        codec_(context.codec) {}

  const Description &description() const { return description_; }
  // Where guesses have not helped, a request must first save up what one costs.
  double first_credit() const { return worth_ >= 0 ? 1 : -guess_cost_; }
  int64_t capacity() const { return cache_->occupancy().total * kernels::cache_block_tokens; }
  uint64_t next_seed() { return fresh_seed(seed_, requests_++); }
  const TextCodec *codec() const { return codec_; }
  // Null when the library has no tokenizer that says what tokens stand for.
  std::shared_ptr<const grammar::TokenTable> token_table();

  bool add(std::shared_ptr<ActiveRequest> request, Error &error);
  // Adds a request with the keys and values of its first tokens, as `export_cached` gave them.
  bool add(std::shared_ptr<ActiveRequest> request, std::span<const std::byte> cached, Error &error);
  // Keys and values of those of the tokens that are computed; empty when none are.
  std::vector<std::byte> export_cached(const ActiveRequest &request, std::span<const int32_t> tokens);
  void cancel(ActiveRequest &request);
  // Waits for a token of the request; false when there will be none.
  bool wait(Call &call, ActiveRequest &request, Produced &out);
  Json stats();
  std::string check();

 private:
  // What one piece of a step led to.
  struct Outcome {
    std::vector<Produced> produced;
    int64_t accepted = 0;  // tokens of the draft that were right
    Error error;
  };
  struct Step {
    std::vector<scheduler::Piece> pieces;
    std::vector<std::vector<int32_t>> tokens;  // of each piece
    std::vector<models::Segment> segments;
    std::vector<Outcome> outcomes;
    int64_t rows = 0, logit_rows = 0;
    int64_t sequences = 0, drafted = 0;  // that go on by one token, and all their guesses

    bool decoding() const { return rows == sequences + drafted; }
  };

  void drive(UniqueLock &lock);
  Step prepare();
  bool run(Step &step);
  void choose(const scheduler::Piece &piece, float *logits, Outcome &outcome) const;
  bool score(const scheduler::Piece &piece, float *logits, Outcome &outcome) const;
  std::span<float> row_of(float *logits, int64_t row) const {
    const int64_t width = description_.decoder->vocabulary;
    return {logits + row * width, static_cast<std::size_t>(width)};
  }
  void guess(Step &step);
  void fail(Step &step, const Error &error);
  void commit(Step &step);
  void commit(const scheduler::Piece &piece, Outcome &outcome);
  void settle(const Step &step, const scheduler::Piece &piece, const Outcome &outcome);
  void finish(ActiveRequest &request);
  void fail_stuck();
  void drop_cancelled();

  const Description &description_;
  std::atomic<bool> never_{false};  // a step serves many calls: no single one stops it
  const Context context_;
  const Weights &weights_;
  const std::unique_ptr<const models::Model> model_;
  const std::unique_ptr<cache::KeyValueCache> cache_;
  const std::unique_ptr<speculation::Drafter> drafter_;  // null: nobody guesses

  Mutex mutex_;  // guards everything below
  Condition produced_;
  scheduler::Scheduler scheduler_;
  std::vector<std::shared_ptr<ActiveRequest>> active_;
  bool driven_ = false;  // a thread is inside a step
  Scratch scratch_, logits_;
  speculation::Prices prices_;
  std::atomic<double> guess_cost_{0};  // of one, in tokens, on average
  std::atomic<double> worth_{0};       // tokens that a guess brought, less what it cost, on average
  uint64_t steps_ = 0, generated_ = 0, drafted_ = 0, accepted_ = 0;
  std::shared_ptr<const grammar::TokenTable> table_;  // made when a grammar first needs it
  const uint64_t seed_;
  const TextCodec *const codec_;
  std::atomic<uint64_t> requests_{0};
};

std::shared_ptr<const grammar::TokenTable> Engine::token_table() {
  if (codec_ == nullptr || codec_->token_bytes == nullptr) return nullptr;
  const Lock lock(mutex_);
  if (table_ == nullptr) {
    table_ = grammar::TokenTable::make(static_cast<int32_t>(description_.decoder->vocabulary), [this](int32_t id) {
      std::string bytes;
      codec_->token_bytes(id, bytes);
      return bytes;
    });
  }
  return table_;
}

bool Engine::add(std::shared_ptr<ActiveRequest> request, std::span<const std::byte> cached, Error &error) {
  const Lock lock(mutex_);
  std::vector<int32_t> tokens;
  if (!cache_->import_sequence(cached, request->sequence, tokens, error)) return false;
  if (tokens.size() >= request->tokens.size() || !std::equal(tokens.begin(), tokens.end(), request->tokens.begin())) {
    cache_->release(request->sequence);
    error = invalid_request("cannot go on with an exported request: its keys and values belong to other tokens", "generation_import");
    return false;
  }
  request->computed = static_cast<int64_t>(tokens.size());
  if (!cache_->append(request->sequence, static_cast<int64_t>(request->tokens.size()))) {  // it waits for room, and computes all again
    cache_->release(request->sequence);
    request->computed = 0;
    scheduler_.add(request);
  } else {
    scheduler_.resume(request);
  }
  request->account = speculation::Account(first_credit());
  active_.push_back(std::move(request));
  return true;
}

std::vector<std::byte> Engine::export_cached(const ActiveRequest &request, std::span<const int32_t> tokens) {
  UniqueLock lock(mutex_);
  while (driven_) produced_.wait_a_while(lock);
  const auto computed = std::min(static_cast<std::size_t>(request.computed), tokens.size() - 1);
  if (request.state != scheduler::State::running || computed == 0) return {};
  return cache_->export_sequence(request.sequence, tokens.first(computed));
}

bool Engine::add(std::shared_ptr<ActiveRequest> request, Error &error) {
  const Lock lock(mutex_);
  if (static_cast<int64_t>(scheduler_.waiting().size()) >= most_waiting) {
    error = {"RuntimeError",
             std::to_string(most_waiting) + " requests wait already; try again later",
             429,
             "rate_limit_error",
             "queue_full",
             ""};
    return false;
  }
  scheduler_.add(request);
  request->account = speculation::Account(first_credit());
  active_.push_back(std::move(request));
  return true;
}

void Engine::cancel(ActiveRequest &request) {
  const Lock lock(mutex_);
  request.cancelled = true;
  if (!driven_) drop_cancelled();  // else the driver does
}

void Engine::drop_cancelled() {
  for (const std::shared_ptr<ActiveRequest> &request : std::vector(active_)) {
    if (request->cancelled) finish(*request);
  }
}

void Engine::finish(ActiveRequest &request) {
  request.done = true;
  if (request.drafting != nullptr) drafter_->forget(*request.drafting);
  request.drafting = nullptr;
  scheduler_.remove(request);
  std::erase_if(active_, [&](const std::shared_ptr<ActiveRequest> &one) { return one.get() == &request; });
}

bool Engine::wait(Call &call, ActiveRequest &request, Produced &out) {
  UniqueLock lock(mutex_);
  while (request.produced.empty()) {
    if (call.interrupted()) return false;
    if (request.done) {
      if (request.error) call.fail(request.error);
      return false;
    }
    driven_ ? produced_.wait_a_while(lock) : drive(lock);
  }
  out = std::move(request.produced.front());
  request.produced.pop_front();
  return true;
}

// One step for all. The mutex is free while the model runs.
void Engine::drive(UniqueLock &lock) {
  struct Role {  // given back whatever happens
    Engine &engine;
    UniqueLock &lock;
    bool locked = true;
    ~Role() {
      if (!locked) lock.lock();
      engine.driven_ = false;
      engine.drop_cancelled();
      engine.produced_.notify_all();
    }
  };
  driven_ = true;
  Role role{*this, lock};
  drop_cancelled();
  Step step = prepare();
  if (step.pieces.empty()) return fail_stuck();
  lock.unlock();
  role.locked = false;
  const bool intact = weights_.intact();
  const bool ran = intact && run(step);
  lock.lock();
  role.locked = true;
  if (ran) return commit(step);
  fail(step, intact ? memory_error("no memory is left for the activations of a step") : weights_.replaced());
}

void Engine::fail(Step &step, const Error &error) {
  for (const scheduler::Piece &piece : step.pieces) {
    static_cast<ActiveRequest *>(piece.task)->error = error;
    finish(*static_cast<ActiveRequest *>(piece.task));
  }
}

void Engine::fail_stuck() {
  auto *request = static_cast<ActiveRequest *>(scheduler_.stuck());
  if (request == nullptr) return;
  request->error = memory_error("the cache of keys and values has no room for " + std::to_string(request->tokens.size()) +
                                " tokens; shorten the request or give the cache more memory");
  finish(*request);
}

Engine::Step Engine::prepare() {
  Step step;
  step.pieces = scheduler_.plan();
  for (const scheduler::Piece &piece : step.pieces) {
    const scheduler::Task &task = *piece.task;
    const auto first = task.tokens.begin() + task.computed;
    std::vector<int32_t> &tokens = step.tokens.emplace_back(first, first + piece.count);
    if (piece.drafted > 0) tokens.insert(tokens.end(), task.draft.begin(), task.draft.end());
    step.segments.push_back({tokens, task.computed, task.sequence.blocks(), piece.logit_rows});
    step.rows += static_cast<int64_t>(tokens.size());
    step.logit_rows += piece.logit_rows;
    step.sequences += piece.count == 1 ? 1 : 0;
    step.drafted += piece.drafted;
  }
  step.outcomes.resize(step.pieces.size());
  return step;
}

bool Engine::run(Step &step) {
  const int64_t vocabulary = description_.decoder->vocabulary;
  void *const scratch = scratch_.reserve(model_->scratch_bytes(step.rows, step.logit_rows));
  auto *const logits = static_cast<float *>(logits_.reserve(static_cast<uint64_t>(step.logit_rows * vocabulary) * sizeof(float)));
  if (scratch == nullptr || (logits == nullptr && step.logit_rows > 0)) return false;
  const Stopwatch watch;
  model_->forward(context_, {step.segments}, {cache_->layers()}, scratch, {step.logit_rows > 0 ? logits : nullptr, nullptr});
  std::vector<float *> rows;
  int64_t row = 0;
  for (const scheduler::Piece &piece : step.pieces) {
    rows.push_back(logits + row * vocabulary);
    row += piece.logit_rows;
  }
  parallel(context_, static_cast<int64_t>(step.pieces.size()), [&](int64_t index) {
    const auto at = static_cast<std::size_t>(index);
    choose(step.pieces[at], rows[at], step.outcomes[at]);
  });
  if (step.decoding()) prices_.measured(step.rows, watch.seconds());
  if (drafter_ != nullptr) guess(step);
  return true;
}

// Drafts of all requests that go on and may hope that guesses help.
void Engine::guess(Step &step) {
  std::vector<speculation::Wish> wishes;
  std::vector<ActiveRequest *> guessing;
  const Stopwatch watch;
  for (std::size_t index = 0; index < step.pieces.size(); ++index) {
    auto &request = static_cast<ActiveRequest &>(*step.pieces[index].task);
    const Outcome &outcome = step.outcomes[index];
    settle(step, step.pieces[index], outcome);
    request.draft.clear();
    if (outcome.error || outcome.produced.empty() || outcome.produced.back().finish != FinishReason::none) continue;
    const int64_t most = std::min(request.limit - request.generated() - 1, request.account.reach());
    if (most <= 0 || prices_.seconds(1) == 0) continue;
    wishes.push_back({request.tokens, most, request.drafting, request.draft});
    guessing.push_back(&request);
  }
  if (wishes.empty()) return;
  drafter_->draft(context_, wishes);
  for (ActiveRequest *request : guessing) request->guess_seconds = watch.seconds() / static_cast<double>(guessing.size());
}

// What the draft of the step that has run cost and brought.
void Engine::settle(const Step &step, const scheduler::Piece &piece, const Outcome &outcome) {
  auto &request = static_cast<ActiveRequest &>(*piece.task);
  const double plain = prices_.seconds(step.sequences);
  if (piece.count != 1 || plain == 0) return;
  const double more = std::max(0.0, prices_.seconds(step.sequences + step.drafted) - plain);
  const double share = step.drafted == 0 ? 0 : static_cast<double>(piece.drafted) / static_cast<double>(step.drafted);
  const double cost = (more * share + std::exchange(request.guess_seconds, 0)) * static_cast<double>(step.sequences) / plain;
  request.account.settle({piece.drafted, outcome.accepted, cost});
  if (piece.drafted == 0) return;
  worth_ = worth_ + newest_guess * (static_cast<double>(outcome.accepted) - cost - worth_);
  guess_cost_ = guess_cost_ + newest_guess * (cost - guess_cost_);
}

bool Engine::score(const scheduler::Piece &piece, float *logits, Outcome &outcome) const {
  auto &request = static_cast<ActiveRequest &>(*piece.task);
  for (int64_t row = 0; row < piece.scored; ++row) {
    if (!score_token(context_, row_of(logits, row), request.computed + row + 1, request, codec_, outcome.error)) return false;
  }
  return true;
}

// A token for each row of logits behind those that are scored, as long as the draft guessed right. Each is appended to the request's
// tokens.
void Engine::choose(const scheduler::Piece &piece, float *logits, Outcome &outcome) const {
  auto &request = static_cast<ActiveRequest &>(*piece.task);
  if (!score(piece, logits, outcome)) return;
  for (int64_t row = 0; row < piece.logit_rows - piece.scored; ++row) {
    Produced produced;
    if (!choose_token(context_, row_of(logits, piece.scored + row), request, codec_, produced, outcome.error)) return;
    request.tokens.push_back(produced.id);
    const bool ends = std::find(request.end_tokens.begin(), request.end_tokens.end(), produced.id) != request.end_tokens.end();
    produced.finish = ends ? FinishReason::stop : request.generated() >= request.limit ? FinishReason::length : FinishReason::none;
    const bool guessed = row < piece.drafted && request.draft[static_cast<std::size_t>(row)] == produced.id;
    outcome.produced.push_back(std::move(produced));
    if (outcome.produced.back().finish != FinishReason::none || !guessed) return;
    ++outcome.accepted;
  }
}

void Engine::commit(Step &step) {
  ++steps_;
  for (std::size_t index = 0; index < step.pieces.size(); ++index) commit(step.pieces[index], step.outcomes[index]);
}

void Engine::commit(const scheduler::Piece &piece, Outcome &outcome) {
  auto &request = static_cast<ActiveRequest &>(*piece.task);
  scheduler_.commit(piece, outcome.accepted);
  generated_ += outcome.produced.size();
  drafted_ += static_cast<uint64_t>(piece.drafted);
  accepted_ += static_cast<uint64_t>(outcome.accepted);
  bool ended = static_cast<bool>(outcome.error);
  request.error = std::move(outcome.error);
  for (Produced &produced : outcome.produced) {
    ended = ended || produced.finish != FinishReason::none;
    request.produced.push_back(std::move(produced));
  }
  if (ended) finish(request);
}

Json Engine::stats() {
  const Lock lock(mutex_);
  const cache::Occupancy blocks = cache_->occupancy();
  return {{"running", scheduler_.running().size()},
          {"waiting", scheduler_.waiting().size()},
          {"steps", steps_},
          {"generated_tokens", generated_},
          {"drafted_tokens", drafted_},
          {"accepted_tokens", accepted_},
          {"cache",
           {{"blocks", blocks.total},
            {"used", blocks.used},
            {"reusable", blocks.shared},
            {"block_tokens", kernels::cache_block_tokens},
            {"block_bytes", cache_->block_bytes()}}}};
}

std::string Engine::check() {
  const Lock lock(mutex_);
  std::vector<const cache::Sequence *> live;
  for (const std::shared_ptr<scheduler::Task> &task : scheduler_.running()) live.push_back(&task->sequence);
  const std::string wrong = cache::check_invariants(cache_->snapshot(live));
  return wrong.empty() && drafter_ != nullptr ? drafter_->check() : wrong;
}

std::shared_ptr<void> open_engine(const Description &description, const ServiceContext &context, Error &error) {
  const models::Decoder &decoder = *description.decoder;
  const cache::Geometry geometry = models::cache_geometry(decoder, description.cache_format, *context.weights, description.ranks);
  auto cache = cache::KeyValueCache::create(geometry, models::cache_blocks(description.cache_tokens), context.budget, error);
  if (cache == nullptr) return nullptr;
  std::unique_ptr<speculation::Drafter> drafter;
  if (description.drafter != nullptr) {
    drafter = description.drafter({context.weights, context.budget, description.cache_tokens, decoder.vocabulary}, error);
    if (drafter == nullptr) return nullptr;
  }
  auto model = description.ranks == 1 ? description.family->make(decoder, *context.weights)
                                      : description.sharded(*description.family, decoder, *context.weights, description.ranks, error);
  if (model == nullptr) return nullptr;
  return std::make_shared<Engine>(description, context, std::move(model), std::move(cache), std::move(drafter));
}

namespace {

Engine &engine_of(const void *service) {
  return *const_cast<Engine *>(static_cast<const Engine *>(service));  // only its mutex changes
}

}  // namespace

Json engine_stats(const void *service) {
  return engine_of(service).stats();
}

std::string check_engine(const void *service) {
  return engine_of(service).check();
}

namespace {

// An id beyond the model's vocabulary, which `where` holds, in the request's field `param`.
Error token_error(const models::Decoder &decoder, int32_t id, const char *where, const char *param) {
  if (id >= 0 && id < decoder.vocabulary) return {};
  const std::string last = std::to_string(decoder.vocabulary - 1);
  return invalid_request(std::string(where) + " holds the id " + std::to_string(id) + "; the model's ids are 0 to " + last, "invalid_token",
                         param);
}

Error bias_error(const Engine &engine, const GenerationOptions &wanted) {
  for (const auto &[id, bias] : wanted.logit_bias)
    if (Error error = token_error(*engine.description().decoder, id, "logit_bias", "logit_bias")) return error;
  return {};
}

Error prompt_error(const Engine &engine, std::span<const int32_t> prompt) {
  const models::Decoder &decoder = *engine.description().decoder;
  const int64_t tokens = static_cast<int64_t>(prompt.size());
  if (tokens == 0) return invalid_request("the prompt has no tokens", "empty_prompt", "messages");
  for (const int32_t id : prompt)
    if (Error error = token_error(decoder, id, "the prompt", "messages")) return error;
  const int64_t room = std::min(decoder.context_length, engine.capacity()) - 1;
  if (tokens <= room) return {};
  return invalid_request(
      "the prompt has " + std::to_string(tokens) + " tokens, " + std::to_string(tokens - room) + " more than the " + std::to_string(room) +
          " that leave room for an answer in the context of " + std::to_string(decoder.context_length) +
          (engine.capacity() < decoder.context_length ? " (its cache holds " + std::to_string(engine.capacity()) + ")" : ""),
      "context_length_exceeded", "messages");
}

class EngineGeneration : public Generation {
 public:
  // `given`: what a call before this one was given.
  EngineGeneration(Engine &engine, std::shared_ptr<ActiveRequest> request, std::vector<int32_t> prompt, std::vector<int32_t> given)
      : engine_(engine), request_(std::move(request)), prompt_(std::move(prompt)), given_(std::move(given)) {}
  ~EngineGeneration() override { cancel(); }

  bool next(Call &call, int32_t &token) override {
    Produced produced;
    if (finished_ || !engine_.wait(call, *request_, produced)) return false;
    report(call, produced);
    token = produced.id;
    logprob_ = produced.logprob;
    finished_ = produced.finish != FinishReason::none;
    given_.push_back(token);
    return true;
  }
  std::vector<std::byte> export_state() override {
    RequestState state{static_cast<uint64_t>(request_->prompt_tokens), request_->sampling.seed, prompt_, {}};
    state.tokens.insert(state.tokens.end(), given_.begin(), given_.end());
    state.cached = engine_.export_cached(*request_, state.tokens);
    return write_state(state);
  }
  float logprob() const override { return logprob_; }
  bool finished() const override { return finished_; }
  void cancel() override { engine_.cancel(*request_); }
  std::span<const int32_t> prompt() const override { return prompt_; }

 private:
  void report(Call &call, Produced &produced) {
    GenerationReport &generated = call.generated;
    if (!std::exchange(reported_, true)) report_prompt(generated);
    ++generated.completion_tokens;
    generated.finish = produced.finish;
    if (request_->wants_details) generated.logprobs.push_back(std::move(produced.details));
  }

  // Nobody else touches what is known of a prompt once its answer has begun.
  void report_prompt(GenerationReport &generated) {
    generated.cached_tokens += request_->cached;
    if (request_->wants_prompt && generated.prompt_logprobs.empty()) generated.prompt_logprobs = std::move(request_->prompt_details);
  }

  Engine &engine_;
  const std::shared_ptr<ActiveRequest> request_;
  const std::vector<int32_t> prompt_;
  std::vector<int32_t> given_;
  float logprob_ = 0;
  bool finished_ = false;
  bool reported_ = false;
};

bool constrain(const GenerationOptions &wanted, Engine &engine, ActiveRequest &request, Error &error) {
  const auto grammar = read_grammar(wanted, error);
  if (grammar == nullptr) return false;
  const auto table = engine.token_table();
  if (table == nullptr) {
    error = invalid_request("this modelet has no tokenizer of its own, by which an answer could be held to a format", "invalid_grammar",
                            "response_format");
    return false;
  }
  request.constraint.emplace(grammar, table);
  return true;
}

// Null with the error set.
std::shared_ptr<ActiveRequest> make_request(const Call &call, Engine &engine, Request request, Error &error) {
  const Configuration &configuration = engine.description().configuration;
  if (error = bias_error(engine, call.generation); error) return nullptr;
  auto active = std::make_shared<ActiveRequest>();
  active->sampling = resolve(configuration, call.generation, engine.next_seed());
  active->sampling.logprobs = active->sampling.logprobs || configuration.logprobs;
  active->wants_details = call.generation.top_logprobs.has_value();
  if (call.generation.grammar != GrammarKind::none && !constrain(call.generation, engine, *active, error)) return nullptr;
  active->prompt_tokens = static_cast<int64_t>(request.prompt.size());
  active->tokens = std::move(request.prompt);
  active->end_tokens = request.end_tokens.value_or(std::vector(configuration.end_tokens.begin(), configuration.end_tokens.end()));
  const int64_t room = std::min(engine.description().decoder->context_length, engine.capacity()) - active->prompt_tokens;
  active->limit =
      std::min({request.max_new_tokens.value_or(configuration.max_new_tokens), call.generation.max_tokens.value_or(room), room});
  return active;
}

// Nothing of it is taken from the cache, which keeps no logits.
void score_prompt(ActiveRequest &request, const TextCodec *codec) {
  request.wants_prompt = true;
  request.scores = request.prompt_tokens - 1;
  request.prompt_details.push_back(name_token(codec, request.tokens.front()));
}

Error limit_error(const Request &request) {
  if (!request.max_new_tokens || *request.max_new_tokens >= 1) return {};
  return invalid_request("max_new_tokens is " + std::to_string(*request.max_new_tokens) + "; it must be at least 1", "invalid_value");
}

// What was said before is said again to the grammar, and counts.
void go_on(ActiveRequest &request, const RequestState &state) {
  request.sampling.seed = state.seed;
  request.tokens = state.tokens;
  if (!request.constraint) return;
  for (auto token = state.tokens.begin() + request.prompt_tokens; token != state.tokens.end(); ++token) request.constraint->advance(*token);
}

Error resume_error(const Engine &engine, const Request &request, const RequestState &state) {
  if (Error error = prompt_error(engine, state.tokens)) return error;
  return limit_error(request);
}

}  // namespace

std::unique_ptr<Generation> Generation::resume(Call &call, void *service, Request request, std::span<const std::byte> bytes) {
  Engine &engine = *static_cast<Engine *>(service);
  Error error;
  RequestState state;
  std::shared_ptr<ActiveRequest> active;
  if (read_state(bytes, state, error)) error = resume_error(engine, request, state);
  request.prompt.assign(state.tokens.begin(), state.tokens.begin() + static_cast<std::ptrdiff_t>(state.prompt_tokens));
  std::vector<int32_t> prompt = request.prompt;
  if (!error) active = make_request(call, engine, std::move(request), error);
  if (active != nullptr) {
    go_on(*active, state);
    if (active->generated() >= active->limit) error = invalid_request("the exported request has said all it may", "generation_import");
  }
  if (!error) state.cached.empty() ? engine.add(active, error) : engine.add(active, state.cached, error);
  if (error) {
    call.fail(std::move(error));
    return nullptr;
  }
  call.generated.used = true;
  call.generated.prompt_tokens += static_cast<int64_t>(prompt.size());
  std::vector<int32_t> given(state.tokens.begin() + static_cast<std::ptrdiff_t>(prompt.size()), state.tokens.end());
  return std::make_unique<EngineGeneration>(engine, std::move(active), std::move(prompt), std::move(given));
}

std::unique_ptr<Generation> Generation::start(Call &call, void *service, Request request) {
  Engine &engine = *static_cast<Engine *>(service);
  Error error = prompt_error(engine, request.prompt);
  if (!error) error = limit_error(request);
  std::shared_ptr<ActiveRequest> active;
  std::vector<int32_t> prompt = request.prompt;
  if (!error) {
    active = make_request(call, engine, std::move(request), error);
    if (active != nullptr && call.generation.prompt_logprobs) score_prompt(*active, engine.codec());
    if (active != nullptr && !call.generation.count_only) engine.add(active, error);
  }
  if (error) {
    call.fail(std::move(error));
    return nullptr;
  }
  call.generated.used = true;
  call.generated.prompt_tokens += static_cast<int64_t>(prompt.size());
  if (call.generation.count_only) {
    call.fail(server_error("the prompt was to be counted only", counted_code));
    return nullptr;
  }
  return std::make_unique<EngineGeneration>(engine, std::move(active), std::move(prompt), std::vector<int32_t>());
}

}  // namespace modelet::generation
