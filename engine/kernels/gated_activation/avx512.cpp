#if defined(__x86_64__)
#include "kernels/simd/avx512.h"
#include "kernels/gated_activation/kernel.h"

namespace modelet::kernels {

void gated_activation_avx512(Activation activation, const float *gate, const float *up, float *y, int64_t elements) {
  gate_elements<Avx512>(activation, gate, up, y, elements);
}

}  // namespace modelet::kernels
#endif
