#pragma once

#include "kernels/segments.h"

namespace modelet::kernels {

constexpr int64_t rows_in(const Segment &segment, Extent extent) {
  return extent == Extent::valid ? segment.valid : segment.rows;
}

}  // namespace modelet::kernels
