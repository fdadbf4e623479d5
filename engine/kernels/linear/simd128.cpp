#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/linear/kernel.h"

namespace modelet::kernels {

void linear_simd128(const LinearArguments &arguments, const LinearPart &part) {
  linear_part<Simd128>(arguments, part);
}

}  // namespace modelet::kernels
#endif
