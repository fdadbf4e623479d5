// Element-wise functions that compiled graphs call in their loops, as torch defines them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace modelet::graph {

// NaN when either is NaN.
template <typename T>
T maximum(T a, T b) {
  return a != a || a > b ? a : b;
}

template <typename T>
T minimum(T a, T b) {
  return a != a || a < b ? a : b;
}

template <typename T>
bool is_nan(T x) {
  return x != x;
}

template <typename T>
T square(T x) {
  return x * x;
}

template <typename T>
T relu(T x) {
  return x > 0 || x != x ? x : T{0};
}

template <typename T>
T sign(T x) {
  return x > 0 ? T{1} : x < 0 ? T{-1} : x;
}

template <typename T>
T sigmoid(T x) {
  return 1 / (1 + std::exp(-x));
}

template <typename T>
T silu(T x) {
  return x / (1 + std::exp(-x));
}

template <typename T>
T softplus(T x) {
  return x > 20 ? x : std::log1p(std::exp(x));
}

template <typename T>
T gelu_erf(T x) {
  return T(0.5) * x * (1 + std::erf(x * T(0.70710678118654752440)));
}

template <typename T>
T gelu_tanh(T x) {
  return T(0.5) * x * (1 + std::tanh(T(0.79788456080286535588) * (x + T(0.044715) * x * x * x)));
}

// For indices: inside a table whatever the value, so that no read leaves it.
inline int64_t within(int64_t index, int64_t entries) {
  return std::clamp<int64_t>(index, 0, entries - 1);
}

}  // namespace modelet::graph
