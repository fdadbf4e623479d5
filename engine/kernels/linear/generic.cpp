#include "kernels/simd/generic.h"
#include "kernels/linear/kernel.h"

namespace modelet::kernels {

void linear_generic(const LinearArguments &arguments, const LinearPart &part) {
  linear_part<Generic>(arguments, part);
}

}  // namespace modelet::kernels
