// From rows of tokens to one row a sequence, and back.
//
// The rules of kernels.h hold: a sequence's result depends on its own rows only, taken in rising order.
#pragma once

#include <cstdint>
#include <span>

#include "core/context.h"
#include "kernels/elementwise.h"
#include "kernels/kernels.h"

namespace modelet::kernels {

// Which rows of a segment count: those of tokens, or the padding of a dense batch as well. Equal in ragged batches.
enum class Extent : uint8_t { valid, rows };

// y [segments, width] = the reduction over each segment's rows of x [rows, width].
void reduce_segments(const Context &context, Reduction operation, Extent extent, std::span<const Segment> segments, const float *x,
                     float *y, int64_t width);
// The same with a weight for each row: y = Σ weights[row] · x[row]; what a product with a mask, followed by a sum, becomes.
void reduce_segments_weighted(const Context &context, Extent extent, std::span<const Segment> segments, const float *x,
                              const float *weights, float *y, int64_t width);
// y [segments, width] = row `row` of each segment; a negative row counts from the end of the extent (-1: the last).
// A row that the segment does not have gives zeros.
void select_segment_rows(const Context &context, Extent extent, std::span<const Segment> segments, const float *x, int64_t row, float *y,
                         int64_t width);
// y [rows, width]: each row of a segment gets the segment's row of x [segments, width].
void expand_segments(const Context &context, std::span<const Segment> segments, const float *x, float *y, int64_t width);
// y [rows, width] = x, with `value` in the rows after each segment's valid ones. y may equal x.
void fill_padding(const Context &context, std::span<const Segment> segments, const float *x, float value, float *y, int64_t width);
// y [rows] = 1 for the valid rows and 0 for the others: the attention mask.
void segment_mask(const Context &context, std::span<const Segment> segments, float *y);
// y [segments] = the number of rows in the extent.
void segment_counts(const Context &context, Extent extent, std::span<const Segment> segments, float *y);

extern const Family reduce_segments_family, select_segment_rows_family;

}  // namespace modelet::kernels
