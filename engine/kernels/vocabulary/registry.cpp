#include "kernels/registry.h"

#include <algorithm>

#include "kernels/vocabulary/vocabulary.h"

namespace modelet::kernels {
namespace {

constexpr Entry<const VocabularyKernels *> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, &vocabulary_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, &vocabulary_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, &vocabulary_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "rows"}, &vocabulary_simd128},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, &vocabulary_generic},
};
constexpr auto implementations = describe(entries);

// Summed in float32; blocks are added in double precision.
constexpr int64_t block = 1024;

}  // namespace

const Family vocabulary_family{"vocabulary", implementations};

LogitRange scan_logits(const Context &context, const float *x, int64_t count) {
  return choose(entries, context.isa)->scan(x, count);
}

double exponentials(const Context &context, const float *x, float base, float *y, int64_t count) {
  const VocabularyKernels &kernels = *choose(entries, context.isa);
  double total = 0;
  for (int64_t first = 0; first < count; first += block) {
    total += static_cast<double>(kernels.exponentials(x + first, base, y + first, std::min(block, count - first)));
  }
  return total;
}

}  // namespace modelet::kernels
