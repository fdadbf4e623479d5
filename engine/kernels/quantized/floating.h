// The formats float16 and bfloat16 of `packed_linear`: as `linear`, with weights that become float32 when they are loaded.
#pragma once

#include "kernels/quantized/finish.h"
#include "kernels/quantized/quantized.h"
#include "kernels/simd/product.h"

namespace modelet::kernels {
namespace {

// sums [rows, vectors * width] = a [rows, depth] · panels: each element one chain of multiply-adds, k rising. F::load reads a vector.
template <typename F, int rows, int vectors>
inline void floating_tile(const float *a, int64_t a_stride, const uint16_t *panels, int64_t depth, float *sums) {
  using V = typename F::V;
  constexpr int64_t per_panel = panel_width / V::width;
  typename V::Register total[rows][vectors];
  MODELET_UNROLL
  for (int r = 0; r < rows; ++r) {
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) total[r][c] = V::set(0.0F);
  }
  for (int64_t k = 0; k < depth; ++k) {
    typename V::Register right[vectors];
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) right[c] = F::load(panels + (c / per_panel * depth + k) * panel_width + c % per_panel * V::width);
    MODELET_UNROLL
    for (int r = 0; r < rows; ++r) {
      const auto left = V::set(a[r * a_stride + k]);
      MODELET_UNROLL
      for (int c = 0; c < vectors; ++c) total[r][c] = V::multiply_add(left, right[c], total[r][c]);
    }
  }
  MODELET_UNROLL
  for (int r = 0; r < rows; ++r) {
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) V::store(sums + (r * vectors + c) * V::width, total[r][c]);
  }
}

// floating_tile for 1 <= rows <= most.
template <typename F, int most, int vectors>
inline void floating_rows(int64_t rows, const float *a, int64_t a_stride, const uint16_t *panels, int64_t depth, float *sums) {
  if constexpr (most > 1) {
    if (rows < most) return floating_rows<F, most - 1, vectors>(rows, a, a_stride, panels, depth, sums);
  }
  floating_tile<F, most, vectors>(a, a_stride, panels, depth, sums);
}

template <typename F, int vectors>
inline void floating_columns(const PackedLinearArguments &arguments, const PackedPart &part, int64_t column) {
  using V = typename F::V;
  const int64_t in = arguments.weights.in;
  const auto *panels = static_cast<const uint16_t *>(arguments.weights.panels) + column * in;
  const int64_t rows = part.last_row - part.first_row;
  const int64_t blocks = (rows + V::block_rows - 1) / V::block_rows;
  for (int64_t block = 0; block < blocks; ++block) {
    const int64_t row = part.first_row + rows * block / blocks;
    const int64_t height = part.first_row + rows * (block + 1) / blocks - row;
    alignas(64) float sums[V::block_rows * vectors * V::width];
    floating_rows<F, V::block_rows, vectors>(height, arguments.x + row * arguments.x_stride, arguments.x_stride, panels, in, sums);
    for (int64_t r = 0; r < height; ++r) {
      for (int64_t c = 0; c < vectors; ++c) {
        finish_sums<V>(arguments, V::load(sums + (r * vectors + c) * V::width), row + r, column + c * V::width);
      }
    }
  }
}

template <typename F>
inline void floating_panels(const PackedLinearArguments &arguments, const PackedPart &part) {
  using V = typename F::V;
  constexpr int64_t width = V::block_vectors * V::width;
  int64_t column = part.first_panel * panel_width;
  const int64_t last = part.last_panel * panel_width;
  for (; column + width <= last; column += width) floating_columns<F, V::block_vectors>(arguments, part, column);
  if constexpr (width > panel_width) {
    for (; column < last; column += panel_width) floating_columns<F, panel_width / V::width>(arguments, part, column);
  }
}

// One implementation's float16 and bfloat16.
template <typename Half, typename Bfloat>
inline void floating_part(const PackedLinearArguments &arguments, const PackedPart &part) {
  if (arguments.weights.format == WeightFormat::float16) return floating_panels<Half>(arguments, part);
  floating_panels<Bfloat>(arguments, part);
}

}  // namespace
}  // namespace modelet::kernels
