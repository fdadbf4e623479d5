#if defined(__x86_64__)
#include "kernels/simd/avx512.h"
#include "kernels/vocabulary/kernel.h"

namespace modelet::kernels {

constinit const VocabularyKernels vocabulary_avx512{scan_row<Avx512>, exponential_row<Avx512>};

}  // namespace modelet::kernels
#endif
