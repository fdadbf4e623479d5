#include <algorithm>
#include <limits>

#include "kernels/elementwise.h"
#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

constexpr int64_t rows = 4, stride = 500;

Doubles row_of(const Floats &x, int64_t row, int64_t width) {
  const auto first = x.begin() + row * stride;
  return {first, first + width};
}

double total(const Doubles &values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

Floats reduced(Isa isa, Reduction operation, const Floats &x, int64_t width) {
  Floats y(rows);
  reduce_rows(alone(isa), operation, x.data(), stride, y.data(), rows, width);
  return y;
}

void check_width(Isa isa, int64_t width) {
  const Floats x = random_floats(rows * stride, 7);
  const Floats sums = reduced(isa, Reduction::sum, x, width), means = reduced(isa, Reduction::mean, x, width);
  const Floats largest = reduced(isa, Reduction::maximum, x, width), smallest = reduced(isa, Reduction::minimum, x, width);
  Floats unit(rows * stride, -3.0F), weights(rows * stride, -3.0F);
  normalize_rows(alone(isa), x.data(), stride, unit.data(), stride, rows, width, 1e-12F);
  softmax_rows(alone(isa), x.data(), stride, weights.data(), stride, rows, width);
  for (int64_t row = 0; row < rows; ++row) {
    const auto place = static_cast<std::size_t>(row);
    const Doubles values = row_of(x, row, width);
    const double sum = total(values);
    CHECK(std::fabs(static_cast<double>(sums[place]) - sum) < 1e-5 * (1 + static_cast<double>(width)));
    CHECK(std::fabs(static_cast<double>(means[place]) - sum / static_cast<double>(width)) < 1e-5);
    CHECK_EQUAL(static_cast<double>(largest[place]), *std::max_element(values.begin(), values.end()));
    CHECK_EQUAL(static_cast<double>(smallest[place]), *std::min_element(values.begin(), values.end()));
    Doubles scaled = values, squares = values, exponentials = values;
    for (double &value : squares) value *= value;
    for (double &value : scaled) value /= std::sqrt(total(squares));
    for (double &value : exponentials) value = std::exp(value);
    const double partition = total(exponentials);
    for (double &value : exponentials) value /= partition;
    const auto first = unit.begin() + row * stride, weight = weights.begin() + row * stride;
    CHECK(nmse(Floats(first, first + width), scaled) < bound);
    CHECK(nmse(Floats(weight, weight + width), exponentials) < bound);
    if (width < stride) CHECK(first[width] == -3.0F && weight[width] == -3.0F);
  }
}

void check_edges(Isa isa) {
  Floats zeros(rows * stride, 0.0F);
  normalize_rows(alone(isa), zeros.data(), stride, zeros.data(), stride, rows, 10, 1e-12F);
  CHECK_EQUAL(zeros[0], 0.0F);
  Floats broken = random_floats(rows * stride, 8);
  broken[3] = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isnan(reduced(isa, Reduction::maximum, broken, 10)[0]));
  CHECK(std::isnan(reduced(isa, Reduction::minimum, broken, 10)[0]));
}

}  // namespace

void test_rows(Isa isa) {
  for (const int64_t width : {1, 3, 4, 15, 17, 384, 500}) check_width(isa, width);
  check_edges(isa);
}

}  // namespace modelet::kernels::tests
