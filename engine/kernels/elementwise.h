// Element by element, with broadcasting, and what is reduced along one row.
//
// The rules of kernels.h hold. Truth values are floats: 1 for true, 0 for false.
#pragma once

#include <cstdint>

#include "core/context.h"
#include "kernels/kernels.h"

namespace modelet::kernels {

// One input of an element-wise operation on a result of [rows, width].
struct Operand {
  const float *data;
  int64_t row_stride;     // in floats; 0: one row for all, as [width] or a scalar
  int64_t column_stride;  // 1, or 0: one value for the whole row, as [rows, 1] or a scalar
};

enum class Binary : uint8_t {
  add,
  subtract,
  multiply,
  divide,
  maximum,  // NaN when either is, as torch.maximum
  minimum,
  power,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or
};

enum class Unary : uint8_t {
  copy,
  negate,
  absolute,
  square,
  sqrt,
  rsqrt,
  reciprocal,
  exp,
  log,
  sin,
  cos,
  erf,
  sign,
  floor,
  ceil,
  round,  // halves to even
  trunc,
  logical_not,
  // Activations, also as a fused part of `linear`:
  gelu_erf,
  gelu_tanh,
  relu,
  silu,
  tanh,
  sigmoid
};

enum class Reduction : uint8_t { sum, mean, maximum, minimum };  // sum 0, mean NaN, maximum -inf, minimum inf of nothing

// y = operation(a, b); y is [rows, width] with row stride y_stride and may equal an input of the same strides.
void binary(const Context &context, Binary operation, Operand a, Operand b, float *y, int64_t y_stride, int64_t rows, int64_t width);
void unary(const Context &context, Unary operation, Operand x, float *y, int64_t y_stride, int64_t rows, int64_t width);
// y = condition != 0 ? a : b.
void select(const Context &context, Operand condition, Operand a, Operand b, float *y, int64_t y_stride, int64_t rows, int64_t width);
// y = min(max(x, low), high), NaN stays; use ±infinity for an open end.
void clamp(const Context &context, Operand x, float low, float high, float *y, int64_t y_stride, int64_t rows, int64_t width);

// Below, x is [rows, width] with row stride x_stride.
// y [rows] = the reduction of each row.
void reduce_rows(const Context &context, Reduction operation, const float *x, int64_t x_stride, float *y, int64_t rows, int64_t width);
// y [rows, width] = x / max(|x|₂, epsilon), as torch.nn.functional.normalize(dim=-1). y may equal x (same stride).
void normalize_rows(const Context &context, const float *x, int64_t x_stride, float *y, int64_t y_stride, int64_t rows, int64_t width,
                    float epsilon);
// y [rows, width] = softmax of each row. y may equal x (same stride).
void softmax_rows(const Context &context, const float *x, int64_t x_stride, float *y, int64_t y_stride, int64_t rows, int64_t width);

extern const Family binary_family, unary_family, select_family, clamp_family, reduce_rows_family, normalize_rows_family,
    softmax_rows_family;

}  // namespace modelet::kernels
