#include "sampling/logprobs.h"

#include <algorithm>
#include <cmath>

#include "kernels/vocabulary.h"

namespace modelet::sampling {

double log_normalizer(const Context &context, std::span<const float> logits, float largest) {
  std::vector<float> weights(logits.size());
  const double sum = kernels::exponentials(context, logits.data(), largest, weights.data(), static_cast<int64_t>(logits.size()));
  return static_cast<double>(largest) + std::log(sum);
}

std::vector<Candidate> likeliest(std::span<const float> logits, double normalizer, int64_t count) {
  const auto wanted = std::min(static_cast<std::size_t>(std::max<int64_t>(count, 0)), logits.size());
  std::vector<Candidate> heap;  // the likeliest so far, the least likely of them in front
  auto likelier = [](const Candidate &a, const Candidate &b) { return a.logprob != b.logprob ? a.logprob > b.logprob : a.token < b.token; };
  for (std::size_t token = 0; token < logits.size() && wanted > 0; ++token) {
    if (heap.size() == wanted) {
      if (!(logits[token] > heap.front().logprob)) continue;
      std::pop_heap(heap.begin(), heap.end(), likelier);
      heap.pop_back();
    }
    heap.push_back({static_cast<int32_t>(token), logits[token]});
    std::push_heap(heap.begin(), heap.end(), likelier);
  }
  std::sort_heap(heap.begin(), heap.end(), likelier);
  for (Candidate &one : heap) one.logprob = static_cast<float>(static_cast<double>(one.logprob) - normalizer);
  return heap;
}

}  // namespace modelet::sampling
