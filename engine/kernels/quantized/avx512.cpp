#if defined(__x86_64__)
#include "kernels/quantized/avx512.h"

#include "kernels/quantized/activations.h"
#include "kernels/quantized/floating.h"

namespace modelet::kernels {
namespace {

struct Avx512Activations {
  using V = Avx512;
  static uint32_t largest_magnitude(const float *x) {
    const __m512i magnitude = _mm512_set1_epi32(0x7fffffff);
    const __m512i low = _mm512_and_si512(_mm512_castps_si512(V::load(x)), magnitude);
    const __m512i high = _mm512_and_si512(_mm512_castps_si512(V::load(x + 16)), magnitude);
    return static_cast<uint32_t>(_mm512_reduce_max_epi32(_mm512_max_epi32(low, high)));
  }
  static void store_bytes(int8_t *to, V::Register x) {
    _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm512_cvtepi32_epi8(_mm512_castps_si512(x)));
  }
};

// Eight pairs of products of 15 · 127 fit 16 bits.
struct Avx512Q4 : Avx512Nibbles {
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return _mm512_add_epi16(_mm512_add_epi16(sum, _mm512_maddubs_epi16(weights.first, first)),
                            _mm512_maddubs_epi16(weights.second, second));
  }
  static V::Register finish(Sum sum) { return _mm512_cvtepi32_ps(_mm512_madd_epi16(sum, _mm512_set1_epi16(1))); }
};

// Magnitudes of the weights, and activations with the weights' signs: a pair of products of 128 · 127 fits 16 bits.
struct Avx512Q8 : Avx512Format {
  static constexpr WeightFormat format = WeightFormat::q8;
  struct Step {
    __m512i magnitudes;
    __mmask64 negative;
  };
  struct Weights {
    Step first, second;
  };
  static Step load_step(const uint8_t *from) {
    const __m512i weights = _mm512_xor_si512(load_bytes(from), _mm512_set1_epi8(-128));
    return {_mm512_abs_epi8(weights), _mm512_movepi8_mask(weights)};
  }
  static Weights load(const uint8_t *from) { return {load_step(from), load_step(from + 64)}; }
  static __m512i multiply(const Step &step, Values x) {
    const __m512i turned = _mm512_mask_sub_epi8(x, step.negative, _mm512_setzero_si512(), x);
    return _mm512_madd_epi16(_mm512_maddubs_epi16(step.magnitudes, turned), _mm512_set1_epi16(1));
  }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return _mm512_add_epi32(_mm512_add_epi32(sum, multiply(weights.first, first)), multiply(weights.second, second));
  }
  static V::Register finish(Sum sum) { return _mm512_cvtepi32_ps(sum); }
};

struct Avx512Half {
  using V = Avx512;
  static V::Register load(const uint16_t *from) { return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from))); }
};
struct Avx512Bfloat {
  using V = Avx512;
  static V::Register load(const uint16_t *from) {
    const __m512i wide = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(from)));
    return _mm512_castsi512_ps(_mm512_slli_epi32(wide, 16));
  }
};

}  // namespace

void quantize_avx512(const PackedLinearArguments &arguments, const QuantizedRows &rows, int64_t first, int64_t last) {
  quantize_rows<Avx512Activations>(arguments, rows, first, last);
}
void quantized_avx512(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part) {
  quantized_part<Avx512Q8, Avx512Q4>(arguments, rows, part);
}
void floating_avx512(const PackedLinearArguments &arguments, const PackedPart &part) {
  floating_part<Avx512Half, Avx512Bfloat>(arguments, part);
}

}  // namespace modelet::kernels
#endif
