#if defined(__aarch64__)
#include "kernels/quantized/neon.h"

namespace modelet::kernels {
namespace {

// One instruction adds four products of bytes. Spelled out: files of this target are compiled for processors without it, and a function
// that may use it could not be inlined into a template that may not. Only what quantized_neon_dot calls may use this.
inline int32x4_t add_products(int32x4_t sum, int8x16_t weights, int8x16_t x) {
  __asm__(".arch_extension dotprod\n\tsdot %0.4s, %1.16b, %2.16b" : "+w"(sum) : "w"(weights), "w"(x));
  return sum;
}

template <typename Format>
struct Dot : Format {
  using typename Format::V;
  using typename Format::Values;
  using typename Format::Weights;
  static constexpr int lines = 4;
  using Sum = int32x4_t;
  static Sum start(const int32_t *) { return vdupq_n_s32(0); }
  static Sum step(Sum sum, const Weights &weights, Values first, Values second) {
    return add_products(add_products(sum, weights.first, first), weights.second, second);
  }
  static typename V::Register finish(Sum sum) { return reinterpret_cast<typename V::Register>(vcvtq_f32_s32(sum)); }
};

}  // namespace

void quantized_neon_dot(const PackedLinearArguments &arguments, const QuantizedRows &rows, const PackedPart &part) {
  quantized_part<Dot<NeonBytes>, Dot<NeonNibbles>>(arguments, rows, part);
}

}  // namespace modelet::kernels
#endif
