#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/linear/kernel.h"

namespace modelet::kernels {

void linear_neon(const LinearArguments &arguments, const LinearPart &part) {
  linear_part<Neon>(arguments, part);
}

}  // namespace modelet::kernels
#endif
