#if defined(__aarch64__)
#include "kernels/quantized/neon.h"

#include "core/cpu.h"
#include "kernels/quantized/activations.h"
#include "kernels/quantized/floating.h"

namespace modelet::kernels {
namespace {

struct NeonActivations {
  using V = Neon;
  static uint32_t largest_magnitude(const float *x) {
    uint32x4_t most = vdupq_n_u32(0);
    for (int64_t k = 0; k < group_width; k += 4) {
      most = vmaxq_u32(most, vandq_u32(vreinterpretq_u32_f32(vld1q_f32(x + k)), vdupq_n_u32(0x7fffffff)));
    }
    return vmaxvq_u32(most);
  }
  static void store_bytes(int8_t *to, V::Register x) {
    const uint16x4_t words = vmovn_u32(reinterpret_cast<uint32x4_t>(x));
    const uint8x8_t bytes = vmovn_u16(vcombine_u16(words, words));
    std::memcpy(to, &bytes, 4);
  }
};

// For processors without the instruction for four products. Eight products of 15 · 127 fit 16 bits.
struct NeonQ4 : NeonNibbles {
  static constexpr int lines = 2;
  struct Sum {
    int16x8_t low, high;
  };
  static Sum start(const int32_t *) { return {vdupq_n_s16(0), vdupq_n_s16(0)}; }
  static Sum add(Sum sum, int8x16_t weights, Values x) {
    return {vmlal_s8(sum.low, vget_low_s8(weights), vget_low_s8(x)), vmlal_high_s8(sum.high, weights, x)};
  }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return add(add(sum, weights.first, first), weights.second, second);
  }
  static V::Register finish(Sum sum) {
    const int32x4_t whole = vpaddq_s32(vpaddlq_s16(sum.low), vpaddlq_s16(sum.high));
    return reinterpret_cast<V::Register>(vcvtq_f32_s32(whole));
  }
};

struct NeonQ8 : NeonBytes {
  static constexpr int lines = 2;
  struct Sum {
    int32x4_t low, high;
  };
  static Sum start(const int32_t *) { return {vdupq_n_s32(0), vdupq_n_s32(0)}; }
  static Sum add(Sum sum, int8x16_t weights, Values x) {
    return {vpadalq_s16(sum.low, vmull_s8(vget_low_s8(weights), vget_low_s8(x))), vpadalq_s16(sum.high, vmull_high_s8(weights, x))};
  }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return add(add(sum, weights.first, first), weights.second, second);
  }
  static V::Register finish(Sum sum) { return reinterpret_cast<V::Register>(vcvtq_f32_s32(vpaddq_s32(sum.low, sum.high))); }
};

struct NeonHalf {
  using V = Neon;
  static V::Register load(const uint16_t *from) {
    return reinterpret_cast<V::Register>(vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(from))));
  }
};
struct NeonBfloat {
  using V = Neon;
  static V::Register load(const uint16_t *from) { return reinterpret_cast<V::Register>(vshll_n_u16(vld1_u16(from), 16)); }
};

}  // namespace

void quantize_neon(const PackedLinearArguments &arguments, const QuantizedRows &rows, int64_t first, int64_t last) {
  quantize_rows<NeonActivations>(arguments, rows, first, last);
}
void quantized_neon(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part) {
  if (host_has("dotprod")) return quantized_neon_dot(arguments, rows, part);
  quantized_part<NeonQ8, NeonQ4>(arguments, rows, part);
}
void floating_neon(const PackedLinearArguments &arguments, const PackedPart &part) {
  floating_part<NeonHalf, NeonBfloat>(arguments, part);
}

}  // namespace modelet::kernels
#endif
