#if defined(__x86_64__)
#include "kernels/simd/avx2.h"
#include "kernels/gated_activation/kernel.h"

namespace modelet::kernels {

void gated_activation_avx2(Activation activation, const float *gate, const float *up, float *y, int64_t elements) {
  gate_elements<Avx2>(activation, gate, up, y, elements);
}

}  // namespace modelet::kernels
#endif
