#include "models/shards/together.h"

#include <algorithm>

namespace modelet::models {

// Returns when all ranks have come.
void Together::meet(UniqueLock &lock) {
  const uint64_t meeting = meetings_;
  if (++arrived_ == ranks_) {
    arrived_ = 0;
    ++meetings_;
    met_.notify_all();
  }
  while (meetings_ == meeting && !broken_) met_.wait_a_while(lock);
}

void Together::sum(int64_t rank, float *values, int64_t count) {
  UniqueLock lock(mutex_);
  if (broken_) return;
  values_[static_cast<std::size_t>(rank)] = values;
  meet(lock);
  if (broken_) return;
  if (rank == 0) {
    total_.assign(values_[0], values_[0] + count);
    for (int64_t other = 1; other < ranks_; ++other) {
      const float *const from = values_[static_cast<std::size_t>(other)];
      for (std::size_t index = 0; index < total_.size(); ++index) total_[index] += from[index];
    }
  }
  meet(lock);
  if (broken_) return;
  std::copy(total_.begin(), total_.end(), values);
  meet(lock);
}

void Together::give_up() {
  const Lock lock(mutex_);
  broken_ = true;
  arrived_ = 0;
  met_.notify_all();
}

}  // namespace modelet::models
