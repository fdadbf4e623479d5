#include "graph/plan.h"

#include <algorithm>

namespace modelet::graph {
namespace {

// Measured with MiniLM: below 128 rows the weights are read too often, above 512 the activations leave the cache.
constexpr int64_t cached_rows = 256;
// A tile of fewer rows is better shared by all threads inside the kernels than given to one.
constexpr int64_t fewest_rows = 64;

}  // namespace

int64_t target_rows(int64_t total_rows, int64_t threads) {
  const int64_t share = (total_rows + threads - 1) / threads;
  return std::clamp(share, fewest_rows, cached_rows);
}

std::vector<TileRange> plan_tiles(const TokenBatch &batch, bool ragged, int64_t target) {
  std::vector<TileRange> tiles;
  int64_t sequence = 0, token = 0;
  for (const int32_t length : batch.lengths) {
    const int64_t rows = ragged ? length : batch.padded;
    if (tiles.empty() || tiles.back().rows + rows > target) tiles.push_back({sequence, 0, token, 0});
    ++tiles.back().sequences;
    tiles.back().rows += rows;
    token += length;
    ++sequence;
  }
  std::stable_sort(tiles.begin(), tiles.end(), [](const TileRange &a, const TileRange &b) { return a.rows > b.rows; });
  return tiles;
}

}  // namespace modelet::graph
