// Inside the family `activate`: what an instruction set implements.
#pragma once

#include <cstdint>

#include "kernels/kernels.h"

namespace modelet::kernels {

using ActivateFunction = void (*)(Activation, const float *x, float *y, int64_t elements);

void activate_generic(Activation activation, const float *x, float *y, int64_t elements);
void activate_neon(Activation activation, const float *x, float *y, int64_t elements);
void activate_simd128(Activation activation, const float *x, float *y, int64_t elements);
void activate_avx2(Activation activation, const float *x, float *y, int64_t elements);
void activate_avx512(Activation activation, const float *x, float *y, int64_t elements);

}  // namespace modelet::kernels
