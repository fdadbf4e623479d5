// The end of a linear layer: sums become results.
#pragma once

#include <cstdint>

#include "kernels/quantized.h"

namespace modelet::kernels {
namespace {

// y = sums + bias + residual for the columns of one vector; those from `out` on do not exist.
template <typename V>
inline void finish_sums(const PackedLinearArguments &arguments, typename V::Register value, int64_t row, int64_t column) {
  const int64_t count = arguments.weights.out - column;
  if (count <= 0) return;
  const bool whole = count >= V::width;
  auto read = [&](const float *from) { return whole ? V::load(from) : V::load_part(from, count); };
  const int64_t place = row * arguments.y_stride + column;
  if (arguments.bias != nullptr) value = V::add(value, read(arguments.bias + column));
  if (arguments.residual != nullptr) value = V::add(value, read(arguments.residual + place));
  whole ? V::store(arguments.y + place, value) : V::store_part(arguments.y + place, value, count);
}

}  // namespace
}  // namespace modelet::kernels
