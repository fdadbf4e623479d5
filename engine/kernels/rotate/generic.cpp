#include "kernels/simd/generic.h"
#include "kernels/rotate/kernel.h"

namespace modelet::kernels {

void rotate_generic(const RotaryArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  rotate_rows<Generic>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
