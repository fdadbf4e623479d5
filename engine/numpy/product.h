// Products of matrices and vectors: `@`, dot, outer.
#pragma once

#include <cstring>

#include "numpy/gemm.h"
#include "numpy/shape.h"

namespace modelet::numpy {

// Two stacks of matrices with the leading axes of the result, or an error raised.
struct Factors {
  Array left, right;  // [leading…, rows, depth], [leading…, depth, columns]
  Extents leading;
  bool vector_left = false, vector_right = false;
};
bool factors_of(Call &call, const Array &left, const Array &right, Factors &out);
Array matrix_at(const Array &stack, int64_t which, const Extents &leading);
Array product_result(const Factors &factors, const Array &product);
// For dot with more than two axes on the right: [depth, everything else], and the result's shape.
Array columns_of(Call &call, const Array &right);
Extents dot_shape(const Array &left, const Array &right);
bool check_dot(Call &call, const Array &left, const Array &right);

// out = left @ right, row by row; `sums` holds one row of the result.
template <typename T, typename L, typename R>
void multiply_matrices(const Array &out, const Array &left, const Array &right, std::vector<T> &sums) {
  const int64_t rows = out.shape[0], columns = out.shape[1], depth = left.shape[1];
  for (int64_t row = 0; row < rows; ++row) {
    std::fill(sums.begin(), sums.end(), T{});
    for (int64_t k = 0; k < depth; ++k) {
      const T factor = cast<T>(load<L>(left.data() + row * left.strides[0] + k * left.strides[1]));
      const std::byte *line = right.data() + k * right.strides[0];
      if (std::is_same_v<T, R> && right.strides[1] == static_cast<int64_t>(sizeof(R))) {
        const auto *values = reinterpret_cast<const R *>(line);
        for (int64_t column = 0; column < columns; ++column) {
          T &sum = sums[static_cast<std::size_t>(column)];
          sum = Add()(sum, Multiply()(factor, cast<T>(values[column])));
        }
        continue;
      }
      for (int64_t column = 0; column < columns; ++column) {
        T &sum = sums[static_cast<std::size_t>(column)];
        sum = Add()(sum, Multiply()(factor, cast<T>(load<R>(line + column * right.strides[1]))));
      }
    }
    for (int64_t column = 0; column < columns; ++column)
      save<T>(out.data() + row * out.strides[0] + column * out.strides[1], sums[static_cast<std::size_t>(column)]);
  }
}

// A matrix as contiguous rows of T: itself, or a copy in `storage`. Null with MemoryError set.
template <typename T, typename S>
const T *rows_of(Call &call, const Array &matrix, Array &storage, int64_t &stride) {
  const int64_t rows = matrix.shape[0], columns = matrix.shape[1];
  if constexpr (std::is_same_v<T, S>) {
    const auto width = static_cast<int64_t>(sizeof(T));
    if (matrix.strides[1] == width && matrix.strides[0] % width == 0) {
      stride = matrix.strides[0] / width;
      return reinterpret_cast<const T *>(matrix.data());
    }
  }
  stride = columns;
  storage = new_array(call, dtype_of<T>, {rows, columns});
  if (call.failed()) return nullptr;
  auto *to = reinterpret_cast<T *>(storage.data());
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column)
      to[row * columns + column] = cast<T>(load<S>(matrix.data() + row * matrix.strides[0] + column * matrix.strides[1]));
  return to;
}

// [ceil(columns / panel_columns), depth, panel_columns]
template <typename T, typename R>
Array panels_of(Call &call, const Array &right) {
  constexpr int64_t width = panel_columns<T>;
  const int64_t depth = right.shape[0], columns = right.shape[1];
  const Array panels = new_array(call, dtype_of<T>, {(columns + width - 1) / width * width * depth});
  if (call.failed()) return {};
  const bool packed = std::is_same_v<T, R> && right.strides[1] == static_cast<int64_t>(sizeof(T));
  for (int64_t first = 0; first < columns; first += width) {
    T *to = reinterpret_cast<T *>(panels.data()) + first * depth;
    const int64_t wide = columns - first < width ? columns - first : width;
    for (int64_t k = 0; k < depth; ++k, to += width) {
      const std::byte *from = right.data() + k * right.strides[0] + first * right.strides[1];
      if (packed && wide == width) {
        std::memcpy(to, from, static_cast<std::size_t>(width) * sizeof(T));
        continue;
      }
      for (int64_t column = 0; column < wide; ++column) to[column] = cast<T>(load<R>(from + column * right.strides[1]));
      for (int64_t column = wide; column < width; ++column) to[column] = T{};
    }
  }
  return panels;
}

