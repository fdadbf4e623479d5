// Copies between rows of tokens and rows of sequences. Bound by memory, so never cut between threads.
#include <algorithm>

#include "kernels/segments.h"
#include "kernels/segments/extent.h"

namespace modelet::kernels {
namespace {

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32", "rows"}};

}  // namespace

const Family select_segment_rows_family{"select_segment_rows", implementations};

void select_segment_rows(const Context &, Extent extent, std::span<const Segment> segments, const float *x, int64_t row, float *y,
                         int64_t width) {
  for (const Segment &segment : segments) {
    const int64_t count = rows_in(segment, extent);
    const int64_t place = row < 0 ? count + row : row;
    const float *from = x + (segment.first + place) * width;
    if (place >= 0 && place < count) {
      std::copy(from, from + width, y);
    } else {
      std::fill(y, y + width, 0.0F);
    }
    y += width;
  }
}

void expand_segments(const Context &, std::span<const Segment> segments, const float *x, float *y, int64_t width) {
  for (const Segment &segment : segments) {
    for (int64_t row = segment.first; row < segment.first + segment.rows; ++row) std::copy(x, x + width, y + row * width);
    x += width;
  }
}

void fill_padding(const Context &, std::span<const Segment> segments, const float *x, float value, float *y, int64_t width) {
  for (const Segment &segment : segments) {
    const int64_t first = segment.first * width, padding = (segment.first + segment.valid) * width;
    if (x != y) std::copy(x + first, x + padding, y + first);
    std::fill(y + padding, y + (segment.first + segment.rows) * width, value);
  }
}

void segment_mask(const Context &, std::span<const Segment> segments, float *y) {
  for (const Segment &segment : segments) {
    std::fill(y + segment.first, y + segment.first + segment.valid, 1.0F);
    std::fill(y + segment.first + segment.valid, y + segment.first + segment.rows, 0.0F);
  }
}

void segment_counts(const Context &, Extent extent, std::span<const Segment> segments, float *y) {
  for (const Segment &segment : segments) *y++ = static_cast<float>(rows_in(segment, extent));
}

}  // namespace modelet::kernels
