// Rows of all segments, counted through.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "kernels/language.h"

namespace modelet::kernels {

inline int64_t count_rows(std::span<const CachedSegment> segments) {
  int64_t rows = 0;
  for (const CachedSegment &segment : segments) rows += segment.rows;
  return rows;
}

// body(segment, first, last) for the rows of each segment among the rows [first, last) of all.
template <typename Body>
void for_segment_rows(std::span<const CachedSegment> segments, int64_t first, int64_t last, const Body &body) {
  for (const CachedSegment &segment : segments) {
    const int64_t from = std::max<int64_t>(first, 0), to = std::min(last, segment.rows);
    if (from < to) body(segment, from, to);
    first -= segment.rows;
    last -= segment.rows;
  }
}

}  // namespace modelet::kernels
