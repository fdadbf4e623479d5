#include <algorithm>
#include <cmath>
#include <numeric>

#include "sampling/distribution.h"

namespace modelet::sampling {

namespace {

// How far each token's information, -log p, is from the distribution's entropy.
std::vector<float> surprises(const Distribution &distribution, const Weights &weights) {
  const double normalizer = static_cast<double>(weights.largest) + std::log(weights.sum);
  double entropy = 0;
  for (std::size_t place = 0; place < weights.values.size(); ++place) {
    entropy -= static_cast<double>(weights.values[place]) / weights.sum * (static_cast<double>(distribution.logits[place]) - normalizer);
  }
  std::vector<float> distances;
  for (const float logit : distribution.logits) {
    distances.push_back(static_cast<float>(std::fabs(normalizer - static_cast<double>(logit) - entropy)));
  }
  return distances;
}

}  // namespace

void keep_typical_p(const Context &context, Distribution &distribution, float typical_p) {
  const Weights weights = weigh(context, distribution);
  const std::vector<float> distances = surprises(distribution, weights);
  std::vector<std::size_t> places(distances.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
  const double wanted = static_cast<double>(typical_p) * weights.sum;
  double mass = 0;
  std::size_t last = 0;
  while (last + 1 < places.size() && (mass += static_cast<double>(weights.values[places[last]])) < wanted) ++last;
  const float furthest = distances[places[last]];
  keep_where(distribution, [&](std::size_t place) { return distances[place] <= furthest; });
}

}  // namespace modelet::sampling
