#if defined(__x86_64__)
#include "kernels/simd/avx512.h"
#include "kernels/attention/kernel.h"

namespace modelet::kernels {

void attention_avx512(const AttentionArguments &arguments, const AttentionPart &part) {
  attention_part<Avx512>(arguments, part);
}

}  // namespace modelet::kernels
#endif
