#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"
#include "kernels/vocabulary/kernel.h"

namespace modelet::kernels {

constinit const VocabularyKernels vocabulary_simd128{scan_row<Simd128>, exponential_row<Simd128>};

}  // namespace modelet::kernels
#endif
