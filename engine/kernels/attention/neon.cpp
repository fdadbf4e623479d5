#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/attention/kernel.h"

namespace modelet::kernels {

void attention_neon(const AttentionArguments &arguments, const AttentionPart &part) {
  attention_part<Neon>(arguments, part);
}

}  // namespace modelet::kernels
#endif
