#include "kernels/simd/generic.h"
#include "kernels/norm/kernel.h"

namespace modelet::kernels {

void layer_norm_generic(const NormArguments &arguments, int64_t first, int64_t last) {
  layer_norm_rows<Generic>(arguments, first, last);
}
void rms_norm_generic(const NormArguments &arguments, int64_t first, int64_t last) {
  rms_norm_rows<Generic>(arguments, first, last);
}
void head_norm_generic(const HeadNormArguments &arguments, int64_t first, int64_t last) {
  head_norm_heads<Generic>(arguments, first, last);
}

}  // namespace modelet::kernels
