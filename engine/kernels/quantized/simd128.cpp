#if defined(__wasm_simd128__)
#include "kernels/simd/simd128.h"

#include "kernels/quantized/activations.h"
#include "kernels/quantized/floating.h"
#include "kernels/quantized/kernel.h"

namespace modelet::kernels {
namespace {

struct Simd128Activations {
  using V = Simd128;
  static uint32_t largest_magnitude(const float *x) {
    v128_t most = wasm_i32x4_const_splat(0);
    for (int64_t k = 0; k < group_width; k += 4) {
      most = wasm_u32x4_max(most, wasm_v128_and(wasm_v128_load(x + k), wasm_i32x4_const_splat(0x7fffffff)));
    }
    most = wasm_u32x4_max(most, wasm_i32x4_shuffle(most, most, 2, 3, 0, 1));
    most = wasm_u32x4_max(most, wasm_i32x4_shuffle(most, most, 1, 0, 3, 2));
    return static_cast<uint32_t>(wasm_i32x4_extract_lane(most, 0));
  }
  static void store_bytes(int8_t *to, V::Register x) {
    const v128_t bits = V::bits(x);
    wasm_v128_store32_lane(to, wasm_i8x16_shuffle(bits, bits, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12), 0);
  }
};

// Four columns of one step: depth 0 to 3 of columns 0 and 1, then of 2 and 3.
struct Words {
  v128_t low, high;
};

// One instruction multiplies eight words and adds neighbours.
struct Simd128Format {
  using V = Simd128;
  static constexpr int lines = 2, vectors = 4;
  using Values = v128_t;
  struct Weights {
    Words first, second;
  };
  using Sum = Words;
  static Values spread(const int8_t *x) { return wasm_i16x8_extend_low_i8x16(wasm_v128_load32_splat(x)); }
  static Sum start(const int32_t *) { return {wasm_i32x4_const_splat(0), wasm_i32x4_const_splat(0)}; }
  static v128_t add(v128_t sum, v128_t weights, v128_t x) { return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(weights, x)); }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return {add(add(sum.low, weights.first.low, first), weights.second.low, second),
            add(add(sum.high, weights.first.high, first), weights.second.high, second)};
  }
  static V::Register finish(Sum sum) {
    const v128_t even = wasm_i32x4_shuffle(sum.low, sum.high, 0, 2, 4, 6), odd = wasm_i32x4_shuffle(sum.low, sum.high, 1, 3, 5, 7);
    return V::of(wasm_f32x4_convert_i32x4(wasm_i32x4_add(even, odd)));
  }
  static V::Register factors(const uint8_t *from) {
    uint16_t halves[4];
    std::memcpy(halves, from, sizeof(halves));
    return V::load_half(halves);
  }
};

#if defined(__wasm_relaxed_simd__)
// One instruction multiplies sixteen bytes, those of one side below 128, and adds four neighbours to a column's sum: exactly, wherever.
struct Simd128Q4 : Simd128Format {
  static constexpr int lines = 4;
  static constexpr WeightFormat format = WeightFormat::q4;
  struct Weights {
    v128_t first, second;
  };
  using Sum = v128_t;
  static Values spread(const int8_t *x) { return wasm_v128_load32_splat(x); }
  static Sum start(const int32_t *) { return wasm_i32x4_const_splat(0); }
  static Weights load(const uint8_t *from) {
    const v128_t bytes = wasm_v128_load(from);
    return {wasm_v128_and(bytes, wasm_i8x16_const_splat(15)), wasm_u8x16_shr(bytes, 4)};
  }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    sum = wasm_i32x4_relaxed_dot_i8x16_i7x16_add(first, weights.first, sum);
    return wasm_i32x4_relaxed_dot_i8x16_i7x16_add(second, weights.second, sum);
  }
  static V::Register finish(Sum sum) { return V::of(wasm_f32x4_convert_i32x4(sum)); }
};
#else
struct Simd128Q4 : Simd128Format {
  static constexpr WeightFormat format = WeightFormat::q4;
  static Words widen(v128_t bytes) { return {wasm_u16x8_extend_low_u8x16(bytes), wasm_u16x8_extend_high_u8x16(bytes)}; }
  static Weights load(const uint8_t *from) {
    const v128_t bytes = wasm_v128_load(from);
    return {widen(wasm_v128_and(bytes, wasm_i8x16_const_splat(15))), widen(wasm_u8x16_shr(bytes, 4))};
  }
};
#endif

struct Simd128Q8 : Simd128Format {
  static constexpr WeightFormat format = WeightFormat::q8;
  static Words load_step(const uint8_t *from) {
    const v128_t bytes = wasm_v128_xor(wasm_v128_load(from), wasm_i8x16_const_splat(-128));
    return {wasm_i16x8_extend_low_i8x16(bytes), wasm_i16x8_extend_high_i8x16(bytes)};
  }
  static Weights load(const uint8_t *from) { return {load_step(from), load_step(from + 64)}; }
};

struct Simd128Half {
  using V = Simd128;
  static V::Register load(const uint16_t *from) { return V::load_half(from); }
};
struct Simd128Bfloat {
  using V = Simd128;
  static V::Register load(const uint16_t *from) { return V::of(wasm_i32x4_shl(wasm_u32x4_load16x4(from), 16)); }
};

}  // namespace

void quantize_simd128(const PackedLinearArguments &arguments, const QuantizedRows &rows, int64_t first, int64_t last) {
  quantize_rows<Simd128Activations>(arguments, rows, first, last);
}
void quantized_simd128(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part) {
  quantized_part<Simd128Q8, Simd128Q4>(arguments, rows, part);
}
void floating_simd128(const PackedLinearArguments &arguments, const PackedPart &part) {
  floating_part<Simd128Half, Simd128Bfloat>(arguments, part);
}

}  // namespace modelet::kernels
#endif
