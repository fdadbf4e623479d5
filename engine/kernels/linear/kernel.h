// The family `linear`, written over a vector type.
//
// Columns stay in the cache while the rows pass; a tile of rows and columns stays in registers over the whole depth, so that every
// element is one chain of multiply-adds in rising order, whatever the tile is.
#pragma once

#include "kernels/linear/linear.h"
#include "kernels/simd/math.h"
#include "kernels/simd/product.h"

namespace modelet::kernels {
namespace {

// y = activation(sums + bias) + residual for one tile, columns from `column` on.
template <typename V, int vectors>
struct FinishTile {
  const LinearArguments &arguments;
  const float *sums;
  int64_t row, rows, column;

  template <typename Function>
  void run() const {
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t c = 0; c < vectors; ++c) {
        const int64_t first = column + c * V::width;
        if (first >= arguments.out) break;
        finish<Function>(V::load(sums + (r * vectors + c) * V::width), (row + r) * arguments.y_stride, first);
      }
    }
  }

  template <typename Function>
  void finish(typename V::Register value, int64_t start, int64_t first) const {
    const int64_t count = arguments.out - first;
    const bool whole = count >= V::width;
    auto read = [&](const float *from) { return whole ? V::load(from) : V::load_part(from, count); };
    if (arguments.bias != nullptr) value = V::add(value, read(arguments.bias + first));
    value = Function::apply(value);
    if (arguments.residual != nullptr) value = V::add(value, read(arguments.residual + start + first));
    float *to = arguments.y + start + first;
    whole ? V::store(to, value) : V::store_part(to, value, count);
  }
};

template <typename V, int vectors>
inline void linear_columns(const LinearArguments &arguments, int64_t first_row, int64_t last_row, int64_t column) {
  const Columns columns{arguments.panels + column * arguments.in, panel_width, panel_width * arguments.in};
  // Blocks of nearly equal height: none is left with a row or two.
  const int64_t rows = last_row - first_row;
  const int64_t blocks = (rows + V::block_rows - 1) / V::block_rows;
  for (int64_t block = 0; block < blocks; ++block) {
    const int64_t row = first_row + rows * block / blocks;
    const int64_t height = first_row + rows * (block + 1) / blocks - row;
    alignas(64) float sums[V::block_rows * vectors * V::width];
    multiply_rows<V, V::block_rows, vectors>(height, arguments.x + row * arguments.x_stride, arguments.x_stride, columns, arguments.in,
                                             sums, vectors * V::width);
    with_activation<V>(arguments.activation, FinishTile<V, vectors>{arguments, sums, row, height, column});
  }
}

template <typename V>
inline void linear_part(const LinearArguments &arguments, const LinearPart &part) {
  constexpr int64_t width = V::block_vectors * V::width;
  constexpr int per_panel = panel_width / V::width;
  int64_t column = part.first_panel * panel_width;
  const int64_t last = part.last_panel * panel_width;
  for (; column + width <= last; column += width) linear_columns<V, V::block_vectors>(arguments, part.first_row, part.last_row, column);
  if constexpr (width > panel_width) {
    for (; column < last; column += panel_width) linear_columns<V, per_panel>(arguments, part.first_row, part.last_row, column);
  }
}

}  // namespace
}  // namespace modelet::kernels
