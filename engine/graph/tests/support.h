// Random batches of token ids.
#pragma once

#include <algorithm>
#include <random>

#include "graph/program.h"

namespace modelet::graph::tests {

inline constexpr int64_t vocabulary = 1000;

inline TokenBatch random_batch(uint32_t seed, int64_t texts, int64_t longest) {
  std::mt19937 engine(seed);
  std::uniform_int_distribution<int32_t> length(0, static_cast<int32_t>(longest));
  std::uniform_int_distribution<int32_t> id(0, static_cast<int32_t>(vocabulary) - 1);
  TokenBatch batch;
  batch.pad_id = 3;
  for (int64_t text = 0; text < texts; ++text) {
    batch.lengths.push_back(length(engine));
    batch.padded = std::max(batch.padded, batch.lengths.back());
    for (int32_t place = 0; place < batch.lengths.back(); ++place) {
      batch.input_ids.push_back(id(engine));
      batch.token_type_ids.push_back(place % 2);
    }
  }
  return batch;
}

void test_plan();
void test_executor();
void test_encoder();

}  // namespace modelet::graph::tests
