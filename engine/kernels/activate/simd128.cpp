#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/activate/kernel.h"

namespace modelet::kernels {

void activate_simd128(Activation activation, const float *x, float *y, int64_t elements) {
  activate_run<Simd128>(activation, x, y, elements);
}

}  // namespace modelet::kernels
#endif
