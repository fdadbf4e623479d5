#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/activate/kernel.h"

namespace modelet::kernels {

void activate_neon(Activation activation, const float *x, float *y, int64_t elements) {
  activate_run<Neon>(activation, x, y, elements);
}

}  // namespace modelet::kernels
#endif
