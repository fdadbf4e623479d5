#include <algorithm>
#include <limits>

#include "kernels/segments.h"
#include "kernels/segments/extent.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32", "rows"}};

// y = function(y, x[row]) for each of `count` rows in rising order.
template <typename Function>
void fold(const float *x, int64_t count, float *y, int64_t width, const Function &function) {
  for (int64_t row = 0; row < count; ++row, x += width) {
    for (int64_t column = 0; column < width; ++column) y[column] = function(y[column], x[column]);
  }
}

void reduce_segment(Reduction operation, const float *x, int64_t count, float *y, int64_t width) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float start = operation == Reduction::maximum ? -infinity : operation == Reduction::minimum ? infinity : 0.0F;
  std::fill(y, y + width, start);
  switch (operation) {
    case Reduction::sum:
    case Reduction::mean:
      fold(x, count, y, width, [](float a, float b) { return a + b; });
      break;
    // NaN when any is.
    case Reduction::maximum:
      fold(x, count, y, width, [](float a, float b) { return b > a || b != b ? b : a; });
      break;
    case Reduction::minimum:
      fold(x, count, y, width, [](float a, float b) { return b < a || b != b ? b : a; });
      break;
  }
  if (operation == Reduction::mean) {
    for (int64_t column = 0; column < width; ++column) y[column] /= static_cast<float>(count);
  }
}

// body(index) for each segment.
template <typename Body>
void for_segments(const Context &context, std::span<const Segment> segments, int64_t width, const Body &body) {
  const auto count = static_cast<int64_t>(segments.size());
  if (count == 0) return;
  int64_t rows = 0;
  for (const Segment &segment : segments) rows += segment.rows;
  split(context, count, 2 * width * (rows / count + 1), [&](int64_t first, int64_t last) {
    for (int64_t index = first; index < last; ++index) body(index);
  });
}

}  // namespace

const Family reduce_segments_family{"reduce_segments", implementations};

void reduce_segments(const Context &context, Reduction operation, Extent extent, std::span<const Segment> segments, const float *x,
                     float *y, int64_t width) {
  for_segments(context, segments, width, [&](int64_t index) {
    const Segment &segment = segments[static_cast<std::size_t>(index)];
    reduce_segment(operation, x + segment.first * width, rows_in(segment, extent), y + index * width, width);
  });
}

void reduce_segments_weighted(const Context &context, Extent extent, std::span<const Segment> segments, const float *x,
                              const float *weights, float *y, int64_t width) {
  for_segments(context, segments, width, [&](int64_t index) {
    const Segment &segment = segments[static_cast<std::size_t>(index)];
    float *sum = y + index * width;
    std::fill(sum, sum + width, 0.0F);
    for (int64_t row = segment.first; row < segment.first + rows_in(segment, extent); ++row) {
      const float weight = weights[row];
      for (int64_t column = 0; column < width; ++column) sum[column] += weight * x[row * width + column];
    }
  });
}

}  // namespace modelet::kernels
