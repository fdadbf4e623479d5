// What the AVX-512 files of `packed_linear` share.
#pragma once

#include "kernels/simd/avx512.h"

#include <cstring>

#include "kernels/quantized/kernel.h"

namespace modelet::kernels {
namespace {

inline __m512i load_bytes(const uint8_t *from) {
  return _mm512_loadu_si512(from);
}

struct Avx512Format {
  using V = Avx512;
  static constexpr int lines = 8, vectors = 2;
  using Values = __m512i;
  using Sum = __m512i;
  static Values spread(const int8_t *x) {
    int32_t four;
    std::memcpy(&four, x, sizeof(four));
    return _mm512_set1_epi32(four);
  }
  static Sum start(const int32_t *) { return _mm512_setzero_si512(); }
  static V::Register factors(const uint8_t *from) { return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from))); }
};

// A pair of steps of 4 bits.
struct Avx512Nibbles : Avx512Format {
  static constexpr WeightFormat format = WeightFormat::q4;
  struct Weights {
    __m512i first, second;
  };
  static Weights load(const uint8_t *from) {
    const __m512i bytes = load_bytes(from), low = _mm512_set1_epi8(15);
    return {_mm512_and_si512(bytes, low), _mm512_and_si512(_mm512_srli_epi16(bytes, 4), low)};
  }
};

}  // namespace
}  // namespace modelet::kernels
