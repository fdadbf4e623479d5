#if defined(__x86_64__)
#include "kernels/simd/avx2.h"
#include "kernels/vocabulary/kernel.h"

namespace modelet::kernels {

constinit const VocabularyKernels vocabulary_avx2{scan_row<Avx2>, exponential_row<Avx2>};

}  // namespace modelet::kernels
#endif
