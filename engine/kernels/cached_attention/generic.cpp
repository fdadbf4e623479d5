#include "kernels/simd/generic.h"
#include "kernels/cached_attention/kernel.h"

namespace modelet::kernels {

const CachedAttentionKernels cached_attention_generic = kernels_over<Generic>();

void store_keys_values_generic(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  store_rows<Generic>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
