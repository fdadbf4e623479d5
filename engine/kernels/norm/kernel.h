// The families `layer_norm` and `rms_norm`, written over a vector type. A row is read from the cache three times: sum, squares of the
// differences, result.
#pragma once

#include <cmath>

#include "kernels/norm/norm.h"
#include "kernels/simd/loop.h"

namespace modelet::kernels {
namespace {

template <typename V>
inline float row_sum(const float *x, int64_t width) {
  return sum_over<V>(width, [&](auto at) { return at(x); });
}

// Σ (x - center)².
template <typename V>
inline float row_squares(const float *x, int64_t width, float center) {
  return sum_over<V>(width, [&](auto at) {
    const auto difference = V::subtract(at(x), V::set(center));
    return V::multiply(difference, difference);
  });
}

// y = (x - center) · factor · weight + bias.
template <typename V>
inline void write_row(const NormArguments &arguments, const float *x, float *y, float center, float factor) {
  for_each<V>(arguments.width, y, [&](auto at) {
    auto value = V::multiply(V::subtract(at(x), V::set(center)), V::set(factor));
    if (arguments.weight != nullptr) value = V::multiply(value, at(arguments.weight));
    if (arguments.bias != nullptr) value = V::add(value, at(arguments.bias));
    return value;
  });
}

template <typename V>
inline void layer_norm_rows(const NormArguments &arguments, int64_t first, int64_t last) {
  const auto width = static_cast<float>(arguments.width);
  for (int64_t row = first; row < last; ++row) {
    const float *x = arguments.x + row * arguments.width;
    const float mean = row_sum<V>(x, arguments.width) / width;
    const float variance = row_squares<V>(x, arguments.width, mean) / width;
    write_row<V>(arguments, x, arguments.y + row * arguments.width, mean, 1.0F / std::sqrt(variance + arguments.epsilon));
  }
}

template <typename V>
inline void rms_norm_rows(const NormArguments &arguments, int64_t first, int64_t last) {
  const auto width = static_cast<float>(arguments.width);
  NormArguments unbiased = arguments;
  unbiased.bias = nullptr;
  for (int64_t row = first; row < last; ++row) {
    const float *x = arguments.x + row * arguments.width;
    const float square = row_squares<V>(x, arguments.width, 0.0F) / width;
    write_row<V>(unbiased, x, arguments.y + row * arguments.width, 0.0F, 1.0F / std::sqrt(square + arguments.epsilon));
  }
}

template <typename V>
inline void head_norm_heads(const HeadNormArguments &arguments, int64_t first, int64_t last) {
  for (int64_t index = first; index < last; ++index) {
    float *x = arguments.x + index / arguments.heads * arguments.x_stride + index % arguments.heads * arguments.head_dim;
    rms_norm_rows<V>({x, arguments.weight, nullptr, x, 1, arguments.head_dim, arguments.epsilon}, 0, 1);
  }
}

}  // namespace
}  // namespace modelet::kernels
