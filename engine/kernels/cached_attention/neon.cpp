#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/cached_attention/kernel.h"

namespace modelet::kernels {

const CachedAttentionKernels cached_attention_neon = kernels_over<Neon>();

void store_keys_values_neon(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  store_rows<Neon>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
#endif
