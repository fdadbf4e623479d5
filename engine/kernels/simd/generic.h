// Four floats with the operations every target of gcc and clang has: SSE2, NEON, WebAssembly's simd128 or plain registers.
//
// The vector types of this folder share one interface, so that a kernel is written once, as a template over them. They live
// in an unnamed namespace: each instruction set's file gets functions of its own, and the linker can never take
// one that was compiled for a newer processor.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

namespace modelet::kernels {
namespace {

struct Generic {
  using Register = float __attribute__((vector_size(16)));
  using Mask = int32_t __attribute__((vector_size(16)));  // all bits of a lane, or none
  using Integer = int32_t __attribute__((vector_size(16)));
  using HalfWords = uint16_t __attribute__((vector_size(8)));
  static constexpr int64_t width = 4;
  // The tile of a matrix product that stays in registers: rows, and vectors of columns.
  static constexpr int block_rows = 2;
  static constexpr int block_vectors = 4;

  static Register load(const float *from) {
    Register value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
  static void store(float *to, Register value) { std::memcpy(to, &value, sizeof(value)); }
  // The first `count` lanes; the others are zero.
  static Register load_part(const float *from, int64_t count) {
    Register value{};
    for (int64_t lane = 0; lane < count; ++lane) value[lane] = from[lane];
    return value;
  }
  static void store_part(float *to, Register value, int64_t count) {
    for (int64_t lane = 0; lane < count; ++lane) to[lane] = value[lane];
  }
  static Register set(float value) { return Register{value, value, value, value}; }

  // Half precision to float32, exactly: the exponent moves by a product, which makes subnormal numbers right too.
  static Register load_half(const uint16_t *from) {
    HalfWords bits;
    std::memcpy(&bits, from, sizeof(bits));
    const Integer half = __builtin_convertvector(bits, Integer);
    const Integer magnitude = (half & 0x7fff) << 13;
    const Integer value = reinterpret_cast<Integer>(reinterpret_cast<Register>(magnitude) * 0x1p112F);
    const Integer special = (magnitude >= (0x7c00 << 13)) & 0x7f800000;  // infinities and NaN
    return reinterpret_cast<Register>(value | special | (half & 0x8000) << 16);
  }
  // Rounded to the nearest, halves to even.
  static void store_half(uint16_t *to, Register value) {
    const Integer bits = reinterpret_cast<Integer>(value), magnitude = bits & 0x7fffffff;
    const Integer normal = (magnitude + 0xfff + (magnitude >> 13 & 1) - (112 << 23)) >> 13;
    // Added to 1/2, the last bit of a float32 weighs what that of a subnormal half does.
    const Integer subnormal = reinterpret_cast<Integer>(reinterpret_cast<Register>(magnitude) + 0.5F) - 0x3f000000;
    Integer half = select(magnitude < (113 << 23), subnormal, normal);
    half = select(magnitude >= (143 << 23), Integer{} + 0x7c00, half);
    half = select(magnitude > 0x7f800000, Integer{} + 0x7e00, half) | (bits >> 16 & 0x8000);
    const auto words = __builtin_convertvector(half, HalfWords);
    std::memcpy(to, &words, sizeof(words));
  }
  static Register load_bytes(const int8_t *from) {
    int8_t __attribute__((vector_size(4))) bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    return __builtin_convertvector(bytes, Register);
  }
  // Integral values in [-128, 127].
  static void store_bytes(int8_t *to, Register value) {
    for (int64_t lane = 0; lane < width; ++lane) to[lane] = static_cast<int8_t>(value[lane]);
  }

  static Register add(Register a, Register b) { return a + b; }
  static Register subtract(Register a, Register b) { return a - b; }
  static Register multiply(Register a, Register b) { return a * b; }
  static Register divide(Register a, Register b) { return a / b; }
  static Register multiply_add(Register a, Register b, Register c) { return a * b + c; }
  static Register sqrt(Register x) { return Register{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])}; }
  // The second operand when either is NaN, as x86 does.
  static Register maximum(Register a, Register b) { return choose(a > b, a, b); }
  static Register minimum(Register a, Register b) { return choose(a < b, a, b); }

  static Mask less(Register a, Register b) { return a < b; }
  static Mask unordered(Register a) { return a != a; }
  // The first `count` lanes.
  static Mask first(int64_t count) {
    const auto n = static_cast<int32_t>(count);
    return Integer{0, 1, 2, 3} < Integer{n, n, n, n};
  }
  static Register choose(Mask mask, Register yes, Register no) {
    return reinterpret_cast<Register>((mask & reinterpret_cast<Mask>(yes)) | (~mask & reinterpret_cast<Mask>(no)));
  }
  static Register absolute(Register x) { return reinterpret_cast<Register>(reinterpret_cast<Integer>(x) & 0x7fffffff); }
  // Magnitude of `x` with the sign of `sign`.
  static Register copy_sign(Register x, Register sign) {
    return reinterpret_cast<Register>((reinterpret_cast<Integer>(x) & 0x7fffffff) | (reinterpret_cast<Integer>(sign) & ~0x7fffffff));
  }
  // Rounds to the nearest integer, halves to even; |x| < 2^22.
  static Register round(Register x) {
    const Register magic = set(12582912.0F);  // 1.5 · 2^23
    return (x + magic) - magic;
  }
  // x · 2^n for integral n in [-252, 252], correctly rounded once; in two factors, so that neither overflows too early.
  static Register scale(Register x, Register n) {
    const Integer whole = __builtin_convertvector(n, Integer);
    const Integer half = whole >> 1;
    const Register low = reinterpret_cast<Register>((half + 127) << 23);
    const Register high = reinterpret_cast<Register>((whole - half + 127) << 23);
    return x * low * high;
  }

  static Integer select(Mask mask, Integer yes, Integer no) { return (mask & yes) | (~mask & no); }

  static float sum(Register x) { return (x[0] + x[2]) + (x[1] + x[3]); }
  static float largest(Register x) {
    const float a = x[0] > x[2] ? x[0] : x[2];
    const float b = x[1] > x[3] ? x[1] : x[3];
    return a > b ? a : b;
  }
};

}  // namespace
}  // namespace modelet::kernels
