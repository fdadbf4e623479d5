#include "kernels/registry.h"
#include "kernels/gated_activation/gated_activation.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<GatedActivationFunction> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, gated_activation_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, gated_activation_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, gated_activation_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "rows"}, gated_activation_simd128},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, gated_activation_generic},
};
constexpr auto implementations = describe(entries);

// Elements of a row that are worth a task; whole vectors.
constexpr int64_t block = 1024;

}  // namespace

const Family gated_activation_family{"gated_activation", implementations};

void gated_activation(const Context &context, Activation activation, const float *gate_up, float *y, int64_t rows, int64_t width) {
  if (rows <= 0 || width <= 0) return;
  const GatedActivationFunction run = choose(entries, context.isa);
  const int64_t blocks = (width + block - 1) / block;
  split(context, rows * blocks, 32 * std::min(block, width), [&](int64_t first, int64_t last) {
    for (int64_t index = first; index < last; ++index) {
      const int64_t row = index / blocks, place = index % blocks * block;
      const float *gate = gate_up + row * 2 * width + place;
      run(activation, gate, gate + width, y + row * width + place, std::min(block, width - place));
    }
  });
}

}  // namespace modelet::kernels
