// Four floats on ARM: the generic operations, with fused multiply-add and more registers.
#pragma once

#include <arm_neon.h>

#include "kernels/simd/generic.h"

namespace modelet::kernels {
namespace {

struct Neon : Generic {
  static constexpr int block_rows = 6;
  static constexpr int block_vectors = 4;

  static Register multiply_add(Register a, Register b, Register c) {
    return reinterpret_cast<Register>(
        vfmaq_f32(reinterpret_cast<float32x4_t>(c), reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b)));
  }
  static Register load_half(const uint16_t *from) { return reinterpret_cast<Register>(vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(from)))); }
  static void store_half(uint16_t *to, Register value) {
    vst1_u16(to, vreinterpret_u16_f16(vcvt_f16_f32(reinterpret_cast<float32x4_t>(value))));
  }
  static Register sqrt(Register x) { return reinterpret_cast<Register>(vsqrtq_f32(reinterpret_cast<float32x4_t>(x))); }
};

}  // namespace
}  // namespace modelet::kernels
