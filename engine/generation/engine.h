// A language model at work: model, cache, scheduler and sampling of one instance, shared by its calls.
//
// Whoever waits drives: a thread that waits for its next token runs steps for all requests, and buffers what they produce. There is no
// thread of the engine's own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/library.h"
#include "models/decoder.h"
#include "speculation/drafter.h"

namespace modelet::generation {

// What a model's generation_config.json says, the defaults of every request.
struct Configuration {
  int64_t max_new_tokens;
  std::span<const int32_t> end_tokens;
  bool do_sample;
  float temperature, top_p, min_p, typical_p, repetition_penalty;
  int64_t top_k;
  bool logprobs;  // of every token, for the function itself
};

// What each token of the vocabulary stands for, as bytes; empty for special tokens.
struct TokenBytes {
  std::string (*bytes)(int32_t id);
};

// One language model of a library, as the compiler writes it.
struct Description {
  const models::Decoder *decoder;
  const models::Family *family;
  Configuration configuration;
  kernels::CacheFormat cache_format;
  int64_t cache_tokens;                        // positions of all sequences together
  speculation::MakeDrafter drafter = nullptr;  // who guesses, when wanted
  int64_t ranks = 1;                           // that share the model's work
  // Makes the model of several ranks: models::make_sharded. Unused with one.
  std::unique_ptr<const models::Model> (*sharded)(const models::Family &family, const models::Decoder &decoder, const Weights &weights,
                                                  int64_t ranks, Error &error) = nullptr;
};

// A Service of the library (core/library.h); the emitter wraps `open` with the description.
std::shared_ptr<void> open_engine(const Description &description, const ServiceContext &context, Error &error);
Json engine_stats(const void *service);
// Empty when every invariant of its cache holds, else what is wrong: for tests, after any step.
std::string check_engine(const void *service);

// What add_request is told. Unset: the call's options, else the configuration's.
struct Request {
  std::vector<int32_t> prompt;
  std::optional<int64_t> max_new_tokens;
  std::optional<std::vector<int32_t>> end_tokens;
};

// One request of a call; its destructor cancels it. Used by the call's thread only.
class Generation {
 public:
  // Null with call.error set: an empty prompt, an id beyond the vocabulary, a prompt beyond the context (which says by how much), more
  // waiting requests than the queue holds.
  static std::unique_ptr<Generation> start(Call &call, void *service, Request request);
  // Goes on with a request that another engine of the same model exported, after the tokens it had given: the same text, whatever was
  // computed where. `request.prompt` is ignored; other options are given again, the seed comes with the state. Null with call.error set:
  // generation_import for bytes that are no such state, cache_import and cache_full of the cache, and what `start` says.
  static std::unique_ptr<Generation> resume(Call &call, void *service, Request request, std::span<const std::byte> state);
  virtual ~Generation() = default;

  // The request as bytes: the tokens given so far, and the keys and values computed for them. It goes on here as if nothing had happened.
  virtual std::vector<std::byte> export_state() = 0;

  // Waits for the next token, driving the engine. False at the end, or with call.error set.
  virtual bool next(Call &call, int32_t &token) = 0;
  virtual float logprob() const = 0;  // of the token that `next` gave last
  virtual bool finished() const = 0;  // that was the last token
  virtual void cancel() = 0;
  virtual std::span<const int32_t> prompt() const = 0;
};

}  // namespace modelet::generation
