// The family `activate`, written over a vector type.
#pragma once

#include "kernels/activate/activate.h"
#include "kernels/simd/loop.h"
#include "kernels/simd/math.h"

namespace modelet::kernels {
namespace {

template <typename V>
struct ActivateRun {
  const float *x;
  float *y;
  int64_t elements;

  template <typename Function>
  void run() const {
    for_each<V>(elements, y, [&](auto at) { return Function::apply(at(x)); });
  }
};

template <typename V>
inline void activate_run(Activation activation, const float *x, float *y, int64_t elements) {
  with_activation<V>(activation, ActivateRun<V>{x, y, elements});
}

}  // namespace
}  // namespace modelet::kernels
