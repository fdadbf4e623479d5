// Inside the family `rotate`: what an instruction set implements, for rows [first, last) of a segment, counted from its first.
#pragma once

#include <cstdint>

#include "kernels/language.h"

namespace modelet::kernels {

using RotateFunction = void (*)(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);

void rotate_generic(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void rotate_neon(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void rotate_simd128(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void rotate_avx2(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void rotate_avx512(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);

}  // namespace modelet::kernels
