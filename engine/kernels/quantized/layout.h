// Where the bytes of a packed matrix stand. The packers (compiler/modelet_compiler/lowering/models/packing.py) write this, the kernels read
// it.
//
// Columns are taken in panels of 16, a panel after the other, the last one padded with zeros.
//
//   float32, float16, bfloat16    values [in, 16]
//
//   q4    heads [groups] {float16 scale[16], minimum[16]}    w = scale * nibble + minimum
//         values [groups][4] {nibble[16][4][2]}              a pair of steps: 64 bytes, byte 4 * column + k holds depth 8 * pair + k in its
//                                                            low nibble, and depth 8 * pair + 4 + k in its high one
//
//   q8    heads [groups] {float16 scale[16]}, padded to 64 bytes    w = scale * (byte - 128)
//         values [groups][8] {byte[16][4]}                          a step: 64 bytes, byte 4 * column + k holds depth 4 * step + k
//
// So a load of 64 bytes has four values of depth for each of 16 columns, next to each other: what instructions that add four products of
// bytes take. Bytes are unsigned, since these instructions want one operand that is; scales stand apart so that every load is aligned.
// Depth is padded to whole groups: there scale and minimum hold, and the activations are zero.
#pragma once

#include <cstdint>

#include "kernels/kernels.h"
#include "kernels/quantized.h"

namespace modelet::kernels {
namespace {

constexpr int64_t whole_groups(int64_t in) {
  return (in + group_width - 1) / group_width;
}

// The panels of one quantised matrix.
struct PanelLayout {
  int64_t groups;
  int64_t group_head, group_values;  // bytes of one group
  int64_t head;                      // bytes of all heads; the values follow

  constexpr int64_t panel() const { return head + groups * group_values; }  // bytes from a panel to the next
};

constexpr PanelLayout panel_layout(WeightFormat format, int64_t in) {
  const int64_t groups = whole_groups(in);
  if (format == WeightFormat::q4) return {groups, 4 * panel_width, group_width * panel_width / 2, groups * 4 * panel_width};
  const int64_t heads = groups * 2 * panel_width;
  return {groups, 2 * panel_width, group_width * panel_width, (heads + 63) / 64 * 64};
}

// Bytes of a value of a float format.
constexpr int64_t float_bytes(WeightFormat format) {
  return format == WeightFormat::float32 ? 4 : 2;
}
constexpr bool is_float(WeightFormat format) {
  return format < WeightFormat::q8;
}

}  // namespace
}  // namespace modelet::kernels
