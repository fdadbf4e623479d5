#include "sampling/penalties.h"

#include <algorithm>
#include <limits>

namespace modelet::sampling {

namespace {

// The tokens that have a logit, rising, each as often as it is there.
std::vector<int32_t> sorted_tokens(std::span<const int32_t> first, std::span<const int32_t> second, std::size_t vocabulary) {
  std::vector<int32_t> tokens(first.begin(), first.end());
  tokens.insert(tokens.end(), second.begin(), second.end());
  std::erase_if(tokens, [&](int32_t token) { return token < 0 || static_cast<std::size_t>(token) >= vocabulary; });
  std::sort(tokens.begin(), tokens.end());
  return tokens;
}

}  // namespace

void add_bias(std::span<float> logits, std::span<const std::pair<int32_t, float>> bias) {
  for (const auto &[token, value] : bias) {
    if (token >= 0 && static_cast<std::size_t>(token) < logits.size()) logits[static_cast<std::size_t>(token)] += value;
  }
}

void penalize_repetition(std::span<float> logits, const History &history, float penalty) {
  if (penalty == 1) return;
  std::vector<int32_t> tokens = sorted_tokens(history.prompt, history.generated, logits.size());
  tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
  for (const int32_t token : tokens) {
    float &logit = logits[static_cast<std::size_t>(token)];
    logit = logit < 0 ? logit * penalty : logit / penalty;
  }
}

void penalize_generated(std::span<float> logits, std::span<const int32_t> generated, float presence, float frequency) {
  if (presence == 0 && frequency == 0) return;
  const std::vector<int32_t> tokens = sorted_tokens(generated, {}, logits.size());
  for (auto first = tokens.begin(); first != tokens.end();) {
    const auto next = std::upper_bound(first, tokens.end(), *first);
    logits[static_cast<std::size_t>(*first)] -= presence + frequency * static_cast<float>(next - first);
    first = next;
  }
}

void forbid_others(std::span<float> logits, std::span<const uint32_t> allowed) {
  if (allowed.empty()) return;
  for (std::size_t token = 0; token < logits.size(); ++token) {
    const bool may = token / 32 < allowed.size() && (allowed[token / 32] >> token % 32 & 1U) != 0;
    if (!may) logits[token] = -std::numeric_limits<float>::infinity();
  }
}

}  // namespace modelet::sampling
