#if defined(__x86_64__)
#include "kernels/simd/avx512.h"
#include "kernels/linear/kernel.h"

namespace modelet::kernels {

void linear_avx512(const LinearArguments &arguments, const LinearPart &part) {
  linear_part<Avx512>(arguments, part);
}

}  // namespace modelet::kernels
#endif
