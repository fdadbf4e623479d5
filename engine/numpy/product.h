// Products of matrices and vectors: `@`, dot, outer.
#pragma once

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
      const T factor = cast<T>(load<L>(left.data + row * left.strides[0] + k * left.strides[1]));
      const std::byte *line = right.data + k * right.strides[0];
      for (int64_t column = 0; column < columns; ++column) {
        T &sum = sums[static_cast<std::size_t>(column)];
        sum = Add()(sum, Multiply()(factor, cast<T>(load<R>(line + column * right.strides[1]))));
      }
    }
    for (int64_t column = 0; column < columns; ++column)
      save<T>(out.data + row * out.strides[0] + column * out.strides[1], sums[static_cast<std::size_t>(column)]);
  }
}

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
    for (int64_t which = 0; which < stacks && !call.interrupted(); ++which)
      multiply_matrices<T, L, R>(matrix_at(out, which, factors.leading), matrix_at(factors.left, which, factors.leading),
                                 matrix_at(factors.right, which, factors.leading), sums);
    return product_result(factors, out);
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
