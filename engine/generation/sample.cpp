#include "generation/sample.h"

#include <utility>

namespace modelet::generation {
namespace {

TokenChoice described(const TextCodec *codec, int32_t token, float logprob) {
  TokenChoice choice{token, logprob, {}};
  if (codec != nullptr && codec->token_bytes != nullptr) codec->token_bytes(token, choice.bytes);
  return choice;
}

// Special tokens by their names: of what might stand there, and of what a prompt holds.
TokenChoice named(const TextCodec *codec, int32_t token, float logprob) {
  TokenChoice choice{token, logprob, {}};
  if (codec != nullptr && codec->token_text != nullptr) codec->token_text(token, choice.bytes);
  return choice;
}

void add_top(const TextCodec *codec, const sampling::Sample &sample, TokenLogprob &details) {
  for (const sampling::Candidate &one : sample.top) details.top.push_back(named(codec, one.token, one.logprob));
}

}  // namespace

bool choose_token(const Context &context, std::span<float> logits, ActiveRequest &request, const TextCodec *codec, Produced &out,
                  Error &error) {
  const std::span<const int32_t> tokens(request.tokens);
  const std::size_t prompt = static_cast<std::size_t>(request.prompt_tokens);
  std::span<const uint32_t> allowed;
  if (request.constraint) allowed = request.constraint->allowed(request.end_tokens);
  sampling::Sample sample;
  const sampling::History history{tokens.first(prompt), tokens.subspan(prompt)};
  if (!sampling::choose(context, logits, request.sampling, history, allowed, sample, error)) return false;
  if (request.constraint) request.constraint->advance(sample.token);
  out.id = sample.token;
  out.logprob = sample.logprob;
  if (!request.wants_details) return true;
  out.details.chosen = described(codec, sample.token, sample.logprob);
  add_top(codec, sample, out.details);
  return true;
}

TokenLogprob name_token(const TextCodec *codec, int32_t token) {
  return {named(codec, token, 0), {}};
}

bool score_token(const Context &context, std::span<const float> logits, int64_t place, ActiveRequest &request, const TextCodec *codec,
                 Error &error) {
  std::vector<TokenLogprob> &known = request.prompt_details;
  if (place != static_cast<int64_t>(known.size())) return true;  // known before it was preempted
  sampling::Sample sample;
  const int32_t token = request.tokens[static_cast<std::size_t>(place)];
  if (!sampling::score(context, logits, token, request.sampling.top_logprobs, sample, error)) return false;
  add_top(codec, sample, known.emplace_back(TokenLogprob{named(codec, token, sample.logprob), {}}));
  return true;
}

}  // namespace modelet::generation
