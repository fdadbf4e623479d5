#if defined(__x86_64__)
#include "kernels/simd/avx2.h"

#include <cstring>

#include "kernels/quantized/activations.h"
#include "kernels/quantized/floating.h"
#include "kernels/quantized/kernel.h"

namespace modelet::kernels {
namespace {

struct Avx2Activations {
  using V = Avx2;
  static uint32_t largest_magnitude(const float *x) {
    const __m256i magnitude = _mm256_set1_epi32(0x7fffffff);
    __m256i most = _mm256_setzero_si256();
    for (int64_t k = 0; k < group_width; k += 8) {
      most = _mm256_max_epi32(most, _mm256_and_si256(_mm256_castps_si256(V::load(x + k)), magnitude));
    }
    __m128i four = _mm_max_epi32(_mm256_castsi256_si128(most), _mm256_extracti128_si256(most, 1));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0x4e));
    four = _mm_max_epi32(four, _mm_shuffle_epi32(four, 0xb1));
    return static_cast<uint32_t>(_mm_cvtsi128_si32(four));
  }
  static void store_bytes(int8_t *to, V::Register x) {
    const __m256i low = _mm256_shuffle_epi8(_mm256_castps_si256(x), _mm256_set1_epi32(0x0c080400));
    _mm_storel_epi64(reinterpret_cast<__m128i *>(to), _mm_unpacklo_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1)));
  }
};

inline __m256i load_bytes(const uint8_t *from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
}

struct Avx2Format {
  using V = Avx2;
  static constexpr int lines = 4, vectors = 2;
  using Values = __m256i;
  using Sum = __m256i;
  static Values spread(const int8_t *x) {
    int32_t four;
    std::memcpy(&four, x, sizeof(four));
    return _mm256_set1_epi32(four);
  }
  static Sum start(const int32_t *) { return _mm256_setzero_si256(); }
  static V::Register factors(const uint8_t *from) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from))); }
};

// Eight pairs of products of 15 · 127 fit 16 bits.
struct Avx2Q4 : Avx2Format {
  static constexpr WeightFormat format = WeightFormat::q4;
  struct Weights {
    __m256i first, second;
  };
  static Weights load(const uint8_t *from) {
    const __m256i bytes = load_bytes(from), low = _mm256_set1_epi8(15);
    return {_mm256_and_si256(bytes, low), _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low)};
  }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return _mm256_add_epi16(_mm256_add_epi16(sum, _mm256_maddubs_epi16(weights.first, first)),
                            _mm256_maddubs_epi16(weights.second, second));
  }
  static V::Register finish(Sum sum) { return _mm256_cvtepi32_ps(_mm256_madd_epi16(sum, _mm256_set1_epi16(1))); }
};

// Magnitudes of the weights, and activations with the weights' signs: a pair of products of 128 · 127 fits 16 bits.
struct Avx2Q8 : Avx2Format {
  static constexpr int lines = 4;
  static constexpr WeightFormat format = WeightFormat::q8;
  struct Weights {
    __m256i first, second;
  };
  static Weights load(const uint8_t *from) {
    const __m256i offset = _mm256_set1_epi8(-128);
    return {_mm256_xor_si256(load_bytes(from), offset), _mm256_xor_si256(load_bytes(from + 64), offset)};
  }
  static __m256i multiply(__m256i weights, Values x) {
    const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(weights), _mm256_sign_epi8(x, weights));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
  }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return _mm256_add_epi32(_mm256_add_epi32(sum, multiply(weights.first, first)), multiply(weights.second, second));
  }
  static V::Register finish(Sum sum) { return _mm256_cvtepi32_ps(sum); }
};

struct Avx2Half {
  using V = Avx2;
  static V::Register load(const uint16_t *from) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from))); }
};
struct Avx2Bfloat {
  using V = Avx2;
  static V::Register load(const uint16_t *from) {
    const __m256i wide = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(from)));
    return _mm256_castsi256_ps(_mm256_slli_epi32(wide, 16));
  }
};

}  // namespace

void quantize_avx2(const PackedLinearArguments &arguments, const QuantizedRows &rows, int64_t first, int64_t last) {
  quantize_rows<Avx2Activations>(arguments, rows, first, last);
}
void quantized_avx2(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part) {
  quantized_part<Avx2Q8, Avx2Q4>(arguments, rows, part);
}
void floating_avx2(const PackedLinearArguments &arguments, const PackedPart &part) {
  floating_part<Avx2Half, Avx2Bfloat>(arguments, part);
}

}  // namespace modelet::kernels
#endif
