// Ranks that are threads of one process.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/mutex.h"
#include "models/shards/ranks.h"

namespace modelet::models {

// What all ranks share.
class Together {
 public:
  explicit Together(int64_t ranks) : ranks_(ranks), values_(static_cast<std::size_t>(ranks)) {}

  // Rank `rank` brings its values and takes the sum.
  void sum(int64_t rank, float *values, int64_t count);
  // Nobody waits any longer, and sums mean nothing: a rank has failed.
  void give_up();
  // After everybody has left.
  void begin() { broken_ = false; }

 private:
  void meet(UniqueLock &lock);

  const int64_t ranks_;
  Mutex mutex_;
  Condition met_;
  int64_t arrived_ = 0;
  uint64_t meetings_ = 0;
  bool broken_ = false;
  std::vector<const float *> values_;  // of each rank
  std::vector<float> total_;
};

class ThreadRank : public Ranks {
 public:
  ThreadRank(Together &together, int64_t rank) : together_(together), rank_(rank) {}
  void sum(float *values, int64_t count) const override { together_.sum(rank_, values, count); }

 private:
  Together &together_;
  const int64_t rank_;
};

}  // namespace modelet::models
