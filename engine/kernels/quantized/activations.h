// Activations to bytes, a group at a time, over a vector type.
//
// `I` adds integers to a vector of floats V: bits(x) and their lanes' largest, and store_bytes(to, x), which stores the low byte of each
// lane.
#pragma once

#include <bit>

#include "kernels/quantized/quantized.h"

namespace modelet::kernels {
namespace {

// The largest magnitude is found among the bits, where infinities and then NaN are above every number: such a group gets that scale, and
// the results say so.
template <typename I>
inline void quantize_group(const float *x, int64_t count, const QuantizedRows &rows, int64_t row, int64_t group) {
  using V = typename I::V;
  alignas(64) float padded[group_width] = {};
  if (count < group_width) {
    for (int64_t k = 0; k < count; ++k) padded[k] = x[k];
    x = padded;
  }
  const auto largest = std::bit_cast<float>(I::largest_magnitude(x));
  const float scale = largest / 127.0F, low_scale = scale / 254.0F;
  // A group of zeros and subnormal numbers is zero.
  const float inverse = largest > 0x1p-100F ? 127.0F / largest : 0.0F;
  // Adding 1.5 · 2^23 leaves the nearest integer in the low bits.
  const auto magic = V::set(12582912.0F), factor = V::set(inverse), low_factor = V::set(inverse * 254.0F), back = V::set(scale);
  const int64_t high = parts * row * rows.groups + group, low = high + rows.groups;
  int8_t *high_to = rows.values + high * group_width, *low_to = rows.values + low * group_width;
  for (int64_t k = 0; k < group_width; k += V::width) {
    const auto value = V::load(x + k), rounded = V::add(V::multiply(value, factor), magic);
    const auto left = V::subtract(value, V::multiply(V::subtract(rounded, magic), back));
    I::store_bytes(high_to + k, rounded);
    I::store_bytes(low_to + k, V::add(V::multiply(left, low_factor), magic));
  }
  int32_t high_sum = 0, low_sum = 0;
  for (int64_t k = 0; k < group_width; ++k) high_sum += high_to[k], low_sum += low_to[k];
  rows.scales[high] = scale;
  rows.scales[low] = low_scale;
  rows.sums[high] = high_sum;
  rows.sums[low] = low_sum;
  rows.scaled_sums[row * rows.groups + group] = scale * static_cast<float>(high_sum) + low_scale * static_cast<float>(low_sum);
}

template <typename I>
void quantize_rows(const PackedLinearArguments &arguments, const QuantizedRows &rows, int64_t first, int64_t last) {
  const int64_t in = arguments.weights.in;
  for (int64_t row = first; row < last; ++row) {
    const float *x = arguments.x + row * arguments.x_stride;
    for (int64_t group = 0; group < rows.groups; ++group) {
      const int64_t start = group * group_width;
      quantize_group<I>(x + start, in - start < group_width ? in - start : group_width, rows, row, group);
    }
  }
}

}  // namespace
}  // namespace modelet::kernels
