// Inside the families `layer_norm` and `rms_norm`: what an instruction set implements, for rows [first, last).
#pragma once

#include <cstdint>

#include "kernels/kernels.h"

namespace modelet::kernels {

using NormFunction = void (*)(const NormArguments &, int64_t first, int64_t last);

void layer_norm_generic(const NormArguments &arguments, int64_t first, int64_t last);
void layer_norm_neon(const NormArguments &arguments, int64_t first, int64_t last);
void layer_norm_avx2(const NormArguments &arguments, int64_t first, int64_t last);
void layer_norm_avx512(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_generic(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_neon(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_avx2(const NormArguments &arguments, int64_t first, int64_t last);
void rms_norm_avx512(const NormArguments &arguments, int64_t first, int64_t last);

}  // namespace modelet::kernels
