// Random numbers without a state: each is a function of a seed and of its place.
#pragma once

#include <cstdint>

namespace modelet::sampling {

// In [0, 1), uniform.
double uniform(uint64_t seed, uint64_t place);

}  // namespace modelet::sampling
