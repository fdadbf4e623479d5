// What a request asks of the language model that a function uses, and what the model says about its work: the meeting point of the
// endpoints (openai/), which know requests, and the generation part (generation/), which knows models. Neither includes the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace modelet {

// The code of the error that ends a call which asked for count_only.
inline constexpr const char *counted_code = "counted";

enum class GrammarKind : uint8_t { none, json_object, json_schema, regular_expression };

// Options of one request, in the terms of the OpenAI interface. They become defaults of every generation that the call starts; what is not
// set leaves the model's own generation configuration alone.
struct GenerationOptions {
  std::optional<int64_t> max_tokens;  // with a limit of the function's own, the smaller one counts
  std::optional<double> temperature;  // 0: greedy
  std::optional<double> top_p, min_p, typical_p;
  std::optional<int64_t> top_k;  // 0: all
  std::optional<double> repetition_penalty, presence_penalty, frequency_penalty;
  std::optional<uint64_t> seed;
  std::vector<std::pair<int32_t, float>> logit_bias;  // token id, added to its logit
  GrammarKind grammar = GrammarKind::none;
  std::string grammar_source;           // JSON Schema text, or a regular expression
  std::optional<int64_t> top_logprobs;  // set: log probabilities are wanted, with that many alternatives
  bool prompt_logprobs = false;         // of the prompt's tokens too, with top_logprobs
  bool count_only = false;              // the prompt is counted, and the call ends with counted_code
  bool continue_final_message = false;  // the last message, the assistant's, is the beginning of the answer: chat templates leave it open
};

struct TokenChoice {
  int32_t id;
  float logprob;
  std::string bytes;  // what the token stands for; not always whole UTF-8
};

struct TokenLogprob {
  TokenChoice chosen;
  std::vector<TokenChoice> top;  // best first
};

enum class FinishReason : uint8_t { none, stop, length };

// Grows while the call runs; an endpoint reads it after each value of the function.
struct GenerationReport {
  bool used = false;       // a generation was started
  bool continued = false;  // a chat template left the last message open, as was asked
  int64_t prompt_tokens = 0;
  int64_t cached_tokens = 0;      // of the prompt, found in the cache of an earlier request
  int64_t completion_tokens = 0;  // end-of-sequence included
  FinishReason finish = FinishReason::none;
  std::vector<TokenLogprob> logprobs;  // since the endpoint last took them
  // Of the call's first prompt, as soon as it is answered, if asked for. Nothing stands before its first token, whose number means nothing.
  std::vector<TokenLogprob> prompt_logprobs;
};

}  // namespace modelet
