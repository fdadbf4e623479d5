#include "kernels/simd/generic.h"
#include "kernels/vocabulary/kernel.h"

namespace modelet::kernels {

constinit const VocabularyKernels vocabulary_generic{scan_row<Generic>, exponential_row<Generic>};

}  // namespace modelet::kernels
