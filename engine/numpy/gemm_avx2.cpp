#if defined(__x86_64__)
#include "numpy/gemm_kernel.h"

namespace modelet::numpy {

void gemm_rows_avx2(const Gemm<float> &product, int64_t first, int64_t last) {
  gemm_rows<float, 32, 6>(product, first, last);
}
void gemm_rows_avx2(const Gemm<double> &product, int64_t first, int64_t last) {
  gemm_rows<double, 32, 6>(product, first, last);
}

}  // namespace modelet::numpy
#endif
