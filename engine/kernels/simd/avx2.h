// Eight floats on x86-64 with AVX2 and FMA. Include only from files compiled for x86-64-v3.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace modelet::kernels {
namespace {

struct Avx2 {
  using Register = __m256;
  using Mask = __m256;
  static constexpr int64_t width = 8;
  static constexpr int block_rows = 6;
  static constexpr int block_vectors = 2;

  static Register load(const float *from) { return _mm256_loadu_ps(from); }
  static void store(float *to, Register value) { _mm256_storeu_ps(to, value); }
  static Register load_part(const float *from, int64_t count) { return _mm256_maskload_ps(from, lanes(count)); }
  static void store_part(float *to, Register value, int64_t count) { _mm256_maskstore_ps(to, lanes(count), value); }
  static Register set(float value) { return _mm256_set1_ps(value); }
  static Register load_half(const uint16_t *from) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from))); }
  static void store_half(uint16_t *to, Register value) {
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm256_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
  }
  static Register load_bytes(const int8_t *from) {
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(from))));
  }
  static void store_bytes(int8_t *to, Register value) {
    const __m256i whole = _mm256_cvtps_epi32(value);
    const __m128i words = _mm_packs_epi32(_mm256_castsi256_si128(whole), _mm256_extracti128_si256(whole, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i *>(to), _mm_packs_epi16(words, words));
  }

  static Register add(Register a, Register b) { return _mm256_add_ps(a, b); }
  static Register subtract(Register a, Register b) { return _mm256_sub_ps(a, b); }
  static Register multiply(Register a, Register b) { return _mm256_mul_ps(a, b); }
  static Register divide(Register a, Register b) { return _mm256_div_ps(a, b); }
  static Register multiply_add(Register a, Register b, Register c) { return _mm256_fmadd_ps(a, b, c); }
  static Register sqrt(Register x) { return _mm256_sqrt_ps(x); }
  static Register maximum(Register a, Register b) { return _mm256_max_ps(a, b); }
  static Register minimum(Register a, Register b) { return _mm256_min_ps(a, b); }

  static Mask less(Register a, Register b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
  static Mask unordered(Register a) { return _mm256_cmp_ps(a, a, _CMP_UNORD_Q); }
  static Mask first(int64_t count) { return _mm256_castsi256_ps(lanes(count)); }
  static Register choose(Mask mask, Register yes, Register no) { return _mm256_blendv_ps(no, yes, mask); }
  static Register absolute(Register x) { return _mm256_andnot_ps(sign_bit(), x); }
  static Register copy_sign(Register x, Register sign) {
    return _mm256_or_ps(_mm256_andnot_ps(sign_bit(), x), _mm256_and_ps(sign_bit(), sign));
  }
  static Register round(Register x) { return _mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
  static Register scale(Register x, Register n) {
    const __m256i whole = _mm256_cvtps_epi32(n);
    const __m256i half = _mm256_srai_epi32(whole, 1);
    return _mm256_mul_ps(_mm256_mul_ps(x, power_of_two(half)), power_of_two(_mm256_sub_epi32(whole, half)));
  }

  static float sum(Register x) {
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
  }
  static float largest(Register x) {
    __m128 four = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    four = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(four, _mm_movehdup_ps(four)));
  }

 private:
  static __m256i lanes(int64_t count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  }
  static Register sign_bit() { return _mm256_set1_ps(-0.0F); }
  static Register power_of_two(__m256i n) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(n, _mm256_set1_epi32(127)), 23));
  }
};

}  // namespace
}  // namespace modelet::kernels
