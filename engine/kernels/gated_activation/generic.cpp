#include "kernels/simd/generic.h"
#include "kernels/gated_activation/kernel.h"

namespace modelet::kernels {

void gated_activation_generic(Activation activation, const float *gate, const float *up, float *y, int64_t elements) {
  gate_elements<Generic>(activation, gate, up, y, elements);
}

}  // namespace modelet::kernels
