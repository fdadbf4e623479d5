// Ranks: each runs the same steps on its slice of a model, and they meet where a sum needs all of them.
#pragma once

#include <cstdint>

namespace modelet::models {

// One rank's place among all. A model that is alone has none, and a collective is then the identity.
class Ranks {
 public:
  virtual ~Ranks() = default;
  // values[0, count) become the sum of all ranks' values, added in the order of ranks: the same bits everywhere. Every rank makes the same
  // calls in the same order; each waits for the others.
  virtual void sum(float *values, int64_t count) const = 0;
};

}  // namespace modelet::models
