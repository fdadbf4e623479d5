// The kernel of gemm.h for vectors of a size, included by one file an instruction set.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "numpy/gemm.h"

// A product and its sum may be rounded once, where the instruction set has that in one: twice as fast, and closer to the truth.
#if defined(__clang__)
#define MODELET_GEMM_UNROLL _Pragma("clang loop unroll(full)")
#define MODELET_GEMM_CONTRACT _Pragma("clang fp contract(fast)")
#else
#define MODELET_GEMM_UNROLL _Pragma("GCC unroll 16")
#define MODELET_GEMM_CONTRACT
#endif
// Else the compiler takes two halves for a vector of 64 bytes.
#if defined(__clang__) && defined(__AVX512F__)
#define MODELET_GEMM_WIDE __attribute__((__min_vector_width__(512)))
#else
#define MODELET_GEMM_WIDE
#endif

namespace modelet::numpy {
namespace {

template <typename T, int vector_bytes>
struct Vectors {
  typedef T V __attribute__((vector_size(vector_bytes), aligned(sizeof(T))));
  static constexpr int lanes = vector_bytes / static_cast<int>(sizeof(T));
  static constexpr int count = 64 / vector_bytes;  // of a panel
};

// sums [tile_rows, panel_columns] = a [depth, tile_rows] · panel [depth, panel_columns]
template <typename T, int vector_bytes, int tile_rows>
MODELET_GEMM_WIDE inline void gemm_tile(const T *a, const T *panel, int64_t depth, T *sums) {
  MODELET_GEMM_CONTRACT
  using Set = Vectors<T, vector_bytes>;
  using V = typename Set::V;
  V total[tile_rows][Set::count] = {};
  for (int64_t k = 0; k < depth; ++k) {
    const V *right = reinterpret_cast<const V *>(panel + k * panel_columns<T>);
    MODELET_GEMM_UNROLL
    for (int row = 0; row < tile_rows; ++row) {
      const T left = a[k * tile_rows + row];
      MODELET_GEMM_UNROLL
      for (int vector = 0; vector < Set::count; ++vector) total[row][vector] += left * right[vector];
    }
  }
  std::memcpy(sums, total, sizeof(total));
}

template <typename T, int vector_bytes, int tile_rows>
inline void gemm_tile_of(int64_t rows, const T *a, const T *panel, int64_t depth, T *sums) {
  if constexpr (tile_rows > 1) {
    if (rows < tile_rows) return gemm_tile_of<T, vector_bytes, tile_rows - 1>(rows, a, panel, depth, sums);
  }
  gemm_tile<T, vector_bytes, tile_rows>(a, panel, depth, sums);
}

// Rows of A beside each other: [depth, rows], so that a tile reads one stream, and rows whose distance is a power of two do not push
// one another out of the cache.
template <typename T>
inline void pack_rows(const T *a, int64_t a_stride, int64_t rows, int64_t depth, T *to) {
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t k = 0; k < depth; ++k) to[k * rows + row] = a[row * a_stride + k];
}

template <typename T, bool first>
inline void add_sums(const T *sum, int64_t columns, T *to) {
  if (columns == panel_columns<T>) {
    MODELET_GEMM_UNROLL
    for (int64_t at = 0; at < panel_columns<T>; ++at) to[at] = first ? sum[at] : to[at] + sum[at];
    return;
  }
  for (int64_t at = 0; at < columns; ++at) to[at] = first ? sum[at] : to[at] + sum[at];
}

template <typename T, int vector_bytes, int tile_rows>
inline void gemm_rows(const Gemm<T> &product, int64_t first, int64_t last) {
  constexpr int64_t width = panel_columns<T>;
  std::vector<T> packed_rows(static_cast<std::size_t>((last - first) * std::min(depth_block<T>, product.depth)));
  T *packed = packed_rows.data();
  for (int64_t from = 0; from < product.depth; from += depth_block<T>) {
    const int64_t depth = std::min(depth_block<T>, product.depth - from);
    for (int64_t row = first; row < last; row += tile_rows)
      pack_rows(product.a + row * product.a_stride + from, product.a_stride, std::min<int64_t>(tile_rows, last - row), depth,
                packed + (row - first) * depth);
    for (int64_t column = 0; column < product.columns; column += width) {
      const T *panel = product.panels + column * product.depth + from * width;
      const int64_t columns = std::min(width, product.columns - column);
      for (int64_t row = first; row < last; row += tile_rows) {
        const int64_t rows = std::min<int64_t>(tile_rows, last - row);
        alignas(64) T sums[tile_rows * width];
        gemm_tile_of<T, vector_bytes, tile_rows>(rows, packed + (row - first) * depth, panel, depth, sums);
        for (int64_t each = 0; each < rows; ++each) {
          T *to = product.c + (row + each) * product.c_stride + column;
          const T *sum = sums + each * width;
          if (from == 0)
            add_sums<T, true>(sum, columns, to);
          else
            add_sums<T, false>(sum, columns, to);
        }
      }
    }
  }
}

}  // namespace
}  // namespace modelet::numpy
