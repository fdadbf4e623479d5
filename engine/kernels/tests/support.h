// What the tests of the kernel families share: random inputs, and the distance to a reference in double precision.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "core/host.h"
#include "kernels/kernels.h"
#include "testing/check.h"

namespace modelet::kernels::tests {

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

inline Floats random_floats(int64_t count, uint32_t seed, float scale = 1.0F) {
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal(0.0F, scale);
  Floats values(static_cast<std::size_t>(count));
  for (float &value : values) value = normal(engine);
  return values;
}

// Σ (value - reference)² / Σ reference².
inline double nmse(const Floats &values, const Doubles &reference) {
  double error = 0, size = 1e-300;
  for (std::size_t index = 0; index < values.size(); ++index) {
    const double difference = static_cast<double>(values[index]) - reference[index];
    error += difference * difference;
    size += reference[index] * reference[index];
  }
  return error / size;
}

// Float32 rounding alone gives 1e-15 to 1e-13 here; a wrong or missing term gives 1e-6 and more.
inline constexpr double bound = 1e-12;

inline bool same_bits(const float *a, const float *b, int64_t count) {
  return std::memcmp(a, b, static_cast<std::size_t>(count) * sizeof(float)) == 0;
}

inline const std::atomic<bool> never{false};

// On this thread alone, and on the pool.
inline Context alone(Isa isa) {
  return {nullptr, isa, &never};
}
inline Context pooled(Isa isa) {
  return {&own_host(), isa, &never};
}

// One function a file; each runs its family on `isa`.
void test_linear(Isa isa);
void test_attention(Isa isa);
void test_norm(Isa isa);
void test_activate(Isa isa);
void test_elementwise(Isa isa);
void test_rows(Isa isa);
void test_segments(Isa isa);
void test_gather(Isa isa);
void test_quantized(Isa isa);
void test_cached_attention(Isa isa);
void test_rotate(Isa isa);
void test_decoder_layer(Isa isa);
void test_vocabulary(Isa isa);
void test_registry(Isa isa);

}  // namespace modelet::kernels::tests
