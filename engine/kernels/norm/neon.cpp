#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/norm/kernel.h"

namespace modelet::kernels {

void layer_norm_neon(const NormArguments &arguments, int64_t first, int64_t last) {
  layer_norm_rows<Neon>(arguments, first, last);
}
void rms_norm_neon(const NormArguments &arguments, int64_t first, int64_t last) {
  rms_norm_rows<Neon>(arguments, first, last);
}
void head_norm_neon(const HeadNormArguments &arguments, int64_t first, int64_t last) {
  head_norm_heads<Neon>(arguments, first, last);
}

}  // namespace modelet::kernels
#endif
