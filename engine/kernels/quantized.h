// Linear layers over weights in a language model's formats.
//
// Activations are quantised a group of `group_width` values at a time to two bytes each: a high one (scale = largest magnitude / 127), and
// a low one for what that leaves over (scale / 254), about 16 bits together. One byte would be too coarse: a small model's text changes.
// Products of bytes are summed exactly in 32 bits within a group, and groups are added in rising order in float32: an element depends on
// its own row and column only, in one fixed order.
#pragma once

#include <cstdint>

#include "core/context.h"
#include "kernels/kernels.h"

namespace modelet::kernels {

// How the weights of a linear layer are stored. Panels are packed when an artifact is built (compiler/modelet_compiler/lowering/models/).
enum class WeightFormat : uint8_t {
  float32,   // panels [ceil(out / 16), in, 16], as `linear` reads them
  float16,   // the same in IEEE half precision
  bfloat16,  // the same in bfloat16
  q8,        // 8 bits and a scale a group: w = scale * q, -128 <= q <= 127
  q4,        // 4 bits, a scale and a minimum a group: w = scale * q + minimum, 0 <= q <= 15
};  // panels of q8 and q4: quantized/layout.h

inline constexpr int64_t group_width = 32;  // of `in`; a last, shorter group is padded with zeros

// A weight matrix of `out` columns and depth `in`.
struct PackedMatrix {
  WeightFormat format;
  const void *panels;  // aligned to 64 bytes, packed_bytes(format, out, in) long
  int64_t out, in;
};

uint64_t packed_bytes(WeightFormat format, int64_t out, int64_t in);

// y = x · wᵀ + bias + residual.
struct PackedLinearArguments {
  const float *x;  // [rows, in], row stride x_stride
  int64_t x_stride;
  PackedMatrix weights;
  const float *bias;      // [out] or null
  const float *residual;  // [rows, out], row stride y_stride, or null; may equal y
  float *y;               // [rows, out], row stride y_stride
  int64_t y_stride;
  int64_t rows;
};

// Bytes of scratch that packed_linear needs for `rows` rows, 0 for float formats; scratch is aligned to 64 bytes.
uint64_t packed_linear_scratch(const PackedMatrix &weights, int64_t rows);
void packed_linear(const Context &context, const PackedLinearArguments &arguments, void *scratch);

// An embedding table, read by row: [rows, width].
enum class TableFormat : uint8_t { float32, float16, bfloat16, q8_0 };  // q8_0: rows of blocks {float16 scale; int8 values[32]}
struct Table {
  TableFormat format;
  const void *rows;
  int64_t count, width;
};
// y[i] = scale * table[ids[i]], y is [ids, width]; every id is within the table.
void lookup_rows(const Context &context, const Table &table, const int32_t *ids, int64_t count, float scale, float *y);

// The same from a matrix that is packed for packed_linear, whose columns are the rows of the table: a head that is tied to the embeddings
// need not be stored twice. Any format but q4.
void lookup_columns(const Context &context, const PackedMatrix &table, const int32_t *ids, int64_t count, float scale, float *y);

extern const Family packed_linear_family, lookup_rows_family;

}  // namespace modelet::kernels
