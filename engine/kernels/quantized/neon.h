// What the NEON files of `packed_linear` share.
#pragma once

#include "kernels/simd/neon.h"

#include <cstring>

#include "kernels/quantized/kernel.h"

namespace modelet::kernels {
namespace {

struct NeonFormat {
  using V = Neon;
  static constexpr int vectors = 4;
  using Values = int8x16_t;
  struct Weights {
    int8x16_t first, second;
  };
  static Values spread(const int8_t *x) {
    int32_t four;
    std::memcpy(&four, x, sizeof(four));
    return vreinterpretq_s8_s32(vdupq_n_s32(four));
  }
  static V::Register factors(const uint8_t *from) {
    float16x4_t halves;
    std::memcpy(&halves, from, sizeof(halves));
    return reinterpret_cast<V::Register>(vcvt_f32_f16(halves));
  }
};

// A pair of steps of 4 bits.
struct NeonNibbles : NeonFormat {
  static constexpr WeightFormat format = WeightFormat::q4;
  static Weights load(const uint8_t *from) {
    const uint8x16_t bytes = vld1q_u8(from);
    return {vreinterpretq_s8_u8(vandq_u8(bytes, vdupq_n_u8(15))), vreinterpretq_s8_u8(vshrq_n_u8(bytes, 4))};
  }
};

// A pair of steps of 8 bits.
struct NeonBytes : NeonFormat {
  static constexpr WeightFormat format = WeightFormat::q8;
  static int8x16_t load_step(const uint8_t *from) { return vreinterpretq_s8_u8(veorq_u8(vld1q_u8(from), vdupq_n_u8(128))); }
  static Weights load(const uint8_t *from) { return {load_step(from), load_step(from + 64)}; }
};

}  // namespace
}  // namespace modelet::kernels
