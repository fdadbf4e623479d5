// What is computed along each row, over the generic vector type: rows of pooled vectors are few.
#include <cmath>

#include "kernels/elementwise.h"
#include "kernels/simd/generic.h"
#include "kernels/simd/loop.h"
#include "kernels/simd/math.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

using V = Generic;

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32", "rows"}};
constexpr float infinity = std::numeric_limits<float>::infinity();

float sum_of(const float *x, int64_t width) {
  return sum_over<V>(width, [&](auto at) { return at(x); });
}

// NaN when any is.
float largest_of(const float *x, int64_t width) {
  float best = -infinity;
  for (int64_t column = 0; column < width; ++column) best = x[column] > best || x[column] != x[column] ? x[column] : best;
  return best;
}

float smallest_of(const float *x, int64_t width) {
  float best = infinity;
  for (int64_t column = 0; column < width; ++column) best = x[column] < best || x[column] != x[column] ? x[column] : best;
  return best;
}

float reduce_row(Reduction operation, const float *x, int64_t width) {
  switch (operation) {
    case Reduction::sum:
      return sum_of(x, width);
    case Reduction::mean:
      return sum_of(x, width) / static_cast<float>(width);
    case Reduction::maximum:
      return largest_of(x, width);
    case Reduction::minimum:
      return smallest_of(x, width);
  }
  return 0.0F;
}

void normalize_row(const float *x, float *y, int64_t width, float epsilon) {
  const float norm = std::sqrt(sum_over<V>(width, [&](auto at) { return V::multiply(at(x), at(x)); }));
  const float divisor = norm < epsilon ? epsilon : norm;
  for_each<V>(width, y, [&](auto at) { return V::divide(at(x), V::set(divisor)); });
}

void softmax_row(const float *x, float *y, int64_t width) {
  const float top = largest_of(x, width);
  for_each<V>(width, y, [&](auto at) { return exponential<V>(V::subtract(at(x), V::set(top))); });
  const float sum = sum_of(y, width);
  for_each<V>(width, y, [&](auto at) { return V::divide(at(y), V::set(sum)); });
}

}  // namespace

const Family reduce_rows_family{"reduce_rows", implementations};
const Family normalize_rows_family{"normalize_rows", implementations};
const Family softmax_rows_family{"softmax_rows", implementations};

void reduce_rows(const Context &context, Reduction operation, const float *x, int64_t x_stride, float *y, int64_t rows, int64_t width) {
  split(context, rows, 2 * width, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) y[row] = reduce_row(operation, x + row * x_stride, width);
  });
}

void normalize_rows(const Context &context, const float *x, int64_t x_stride, float *y, int64_t y_stride, int64_t rows, int64_t width,
                    float epsilon) {
  split(context, rows, 4 * width, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) normalize_row(x + row * x_stride, y + row * y_stride, width, epsilon);
  });
}

void softmax_rows(const Context &context, const float *x, int64_t x_stride, float *y, int64_t y_stride, int64_t rows, int64_t width) {
  split(context, rows, 32 * width, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) softmax_row(x + row * x_stride, y + row * y_stride, width);
  });
}

}  // namespace modelet::kernels
