#if defined(__x86_64__)
#include "kernels/simd/avx2.h"
#include "kernels/activate/kernel.h"

namespace modelet::kernels {

void activate_avx2(Activation activation, const float *x, float *y, int64_t elements) {
  activate_run<Avx2>(activation, x, y, elements);
}

}  // namespace modelet::kernels
#endif
