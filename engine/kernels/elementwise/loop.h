// One loop for every element-wise operation: over rows, with the strides of broadcasting resolved outside the inner loop.
#pragma once

#include "kernels/elementwise.h"
#include "kernels/work.h"

namespace modelet::kernels {

// Reads an operand's row: `varies` is false where one value stands for the whole row.
template <bool varies>
struct RowOf {
  const float *row;
  float operator[](int64_t column) const { return varies ? row[column] : row[0]; }
};

template <typename Body>
void with_row(const Operand &operand, int64_t row, const Body &body) {
  const float *data = operand.data + row * operand.row_stride;
  operand.column_stride == 0 ? body(RowOf<false>{data}) : body(RowOf<true>{data});
}

// y[row][column] = function(x[row][column], ...).
template <typename Function>
void map_rows(const Context &context, const Function &function, const Operand &x, float *y, int64_t y_stride, int64_t rows, int64_t width) {
  split(context, rows, 8 * width, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      float *to = y + row * y_stride;
      with_row(x, row, [&](auto from) {
        for (int64_t column = 0; column < width; ++column) to[column] = function(from[column]);
      });
    }
  });
}

template <typename Function>
void map_rows(const Context &context, const Function &function, const Operand &a, const Operand &b, float *y, int64_t y_stride,
              int64_t rows, int64_t width) {
  split(context, rows, 8 * width, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      float *to = y + row * y_stride;
      with_row(a, row, [&](auto left) {
        with_row(b, row, [&](auto right) {
          for (int64_t column = 0; column < width; ++column) to[column] = function(left[column], right[column]);
        });
      });
    }
  });
}

}  // namespace modelet::kernels
