// Inside the families `layer_norm` and `rms_norm`: what an instruction set implements, for rows [first, last).
#pragma once

#include <cstdint>

#include "kernels/kernels.h"

namespace modelet::kernels {

using NormFunction = void (*)(const NormArguments &, int64_t first, int64_t last);

void layer_norm_generic(const NormArguments &arguments, int64_t first, int64_t last);
void layer_norm_neon(const NormArguments &arguments, int64_t first, int64_t last);
void layer_norm_simd128(const NormArguments &arguments, int64_t first, int64_t last);
void layer_norm_avx2(const NormArguments &arguments, int64_t first, int64_t last);
void layer_norm_avx512(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_generic(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_neon(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_simd128(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_avx2(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_avx512(const NormArguments &arguments, int64_t first, int64_t last);

// Inside the family `head_norm`: heads [first, last), head h of all being head h % heads of row h / heads.
struct HeadNormArguments {
  float *x;  // [rows, heads, head_dim], row stride x_stride
  int64_t x_stride;
  int64_t heads, head_dim;
  const float *weight;  // [head_dim] or null
  float epsilon;
};
using HeadNormFunction = void (*)(const HeadNormArguments &, int64_t first, int64_t last);

void head_norm_generic(const HeadNormArguments &arguments, int64_t first, int64_t last);
void head_norm_neon(const HeadNormArguments &arguments, int64_t first, int64_t last);
void head_norm_simd128(const HeadNormArguments &arguments, int64_t first, int64_t last);
void head_norm_avx2(const HeadNormArguments &arguments, int64_t first, int64_t last);
void head_norm_avx512(const HeadNormArguments &arguments, int64_t first, int64_t last);

}  // namespace modelet::kernels
