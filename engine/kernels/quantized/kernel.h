// The family `packed_linear`, written over formats of an instruction set.
//
// A format `Q` says how a pair of steps (8 values of depth) of a vector of columns is loaded and multiplied:
//   V         the vector of floats; a vector of columns is as wide
//   lines, vectors    of a tile: lines of bytes (`parts` for each row) and vectors of columns
//   Weights   load(panel bytes)          a pair of steps
//   Values    spread(activations)        four values, repeated for every column
//   Sum       start(Σ activations), step(sum, weights, values, values), finish(sum): exact sums of products as floats
//   factors   scales or minima, as floats
// A tile of rows and columns stays in registers for a group; then the group is added to the tile's floats, in rising order.
#pragma once

#include "kernels/quantized/finish.h"
#include "kernels/quantized/quantized.h"
#include "kernels/simd/product.h"

// Unrolled, a compiler mixes the steps of a group and runs out of registers.
#if defined(__clang__)
#define MODELET_ROLL _Pragma("clang loop unroll(disable)")
#else
#define MODELET_ROLL _Pragma("GCC unroll 1")
#endif

namespace modelet::kernels {
namespace {

// Bytes of a pair of steps of 16 columns.
template <typename Q>
constexpr int64_t pair_bytes = Q::format == WeightFormat::q4 ? 64 : 128;

// What a vector of columns reads: column `place` of a panel on.
struct PanelPlace {
  const uint8_t *heads, *values;
};

template <typename Q>
inline PanelPlace place_of(const uint8_t *panels, const PanelLayout &layout, int vector) {
  const int64_t column = vector * Q::V::width;
  const uint8_t *panel = panels + column / panel_width * layout.panel();
  const int64_t within = column % panel_width;
  return {panel + 2 * within, panel + layout.head + 4 * within};
}

// sums [rows, vectors * width] of rows from `row` on and the panels at `panels`.
template <typename Q, int rows, int vectors>
inline void quantized_tile(const QuantizedRows &x, int64_t row, const uint8_t *panels, const PanelLayout &layout, float *sums) {
  using V = typename Q::V;
  typename V::Register total[rows][vectors];
  PanelPlace places[vectors];
  MODELET_UNROLL
  for (int c = 0; c < vectors; ++c) places[c] = place_of<Q>(panels, layout, c);
  MODELET_UNROLL
  for (int r = 0; r < rows; ++r) {
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) total[r][c] = V::set(0.0F);
  }
  constexpr int lines = parts * rows;  // of bytes
  const int8_t *values = x.values + row * parts * x.groups * group_width;
  for (int64_t group = 0; group < x.groups; ++group) {
    const int64_t factor = row * parts * x.groups + group;
    typename Q::Sum sum[lines][vectors];
    MODELET_UNROLL
    for (int r = 0; r < lines; ++r) {
      MODELET_UNROLL
      for (int c = 0; c < vectors; ++c) sum[r][c] = Q::start(x.sums + factor + r * x.groups);
    }
    MODELET_ROLL
    for (int pair = 0; pair < 4; ++pair) {
      typename Q::Weights weights[vectors];
      MODELET_UNROLL
      for (int c = 0; c < vectors; ++c) weights[c] = Q::load(places[c].values + pair * pair_bytes<Q>);
      MODELET_UNROLL
      for (int r = 0; r < lines; ++r) {
        const int8_t *from = values + r * x.groups * group_width + 8 * pair;
        const auto first = Q::spread(from), second = Q::spread(from + 4);
        MODELET_UNROLL
        for (int c = 0; c < vectors; ++c) sum[r][c] = Q::step(sum[r][c], weights[c], first, second);
      }
    }
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) {
      const auto scales = Q::factors(places[c].heads);
      MODELET_UNROLL
      for (int r = 0; r < lines; ++r) {
        const auto scale = V::multiply(scales, V::set(x.scales[factor + r * x.groups]));
        total[r / parts][c] = V::multiply_add(scale, Q::finish(sum[r][c]), total[r / parts][c]);
      }
      if constexpr (Q::format == WeightFormat::q4) {
        const auto minima = Q::factors(places[c].heads + 2 * panel_width);
        MODELET_UNROLL
        for (int r = 0; r < rows; ++r) {
          total[r][c] = V::multiply_add(minima, V::set(x.scaled_sums[(row + r) * x.groups + group]), total[r][c]);
        }
      }
      places[c].heads += layout.group_head;
      places[c].values += layout.group_values;
    }
    values += group_width;
  }
  MODELET_UNROLL
  for (int r = 0; r < rows; ++r) {
    MODELET_UNROLL
    for (int c = 0; c < vectors; ++c) V::store(sums + (r * vectors + c) * V::width, total[r][c]);
  }
}

// quantized_tile for 1 <= rows <= most.
template <typename Q, int most, int vectors>
inline void quantized_rows(int64_t rows, const QuantizedRows &x, int64_t row, const uint8_t *panels, const PanelLayout &layout,
                           float *sums) {
  if constexpr (most > 1) {
    if (rows < most) return quantized_rows<Q, most - 1, vectors>(rows, x, row, panels, layout, sums);
  }
  quantized_tile<Q, most, vectors>(x, row, panels, layout, sums);
}

// All rows of the part for the vectors of columns from `column` on.
template <typename Q, int vectors>
inline void quantized_columns(const PackedLinearArguments &arguments, const QuantizedRows &x, const PackedPart &part, int64_t column) {
  using V = typename Q::V;
  const PanelLayout layout = panel_layout(Q::format, arguments.weights.in);
  const auto *panels = static_cast<const uint8_t *>(arguments.weights.panels) + column / panel_width * layout.panel();
  // Blocks of nearly equal height: none is left with a row or two.
  constexpr int most = Q::lines / parts;
  const int64_t rows = part.last_row - part.first_row;
  const int64_t blocks = (rows + most - 1) / most;
  for (int64_t block = 0; block < blocks; ++block) {
    const int64_t row = part.first_row + rows * block / blocks;
    const int64_t height = part.first_row + rows * (block + 1) / blocks - row;
    alignas(64) float sums[most * vectors * V::width];
    quantized_rows<Q, most, vectors>(height, x, row, panels, layout, sums);
    for (int64_t r = 0; r < height; ++r) {
      for (int64_t c = 0; c < vectors; ++c) {
        finish_sums<V>(arguments, V::load(sums + (r * vectors + c) * V::width), row + r, column + c * V::width);
      }
    }
  }
}

template <typename Q>
inline void quantized_panels(const PackedLinearArguments &arguments, const QuantizedRows &x, const PackedPart &part) {
  constexpr int64_t width = Q::vectors * Q::V::width;
  int64_t column = part.first_panel * panel_width;
  const int64_t last = part.last_panel * panel_width;
  for (; column + width <= last; column += width) quantized_columns<Q, Q::vectors>(arguments, x, part, column);
  if constexpr (width > panel_width) {
    for (; column < last; column += panel_width) quantized_columns<Q, panel_width / Q::V::width>(arguments, x, part, column);
  }
}

// One implementation's q8 and q4.
template <typename Q8, typename Q4>
inline void quantized_part(const PackedLinearArguments &arguments, const QuantizedRows &x, const PackedPart &part) {
  if (arguments.weights.format == WeightFormat::q4) return quantized_panels<Q4>(arguments, x, part);
  quantized_panels<Q8>(arguments, x, part);
}

}  // namespace
}  // namespace modelet::kernels
