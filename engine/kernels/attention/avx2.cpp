#if defined(__x86_64__)
#include "kernels/simd/avx2.h"
#include "kernels/attention/kernel.h"

namespace modelet::kernels {

void attention_avx2(const AttentionArguments &arguments, const AttentionPart &part) {
  attention_part<Avx2>(arguments, part);
}

}  // namespace modelet::kernels
#endif
