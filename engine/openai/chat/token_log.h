// Log probabilities of the tokens whose text was said: those of a stop string, or of text that is held back, wait.
#pragma once

#include <cstddef>
#include <vector>

#include "core/generation.h"
#include "json/json.h"

namespace modelet::openai {

class TokenLog {
 public:
  void add(std::vector<TokenLogprob> tokens);
  // Tokens that end within the first `bytes` of the text; each is taken once.
  std::vector<TokenLogprob> take(std::size_t bytes);
  std::vector<TokenLogprob> take_all();

 private:
  std::vector<TokenLogprob> waiting_;
  std::size_t taken_bytes_ = 0;
};

// The form of chat.completions: [{"token", "logprob", "bytes", "top_logprobs"}, …]
Json logprobs_content(const std::vector<TokenLogprob> &tokens);

}  // namespace modelet::openai
