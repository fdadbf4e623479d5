#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/rotate/kernel.h"

namespace modelet::kernels {

void rotate_simd128(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  rotate_rows<Simd128>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
#endif
