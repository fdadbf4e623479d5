#include "kernels/simd/generic.h"
#include "kernels/attention/kernel.h"

namespace modelet::kernels {

void attention_generic(const AttentionArguments &arguments, const AttentionPart &part) {
  attention_part<Generic>(arguments, part);
}

}  // namespace modelet::kernels
