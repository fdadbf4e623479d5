// The family `rotate`, written over a vector type.
#pragma once

#include "kernels/rotate/rotate.h"
#include "kernels/simd/loop.h"

namespace modelet::kernels {
namespace {

struct SineCosine {
  double sine, cosine;
};

// Of an angle in radians, within 1e-10 for angles below a million: the angle less whole quarters of the circle, then two series.
// In double precision and without a library, so that every instruction set has the same.
inline SineCosine sine_cosine(double angle) {
  constexpr double shift = 6755399441055744.0;  // 1.5 · 2^52: added, it leaves an integer in the low bits
  const double shifted = angle * 0.63661977236758138 + shift;
  const double quarters = shifted - shift;
  // π/2 in two parts, the first with few enough bits that the product is exact.
  const double x = (angle - quarters * 1.57079632673412561417) - quarters * 6.07710050650619224932e-11;
  const double u = x * x;
  const double s = x + x * u * (-1.0 / 6 + u * (1.0 / 120 + u * (-1.0 / 5040 + u * (1.0 / 362880 - u / 39916800))));
  const double c = 1 + u * (-0.5 + u * (1.0 / 24 + u * (-1.0 / 720 + u * (1.0 / 40320 + u * (-1.0 / 3628800 + u / 479001600)))));
  const auto quarter = __builtin_bit_cast(uint64_t, shifted);
  const double sine = (quarter & 1) != 0 ? c : s, cosine = (quarter & 1) != 0 ? s : c;
  return {(quarter & 2) != 0 ? -sine : sine, ((quarter + 1) & 2) != 0 ? -cosine : cosine};
}

// Of one position: the angles are products in float32, as the models were trained with.
struct Angles {
  alignas(64) float sines[maximum_head_dim / 2];
  alignas(64) float cosines[maximum_head_dim / 2];

  void set(const RotaryArguments &arguments, int64_t position) {
    const auto place = static_cast<float>(position);
    for (int64_t i = 0; i < arguments.rotary_dim / 2; ++i) {
      const SineCosine at = sine_cosine(static_cast<double>(place * arguments.inverse_frequencies[i]));
      sines[i] = static_cast<float>(at.sine) * arguments.attention_factor;
      cosines[i] = static_cast<float>(at.cosine) * arguments.attention_factor;
    }
  }
};

// (x, y) = (x cos - y sin, y cos + x sin).
template <typename V>
inline void rotate_head(float *x, float *y, const Angles &angles, int64_t pairs) {
  for (int64_t place = 0; place < pairs; place += V::width) {
    const int64_t count = pairs - place;
    const bool whole = count >= V::width;
    const auto cosine = V::load(angles.cosines + place), sine = V::load(angles.sines + place);
    const auto a = whole ? V::load(x + place) : V::load_part(x + place, count);
    const auto b = whole ? V::load(y + place) : V::load_part(y + place, count);
    const auto first = V::subtract(V::multiply(a, cosine), V::multiply(b, sine));
    const auto second = V::add(V::multiply(b, cosine), V::multiply(a, sine));
    whole ? V::store(x + place, first) : V::store_part(x + place, first, count);
    whole ? V::store(y + place, second) : V::store_part(y + place, second, count);
  }
}

template <typename V>
inline void rotate_rows(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  Angles angles{};
  const int64_t pairs = arguments.rotary_dim / 2;
  for (int64_t row = first; row < last; ++row) {
    angles.set(arguments, segment.position + row);
    float *x = arguments.x + (segment.first + row) * arguments.x_stride;
    for (int64_t head = 0; head < arguments.heads; ++head) {
      float *from = x + head * arguments.head_dim;
      rotate_head<V>(from, from + pairs, angles, pairs);
    }
  }
}

}  // namespace
}  // namespace modelet::kernels