// With few columns, each element is a product of two vectors.
inline constexpr int64_t few_columns = 3;
template <typename T, typename L, typename R>
void multiply_by_columns(Call &call, const Array &out, const Array &left, const Array &right) {
  Array storage, column_storage;
  int64_t stride = 0, column_stride = 0;
  const T *rows = rows_of<T, L>(call, left, storage, stride);
  Array turned = right;
  std::swap(turned.shape[0], turned.shape[1]);
  std::swap(turned.strides[0], turned.strides[1]);
  const T *columns = rows == nullptr ? nullptr : rows_of<T, R>(call, turned, column_storage, column_stride);
  if (columns == nullptr) return;
  const int64_t depth = right.shape[0];
  constexpr int64_t block = 256;
  parallel(call.context, (left.shape[0] + block - 1) / block, [&](int64_t at) {
    for (int64_t row = at * block; row < left.shape[0] && row < (at + 1) * block; ++row)
      for (int64_t column = 0; column < right.shape[1]; ++column)
        save<T>(out.data() + row * out.strides[0] + column * out.strides[1],
                dot_product(rows + row * stride, columns + column * column_stride, depth));
  });
}

// `out` is contiguous.
template <typename T, typename L, typename R>
void multiply_in_blocks(Call &call, const Array &out, const Array &left, const Array &right) {
  if (right.shape[1] <= few_columns) return multiply_by_columns<T, L, R>(call, out, left, right);
  Array storage;
  int64_t stride = 0;
  const T *rows = rows_of<T, L>(call, left, storage, stride);
  const Array panels = rows == nullptr ? Array() : panels_of<T, R>(call, right);
  if (call.failed()) return;
  gemm(call.context, {rows, stride, reinterpret_cast<const T *>(panels.data()), reinterpret_cast<T *>(out.data()), right.shape[1],
                      left.shape[0], right.shape[1], left.shape[1]});
}

// Below, packing would take longer than the product.
inline constexpr int64_t few_products = 4096;

template <typename T, typename L, typename R>
Array matmul(Call &call, const Array &left, const Array &right) {
  Factors factors;
  if (!factors_of(call, left, right, factors)) return {};
  Extents shape = factors.leading;
  shape[shape.rank++] = factors.left.shape[factors.left.rank() - 2];
  shape[shape.rank++] = factors.right.shape[factors.right.rank() - 1];
  const Array out = new_array(call, dtype_of<T>, shape);
  if (call.failed()) return {};
  std::vector<T> sums;
  if constexpr (std::is_same_v<T, bool>) {
    return call.raise("TypeError", "products of bool matrices are not supported in compiled numpy code"), Array();
  } else {
    sums.resize(static_cast<std::size_t>(shape[shape.rank - 1]));
    const int64_t stacks = factors.leading.product();
    for (int64_t which = 0; which < stacks && !call.failed() && !call.interrupted(); ++which) {
      const Array one = matrix_at(out, which, factors.leading), first = matrix_at(factors.left, which, factors.leading),
                  second = matrix_at(factors.right, which, factors.leading);
      if constexpr (std::is_floating_point_v<T>) {
        const int64_t rows = one.shape[0], columns = one.shape[1], depth = first.shape[1];
        const bool worth_packing = rows >= 4 || columns <= few_columns;
        if (depth > 0 && worth_packing && rows * columns * depth >= few_products) {
          multiply_in_blocks<T, L, R>(call, one, first, second);
          continue;
        }
      }
      multiply_matrices<T, L, R>(one, first, second, sums);
    }
    return call.failed() ? Array() : product_result(factors, out);
  }
}

// For vectors and matrices; with a scalar it multiplies.
template <typename T, typename L, typename R>
Array dot(Call &call, const Array &left, const Array &right) {
  if (left.rank() == 0 || right.rank() == 0) return binary<Multiply, T, T, L, R>(call, left, right);
  if (!check_dot(call, left, right)) return {};
  if (right.rank() <= 2) return matmul<T, L, R>(call, left, right);
  const Array columns = columns_of(call, right);
  const Array product = call.failed() ? Array() : matmul<T, L, R>(call, left, columns);
  return call.failed() ? Array() : reshape(call, product, dot_shape(left, right));
}

}  // namespace modelet::numpy
