// Four floats in WebAssembly: the generic operations, with instructions that compilers do not find by themselves. There is no fused
// multiply-add, and what the engine compiles to has 16 registers on x86.
#pragma once

#include <wasm_simd128.h>

#include "kernels/simd/generic.h"

namespace modelet::kernels {
namespace {

struct Simd128 : Generic {
  static constexpr int block_rows = 3;

  static Register of(v128_t bits) { return reinterpret_cast<Register>(bits); }
  static v128_t bits(Register x) { return reinterpret_cast<v128_t>(x); }

  static Register sqrt(Register x) { return of(wasm_f32x4_sqrt(bits(x))); }
  static Register maximum(Register a, Register b) { return of(wasm_f32x4_pmax(bits(b), bits(a))); }
  static Register minimum(Register a, Register b) { return of(wasm_f32x4_pmin(bits(b), bits(a))); }
  static Register choose(Mask mask, Register yes, Register no) {
    return of(wasm_v128_bitselect(bits(yes), bits(no), reinterpret_cast<v128_t>(mask)));
  }
  static Register absolute(Register x) { return of(wasm_f32x4_abs(bits(x))); }
  static Register round(Register x) { return of(wasm_f32x4_nearest(bits(x))); }
  static void store_bytes(int8_t *to, Register value) {
    const v128_t words = wasm_i16x8_narrow_i32x4(wasm_i32x4_trunc_sat_f32x4(bits(value)), wasm_i32x4_const_splat(0));
    wasm_v128_store32_lane(to, wasm_i8x16_narrow_i16x8(words, words), 0);
  }
};

}  // namespace
}  // namespace modelet::kernels
