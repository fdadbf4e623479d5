// C = A · B for floats and doubles: B packed in panels of 64 bytes of columns, C computed in tiles that stay in registers.
//
// An element's products are added in rising order of depth, in stretches of `depth_block` that are added in turn: the same for any number
// of threads.
#pragma once

#include <cstdint>

#include "core/context.h"

namespace modelet::numpy {

template <typename T>
inline constexpr int64_t panel_columns = 64 / static_cast<int64_t>(sizeof(T));

template <typename T>
struct Gemm {
  const T *a;  // [rows, depth]
  int64_t a_stride;
  const T *panels;  // [ceil(columns / panel_columns), depth, panel_columns], zero beyond the last column
  T *c;             // [rows, columns]
  int64_t c_stride;
  int64_t rows, columns, depth;
};

inline constexpr int64_t row_block = 72;  // rows that one thread takes at once
// A stretch of a panel and a tile's rows stay in the first cache together.
template <typename T>
inline constexpr int64_t depth_block = 1024 / static_cast<int64_t>(sizeof(T));

// Rows [first, last) of C, one definition for each instruction set.
void gemm_rows_generic(const Gemm<float> &product, int64_t first, int64_t last);
void gemm_rows_generic(const Gemm<double> &product, int64_t first, int64_t last);
void gemm_rows_avx2(const Gemm<float> &product, int64_t first, int64_t last);
void gemm_rows_avx2(const Gemm<double> &product, int64_t first, int64_t last);
void gemm_rows_avx512(const Gemm<float> &product, int64_t first, int64_t last);
void gemm_rows_avx512(const Gemm<double> &product, int64_t first, int64_t last);

// All of C, on the pool.
void gemm(const Context &context, const Gemm<float> &product);
void gemm(const Context &context, const Gemm<double> &product);

// Σ x[k] · y[k], in 16 sums that are added pairwise.
float dot_product(const float *x, const float *y, int64_t count);
double dot_product(const double *x, const double *y, int64_t count);

}  // namespace modelet::numpy
