#include <algorithm>
#include <functional>
#include <limits>

#include "sampling/distribution.h"

namespace modelet::sampling {

namespace {

constexpr float nothing = -std::numeric_limits<float>::infinity();

// The k-th largest: a heap of the k largest so far, the smallest of them in front.
float kth_largest(std::span<const float> logits, std::size_t k) {
  if (k == 0 || k >= logits.size()) return nothing;
  std::vector<float> heap(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(k));
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  for (const float logit : logits.subspan(k)) {
    if (!(logit > heap.front())) continue;
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.back() = logit;
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  }
  return heap.front();
}

}  // namespace

Distribution take_top_k(std::span<const float> logits, int64_t top_k) {
  const float least = kth_largest(logits, static_cast<std::size_t>(top_k));
  Distribution distribution;
  for (std::size_t token = 0; token < logits.size(); ++token) {
    if (logits[token] < least || logits[token] == nothing) continue;
    distribution.tokens.push_back(static_cast<int32_t>(token));
    distribution.logits.push_back(logits[token]);
  }
  return distribution;
}

}  // namespace modelet::sampling
