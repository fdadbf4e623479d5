// The family `gated_activation`, written over a vector type.
#pragma once

#include "kernels/gated_activation/gated_activation.h"
#include "kernels/simd/loop.h"
#include "kernels/simd/math.h"

namespace modelet::kernels {
namespace {

template <typename V>
struct GateElements {
  const float *gate, *up;
  float *y;
  int64_t elements;

  template <typename Function>
  void run() const {
    for_each<V>(elements, y, [&](auto at) { return V::multiply(Function::apply(at(gate)), at(up)); });
  }
};

template <typename V>
inline void gate_elements(Activation activation, const float *gate, const float *up, float *y, int64_t elements) {
  with_activation<V>(activation, GateElements<V>{gate, up, y, elements});
}

}  // namespace
}  // namespace modelet::kernels
