#if defined(__x86_64__)
#include "kernels/simd/avx2.h"
#include "kernels/linear/kernel.h"

namespace modelet::kernels {

void linear_avx2(const LinearArguments &arguments, const LinearPart &part) {
  linear_part<Avx2>(arguments, part);
}

}  // namespace modelet::kernels
#endif
