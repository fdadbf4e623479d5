#if defined(__x86_64__)
#include "kernels/quantized/avx512.h"

namespace modelet::kernels {
namespace {

// One instruction adds four products of unsigned weights and signed activations.
inline __m512i add_products(__m512i sum, __m512i weights, __m512i x) {
  return _mm512_dpbusd_epi32(sum, weights, x);
}

struct VnniQ4 : Avx512Nibbles {
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return add_products(add_products(sum, weights.first, first), weights.second, second);
  }
  static V::Register finish(Sum sum) { return _mm512_cvtepi32_ps(sum); }
};

// The weights' offset of 128 is taken off beforehand, times the sum of the activations.
struct VnniQ8 : Avx512Format {
  static constexpr WeightFormat format = WeightFormat::q8;
  struct Weights {
    __m512i first, second;
  };
  static Weights load(const uint8_t *from) { return {load_bytes(from), load_bytes(from + 64)}; }
  static Sum start(const int32_t *sum) { return _mm512_set1_epi32(-128 * *sum); }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return add_products(add_products(sum, weights.first, first), weights.second, second);
  }
  static V::Register finish(Sum sum) { return _mm512_cvtepi32_ps(sum); }
};

}  // namespace

void quantized_avx512vnni(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part) {
  quantized_part<VnniQ8, VnniQ4>(arguments, rows, part);
}

}  // namespace modelet::kernels
#endif
