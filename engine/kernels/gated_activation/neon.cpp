#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/gated_activation/kernel.h"

namespace modelet::kernels {

void gated_activation_neon(Activation activation, const float *gate, const float *up, float *y, int64_t elements) {
  gate_elements<Neon>(activation, gate, up, y, elements);
}

}  // namespace modelet::kernels
#endif
