#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/rotate/kernel.h"

namespace modelet::kernels {

void rotate_neon(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  rotate_rows<Neon>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
#endif
