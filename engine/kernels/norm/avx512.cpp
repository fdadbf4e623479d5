#if defined(__x86_64__)
#include "kernels/simd/avx512.h"
#include "kernels/norm/kernel.h"

namespace modelet::kernels {

void layer_norm_avx512(const NormArguments &arguments, int64_t first, int64_t last) {
  layer_norm_rows<Avx512>(arguments, first, last);
}
void rms_norm_avx512(const NormArguments &arguments, int64_t first, int64_t last) {
  rms_norm_rows<Avx512>(arguments, first, last);
}
void head_norm_avx512(const HeadNormArguments &arguments, int64_t first, int64_t last) {
  head_norm_heads<Avx512>(arguments, first, last);
}

}  // namespace modelet::kernels
#endif
