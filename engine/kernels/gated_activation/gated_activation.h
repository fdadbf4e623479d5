// Inside the family `gated_activation`: what an instruction set implements.
#pragma once

#include <cstdint>

#include "kernels/language.h"

namespace modelet::kernels {

using GatedActivationFunction = void (*)(Activation, const float *gate, const float *up, float *y, int64_t elements);

void gated_activation_generic(Activation activation, const float *gate, const float *up, float *y, int64_t elements);
void gated_activation_neon(Activation activation, const float *gate, const float *up, float *y, int64_t elements);
void gated_activation_simd128(Activation activation, const float *gate, const float *up, float *y, int64_t elements);
void gated_activation_avx2(Activation activation, const float *gate, const float *up, float *y, int64_t elements);
void gated_activation_avx512(Activation activation, const float *gate, const float *up, float *y, int64_t elements);

}  // namespace modelet::kernels
