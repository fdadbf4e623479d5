#if defined(__x86_64__)
#include "kernels/simd/avx512.h"
#include "kernels/cached_attention/kernel.h"

namespace modelet::kernels {

const CachedAttentionKernels cached_attention_avx512 = kernels_over<Avx512>();

void store_keys_values_avx512(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  store_rows<Avx512>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
#endif
