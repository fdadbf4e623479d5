#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/cached_attention/kernel.h"

namespace modelet::kernels {

const CachedAttentionKernels cached_attention_simd128 = kernels_over<Simd128>();

void store_keys_values_simd128(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  store_rows<Simd128>(arguments, segment, first, last);
}

}  // namespace modelet::kernels
#endif
