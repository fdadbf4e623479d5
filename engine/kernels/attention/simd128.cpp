#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/attention/kernel.h"

namespace modelet::kernels {

void attention_simd128(const AttentionArguments &arguments, const AttentionPart &part) {
  attention_part<Simd128>(arguments, part);
}

}  // namespace modelet::kernels
#endif
