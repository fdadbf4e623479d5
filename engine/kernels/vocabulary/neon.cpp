#if defined(__aarch64__)
#include "kernels/simd/neon.h"
#include "kernels/vocabulary/kernel.h"

namespace modelet::kernels {

constinit const VocabularyKernels vocabulary_neon{scan_row<Neon>, exponential_row<Neon>};

}  // namespace modelet::kernels
#endif
