// Sixteen floats on x86-64 with AVX-512 F, BW, DQ and VL. Include only from files compiled for x86-64-v4.
#pragma once

#if !defined(__clang__)
// gcc 12's own header warns in every intrinsic with an undefined source.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <immintrin.h>

#include <cstdint>

namespace modelet::kernels {
namespace {

struct Avx512 {
  using Register = __m512;
  using Mask = __mmask16;
  static constexpr int64_t width = 16;
  static constexpr int block_rows = 14;
  static constexpr int block_vectors = 2;

  static Register load(const float *from) { return _mm512_loadu_ps(from); }
  static void store(float *to, Register value) { _mm512_storeu_ps(to, value); }
  static Register load_part(const float *from, int64_t count) { return _mm512_maskz_loadu_ps(first(count), from); }
  static void store_part(float *to, Register value, int64_t count) { _mm512_mask_storeu_ps(to, first(count), value); }
  static Register set(float value) { return _mm512_set1_ps(value); }
  static Register load_half(const uint16_t *from) { return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from))); }
  static void store_half(uint16_t *to, Register value) {
    _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), _mm512_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
  }
  static Register load_bytes(const int8_t *from) {
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from))));
  }
  static void store_bytes(int8_t *to, Register value) {
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(value)));
  }

  static Register add(Register a, Register b) { return _mm512_add_ps(a, b); }
  static Register subtract(Register a, Register b) { return _mm512_sub_ps(a, b); }
  static Register multiply(Register a, Register b) { return _mm512_mul_ps(a, b); }
  static Register divide(Register a, Register b) { return _mm512_div_ps(a, b); }
  static Register multiply_add(Register a, Register b, Register c) { return _mm512_fmadd_ps(a, b, c); }
  static Register sqrt(Register x) { return _mm512_sqrt_ps(x); }
  static Register maximum(Register a, Register b) { return _mm512_max_ps(a, b); }
  static Register minimum(Register a, Register b) { return _mm512_min_ps(a, b); }

  static Mask less(Register a, Register b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
  static Mask unordered(Register a) { return _mm512_cmp_ps_mask(a, a, _CMP_UNORD_Q); }
  static Mask first(int64_t count) { return static_cast<Mask>((1U << count) - 1U); }
  static Register choose(Mask mask, Register yes, Register no) { return _mm512_mask_blend_ps(mask, no, yes); }
  static Register absolute(Register x) { return _mm512_abs_ps(x); }
  static Register copy_sign(Register x, Register sign) {
    return _mm512_or_ps(_mm512_abs_ps(x), _mm512_and_ps(_mm512_set1_ps(-0.0F), sign));
  }
  static Register round(Register x) { return _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
  static Register scale(Register x, Register n) { return _mm512_scalef_ps(x, n); }

  static float sum(Register x) {
    const __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
  }
  static float largest(Register x) {
    const __m256 eight = _mm256_max_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
  }
};

}  // namespace
}  // namespace modelet::kernels
