#include "kernels/simd/generic.h"
#include "kernels/activate/kernel.h"

namespace modelet::kernels {

void activate_generic(Activation activation, const float *x, float *y, int64_t elements) {
  activate_run<Generic>(activation, x, y, elements);
}

}  // namespace modelet::kernels
