// Rows of tables by index: embeddings, and the sum of several of them in one pass.
#pragma once

#include <cstdint>
#include <span>

#include "core/context.h"
#include "kernels/kernels.h"

namespace modelet::kernels {

// Row index[r] + offset of `rows` for result row r. The caller has checked the indices.
struct GatheredTable {
  const float *rows;     // [entries, width]
  const int32_t *index;  // [rows of the result], or null: row `offset` for all
  int64_t offset;        // added to each index: position tables that begin after the padding index
};

// y [rows, width] = tables[0][…] + tables[1][…] + …, added from the left.
void gather(const Context &context, std::span<const GatheredTable> tables, float *y, int64_t rows, int64_t width);

extern const Family gather_family;

}  // namespace modelet::kernels
