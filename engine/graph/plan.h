// How a batch is cut into tiles. Pure: the same lengths give the same tiles.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/program.h"

namespace modelet::graph {

// A run of whole sequences.
struct TileRange {
  int64_t first_sequence;
  int64_t sequences;
  int64_t first_token;  // in TokenBatch::input_ids
  int64_t rows;         // what the program sees: tokens, or padded rows
};

// Tiles of about `target` rows, each of at least one sequence, the largest first; a sequence of a
// dense program has `batch.padded` rows.
std::vector<TileRange> plan_tiles(const TokenBatch &batch, bool ragged, int64_t target);

// Rows per tile for this much work on this many threads: what fits a core's caches, less when threads would stand idle.
int64_t target_rows(int64_t total_rows, int64_t threads);

}  // namespace modelet::graph
