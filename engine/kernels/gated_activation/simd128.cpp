#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/gated_activation/kernel.h"

namespace modelet::kernels {

void gated_activation_simd128(Activation activation, const float *gate, const float *up, float *y, int64_t elements) {
  gate_elements<Simd128>(activation, gate, up, y, elements);
}

}  // namespace modelet::kernels
#endif
