#include <algorithm>

#include "sampling/distribution.h"

namespace modelet::sampling {

namespace {

// Places of the tokens, likeliest first, of equals the smaller token. Without those that are too unlikely to count: all of them together
// have no more than what is left out anyway.
std::vector<std::size_t> likeliest_first(const Distribution &distribution, const Weights &weights, double left_out) {
  const double least = left_out * weights.sum / static_cast<double>(weights.values.size());
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < weights.values.size(); ++place) {
    if (static_cast<double>(weights.values[place]) > least || weights.values[place] == 1.0F) places.push_back(place);
  }
  std::sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    if (distribution.logits[a] != distribution.logits[b]) return distribution.logits[a] > distribution.logits[b];
    return a < b;
  });
  return places;
}

}  // namespace

void keep_top_p(const Context &context, Distribution &distribution, float top_p) {
  const Weights weights = weigh(context, distribution);
  const double wanted = static_cast<double>(top_p) * weights.sum;
  std::vector<bool> kept(weights.values.size(), false);
  double before = 0;
  for (const std::size_t place : likeliest_first(distribution, weights, 1 - static_cast<double>(top_p))) {
    if (before > 0 && before >= wanted) break;
    kept[place] = true;
    before += static_cast<double>(weights.values[place]);
  }
  keep_where(distribution, [&](std::size_t place) { return kept[place]; });
}

}  // namespace modelet::sampling
