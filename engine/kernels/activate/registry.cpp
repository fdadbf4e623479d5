#include "kernels/registry.h"
#include "kernels/activate/activate.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<ActivateFunction> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, activate_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, activate_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, activate_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "rows"}, activate_simd128},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, activate_generic},
};
constexpr auto implementations = describe(entries);

}  // namespace

const Family activate_family{"activate", implementations};

void activate(const Context &context, Activation activation, const float *x, float *y, int64_t elements) {
  if (elements <= 0) return;
  const ActivateFunction run = choose(entries, context.isa);
  constexpr int64_t block = 1024;  // elements; whole blocks to a task
  split(context, (elements + block - 1) / block, 32 * block, [&](int64_t first, int64_t last) {
    run(activation, x + first * block, y + first * block, std::min(last * block, elements) - first * block);
  });
}

}  // namespace modelet::kernels
