// Inside the family `packed_linear`: what an instruction set implements.
#pragma once

#include <cstdint>

#include "kernels/quantized.h"
#include "kernels/quantized/layout.h"

namespace modelet::kernels {

// Rows of activations in groups, each as two parts: x = scale[0] * value[0] + scale[1] * value[1].
inline constexpr int parts = 2;
struct QuantizedRows {
  int8_t *values;      // [rows, parts, groups, group_width], zeros beyond `in`
  float *scales;       // [rows, parts, groups]
  float *scaled_sums;  // [rows, groups]: Σ x as the parts say it, which a minimum multiplies
  int32_t *sums;       // [rows, parts, groups]: Σ value
  int64_t groups;
};

// Rows [first_row, last_row) of the panels [first_panel, last_panel).
struct PackedPart {
  int64_t first_row, last_row;
  int64_t first_panel, last_panel;
};

// Rows [first, last) of x.
using QuantizeFunction = void(const PackedLinearArguments &arguments, const QuantizedRows &rows, int64_t first, int64_t last);
QuantizeFunction quantize_generic, quantize_neon, quantize_simd128, quantize_avx2, quantize_avx512;

// A part of y from quantised rows, of the formats q8 and q4.
using QuantizedFunction = void(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part);
QuantizedFunction quantized_generic, quantized_neon, quantized_simd128, quantized_neon_dot, quantized_avx2, quantized_avx512,
    quantized_avx512vnni;

// A part of y, of the formats float16 and bfloat16.
using FloatingFunction = void(const PackedLinearArguments &arguments, const PackedPart &part);
FloatingFunction floating_generic, floating_neon, floating_simd128, floating_avx2, floating_avx512;

}  // namespace modelet::kernels
