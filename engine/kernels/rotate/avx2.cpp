#if defined(__x86_64__)
#include "kernels/simd/avx2.h"
#include "kernels/rotate/kernel.h"

namespace modelet::kernels {

void rotate_avx2(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  rotate_rows<Avx2>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
#endif
