#include "numpy/gemm_kernel.h"

namespace modelet::numpy {

void gemm_rows_generic(const Gemm<float> &product, int64_t first, int64_t last) {
  gemm_rows<float, 16, 2>(product, first, last);
}
void gemm_rows_generic(const Gemm<double> &product, int64_t first, int64_t last) {
  gemm_rows<double, 16, 2>(product, first, last);
}

namespace {

template <typename T>
using Rows = void (*)(const Gemm<T> &product, int64_t first, int64_t last);

template <typename T>
Rows<T> rows_for([[maybe_unused]] Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512 || isa == Isa::avx512vnni) return gemm_rows_avx512;
  if (isa == Isa::avx2) return gemm_rows_avx2;
#endif
  return gemm_rows_generic;
}

template <typename T>
void multiply(const Context &context, const Gemm<T> &product) {
  const Rows<T> run = rows_for<T>(context.isa);
  parallel(context, (product.rows + row_block - 1) / row_block,
           [&](int64_t block) { run(product, block * row_block, std::min(product.rows, (block + 1) * row_block)); });
}

template <typename T>
T dot_in_lanes(const T *x, const T *y, int64_t count) {
  constexpr int lanes = 16;
  T sums[lanes] = {};
  int64_t at = 0;
  for (; at + lanes <= count; at += lanes)
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += x[at + lane] * y[at + lane];
  for (int lane = 0; at < count; ++at, ++lane) sums[lane] += x[at] * y[at];
  for (int half = lanes / 2; half > 0; half /= 2)
    for (int lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  return sums[0];
}

}  // namespace

void gemm(const Context &context, const Gemm<float> &product) {
  multiply(context, product);
}
void gemm(const Context &context, const Gemm<double> &product) {
  multiply(context, product);
}

float dot_product(const float *x, const float *y, int64_t count) {
  return dot_in_lanes(x, y, count);
}
double dot_product(const double *x, const double *y, int64_t count) {
  return dot_in_lanes(x, y, count);
}

}  // namespace modelet::numpy
