#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/norm/kernel.h"

namespace modelet::kernels {

void layer_norm_simd128(const NormArguments &arguments, int64_t first, int64_t last) {
  layer_norm_rows<Simd128>(arguments, first, last);
}
void rms_norm_simd128(const NormArguments &arguments, int64_t first, int64_t last) {
  rms_norm_rows<Simd128>(arguments, first, last);
}
void head_norm_simd128(const HeadNormArguments &arguments, int64_t first, int64_t last) {
  head_norm_heads<Simd128>(arguments, first, last);
}

}  // namespace modelet::kernels
#endif
