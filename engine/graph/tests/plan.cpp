// plan_tiles over random batches, checked by one validator of everything a plan promises.
#include "graph/plan.h"

#include <algorithm>
#include <random>

#include "graph/tests/support.h"
#include "testing/check.h"

namespace modelet::graph::tests {
namespace {

int64_t rows_of(const TokenBatch &batch, bool ragged, int64_t sequence) {
  return ragged ? batch.lengths[static_cast<std::size_t>(sequence)] : batch.padded;
}

// Every sequence in exactly one tile, whole; rows and tokens add up; no tile is larger than it must be; largest first.
void check_plan(const TokenBatch &batch, bool ragged, int64_t target, std::vector<TileRange> tiles) {
  CHECK(std::is_sorted(tiles.begin(), tiles.end(), [](const TileRange &a, const TileRange &b) { return a.rows > b.rows; }));
  std::sort(tiles.begin(), tiles.end(), [](const TileRange &a, const TileRange &b) { return a.first_sequence < b.first_sequence; });
  int64_t sequence = 0, token = 0;
  for (const TileRange &tile : tiles) {
    CHECK_EQUAL(tile.first_sequence, sequence);
    CHECK_EQUAL(tile.first_token, token);
    CHECK(tile.sequences >= 1);
    int64_t rows = 0;
    for (int64_t index = 0; index < tile.sequences; ++index, ++sequence) {
      rows += rows_of(batch, ragged, sequence);
      token += batch.lengths[static_cast<std::size_t>(sequence)];
    }
    CHECK_EQUAL(tile.rows, rows);
    CHECK(tile.rows <= target || tile.sequences == 1);
  }
  CHECK_EQUAL(sequence, static_cast<int64_t>(batch.lengths.size()));
  CHECK_EQUAL(token, static_cast<int64_t>(batch.input_ids.size()));
}

}  // namespace

void test_plan() {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    const TokenBatch batch = random_batch(seed, static_cast<int64_t>(seed % 23), 1 + seed % 300);
    for (const bool ragged : {true, false}) {
      for (const int64_t target : {1, 64, 256}) check_plan(batch, ragged, target, plan_tiles(batch, ragged, target));
    }
  }
  for (const int64_t rows : {0, 1, 100, 511, 512, 100000}) {
    for (const int64_t threads : {1, 2, 64}) {
      CHECK(target_rows(rows, threads) >= 64);
      CHECK(target_rows(rows, threads) <= 256);
    }
  }
}

}  // namespace modelet::graph::tests
