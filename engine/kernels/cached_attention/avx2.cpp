#if defined(__x86_64__)
#include "kernels/simd/avx2.h"
#include "kernels/cached_attention/kernel.h"

namespace modelet::kernels {

const CachedAttentionKernels cached_attention_avx2 = kernels_over<Avx2>();

void store_keys_values_avx2(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  store_rows<Avx2>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
#endif
