#include "generation/sample.h"

#include <utility>

namespace modelet::generation {
namespace {

TokenChoice described(const TextCodec *codec, int32_t token, float logprob) {
  TokenChoice choice{token, logprob, {}};
  if (codec != nullptr && codec->token_bytes != nullptr) codec->token_bytes(token, choice.bytes);
  return choice;
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
  for (const sampling::Candidate &one : sample.top) out.details.top.push_back(described(codec, one.token, one.logprob));
  return true;
}

}  // namespace modelet::generation
