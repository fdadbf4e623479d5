#include "sampling/distribution.h"

namespace modelet::sampling {

void keep_min_p(const Context &context, Distribution &distribution, float min_p) {
  const Weights weights = weigh(context, distribution);
  keep_where(distribution, [&](std::size_t place) { return weights.values[place] >= min_p || weights.values[place] == 1.0F; });
}

}  // namespace modelet::sampling
