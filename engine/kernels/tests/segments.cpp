#include "kernels/segments.h"

#include <algorithm>
#include <limits>

#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

constexpr int64_t width = 37;
constexpr Segment segments[] = {{0, 4, 4}, {4, 6, 2}, {10, 1, 1}, {11, 90, 80}};
constexpr int64_t rows = 101, count = 4;

double reference(Reduction operation, Extent extent, const Segment &segment, const Floats &x, int64_t column) {
  const int64_t taken = extent == Extent::valid ? segment.valid : segment.rows;
  double sum = 0, low = 1e30, high = -1e30;
  for (int64_t row = segment.first; row < segment.first + taken; ++row) {
    const auto value = static_cast<double>(x[static_cast<std::size_t>(row * width + column)]);
    sum += value;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  switch (operation) {
    case Reduction::sum:
      return sum;
    case Reduction::mean:
      return sum / static_cast<double>(taken);
    case Reduction::maximum:
      return high;
    case Reduction::minimum:
      return low;
  }
  return 0;
}

void check_reductions(Isa isa) {
  const Floats x = random_floats(rows * width, 1);
  for (const Reduction operation : {Reduction::sum, Reduction::mean, Reduction::maximum, Reduction::minimum}) {
    for (const Extent extent : {Extent::valid, Extent::rows}) {
      Floats y(count * width);
      Doubles expected;
      reduce_segments(pooled(isa), operation, extent, segments, x.data(), y.data(), width);
      for (const Segment &segment : segments) {
        for (int64_t column = 0; column < width; ++column) expected.push_back(reference(operation, extent, segment, x, column));
      }
      CHECK(nmse(y, expected) < bound);
    }
  }
}

void check_weights(Isa isa) {
  const Floats x = random_floats(rows * width, 1);
  Floats mask(rows), masked(count * width), summed(count * width);
  segment_mask(alone(isa), segments, mask.data());
  CHECK_EQUAL(std::count(mask.begin(), mask.end(), 1.0F), 87);
  reduce_segments_weighted(alone(isa), Extent::rows, segments, x.data(), mask.data(), masked.data(), width);
  reduce_segments(alone(isa), Reduction::sum, Extent::valid, segments, x.data(), summed.data(), width);
  CHECK(same_bits(masked.data(), summed.data(), count * width));
}

void check_empty(Isa isa) {
  const Segment nothing[] = {{0, 3, 0}};
  const Floats x(3 * width, 1.0F);
  Floats y(width, 9.0F);
  reduce_segments(alone(isa), Reduction::sum, Extent::valid, nothing, x.data(), y.data(), width);
  CHECK_EQUAL(y[0], 0.0F);
  reduce_segments(alone(isa), Reduction::mean, Extent::valid, nothing, x.data(), y.data(), width);
  CHECK(std::isnan(y[0]));
  reduce_segments(alone(isa), Reduction::maximum, Extent::valid, nothing, x.data(), y.data(), width);
  CHECK_EQUAL(y[0], -std::numeric_limits<float>::infinity());
  reduce_segments(alone(isa), Reduction::sum, Extent::valid, {}, x.data(), y.data(), width);
}

void check_moves(Isa isa) {
  const Floats x = random_floats(rows * width, 2);
  Floats y(count * width);
  auto row_is = [&](int64_t segment, int64_t row) { return same_bits(y.data() + segment * width, x.data() + row * width, width); };
  select_segment_rows(alone(isa), Extent::valid, segments, x.data(), 0, y.data(), width);
  CHECK(row_is(0, 0) && row_is(1, 4) && row_is(2, 10) && row_is(3, 11));
  select_segment_rows(alone(isa), Extent::valid, segments, x.data(), -1, y.data(), width);
  CHECK(row_is(0, 3) && row_is(1, 5) && row_is(2, 10) && row_is(3, 90));
  select_segment_rows(alone(isa), Extent::rows, segments, x.data(), -1, y.data(), width);
  CHECK(row_is(1, 9) && row_is(3, 100));
  select_segment_rows(alone(isa), Extent::valid, segments, x.data(), 3, y.data(), width);
  CHECK(row_is(0, 3) && y[width] == 0.0F && y[2 * width] == 0.0F);

  Floats wide(rows * width), counts(count);
  expand_segments(alone(isa), segments, y.data(), wide.data(), width);
  CHECK(same_bits(wide.data() + 100 * width, y.data() + 3 * width, width));
  fill_padding(alone(isa), segments, x.data(), -5.0F, wide.data(), width);
  CHECK(same_bits(wide.data(), x.data(), 6 * width) && wide[6 * width] == -5.0F && wide[100 * width] == -5.0F);
  segment_counts(alone(isa), Extent::valid, segments, counts.data());
  CHECK(counts == (Floats{4, 2, 1, 80}));
}

}  // namespace

void test_segments(Isa isa) {
  check_reductions(isa);
  check_weights(isa);
  check_empty(isa);
  check_moves(isa);
}

}  // namespace modelet::kernels::tests
