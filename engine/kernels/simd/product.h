// The tile of a matrix product that stays in registers; shared by `linear` and `attention`.
#pragma once

#include <cstdint>

#include "kernels/simd/element.h"

#if defined(__clang__)
#define MODELET_UNROLL _Pragma("clang loop unroll(full)")
#else
#define MODELET_UNROLL _Pragma("GCC unroll 16")
#endif

namespace modelet::kernels {
namespace {

// The right-hand side: `step` elements from one k to the next, and `panel` elements from one run of 16 columns to the next.
template <typename Element>
struct ColumnsOf {
  const Element *data;
  int64_t step;
  int64_t panel;
};
using Columns = ColumnsOf<float>;

// sums[r · sums_stride + c] = Σ a[r · a_stride + k] · b[k][c], k rising, each element one chain of multiply-adds from zero; or, `onto` what
// stands in sums, from there on.
template <typename V, int rows, int vectors, bool onto = false, typename Element>
inline void multiply_tile(const float *a, int64_t a_stride, ColumnsOf<Element> b, int64_t depth, float *sums, int64_t sums_stride) {
  using Register = typename V::Register;
  constexpr int64_t per_panel = 16 / V::width;
  Register total[rows][vectors];
  MODELET_UNROLL
  for (int r = 0; r < rows; ++r) {
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) total[r][c] = onto ? V::load(sums + r * sums_stride + c * V::width) : V::set(0.0F);
  }
  const Element *column = b.data;
  for (int64_t k = 0; k < depth; ++k) {
    // Few rows are held, and each vector of columns is used up as it comes; else the columns are held: whichever takes fewer registers.
    if constexpr (rows < vectors) {
      Register left[rows];
      MODELET_UNROLL
      for (int r = 0; r < rows; ++r) left[r] = V::set(a[r * a_stride + k]);
      MODELET_UNROLL
      for (int c = 0; c < vectors; ++c) {
        const Register right = load_elements<V>(column + (c / per_panel) * b.panel + (c % per_panel) * V::width);
        MODELET_UNROLL
        for (int r = 0; r < rows; ++r) total[r][c] = V::multiply_add(left[r], right, total[r][c]);
      }
    } else {
      Register right[vectors];
      MODELET_UNROLL
      for (int c = 0; c < vectors; ++c) right[c] = load_elements<V>(column + (c / per_panel) * b.panel + (c % per_panel) * V::width);
      MODELET_UNROLL
      for (int r = 0; r < rows; ++r) {
        const Register left = V::set(a[r * a_stride + k]);
        MODELET_UNROLL
        for (int c = 0; c < vectors; ++c) total[r][c] = V::multiply_add(left, right[c], total[r][c]);
      }
    }
    column += b.step;
  }
  MODELET_UNROLL
  for (int r = 0; r < rows; ++r) {
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) V::store(sums + r * sums_stride + c * V::width, total[r][c]);
  }
}

// multiply_tile for 1 <= rows <= most.
template <typename V, int most, int vectors, bool onto = false, typename Element>
inline void multiply_rows(int64_t rows, const float *a, int64_t a_stride, ColumnsOf<Element> b, int64_t depth, float *sums,
                          int64_t sums_stride) {
  if constexpr (most > 1) {
    if (rows < most) return multiply_rows<V, most - 1, vectors, onto>(rows, a, a_stride, b, depth, sums, sums_stride);
  }
  multiply_tile<V, most, vectors, onto>(a, a_stride, b, depth, sums, sums_stride);
}

}  // namespace
}  // namespace modelet::kernels
