// The family `vocabulary`, written over a vector type.
#pragma once

#include <limits>

#include "kernels/simd/loop.h"
#include "kernels/simd/math.h"
#include "kernels/vocabulary/vocabulary.h"

namespace modelet::kernels {
namespace {

template <typename V>
inline LogitRange scan_row(const float *x, int64_t count) {
  auto top = V::set(-std::numeric_limits<float>::infinity()), unordered = V::set(0.0F);
  auto look = [&](typename V::Register value) {
    top = V::maximum(value, top);  // a NaN leaves it
    unordered = V::choose(V::unordered(value), V::set(1.0F), unordered);
  };
  int64_t place = 0;
  for (; place + V::width <= count; place += V::width) look(V::load(x + place));
  if (place < count) {
    const auto rest = V::load_part(x + place, count - place);
    look(V::choose(V::first(count - place), rest, top));
  }
  return {V::largest(top), V::largest(unordered) > 0.0F};
}

template <typename V>
inline float exponential_row(const float *x, float base, float *y, int64_t count) {
  for_each<V>(count, y, [&](auto at) { return exponential<V>(V::subtract(at(x), V::set(base))); });
  return sum_over<V>(count, [&](auto at) { return at(y); });
}

}  // namespace
}  // namespace modelet::kernels
