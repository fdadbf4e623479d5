#include "kernels/registry.h"
#include "kernels/cached_segments.h"
#include "kernels/rotate/rotate.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<RotateFunction> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "halves"}, rotate_avx512},
    {{"avx2", Isa::avx2, "float32", "halves"}, rotate_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "halves"}, rotate_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "halves"}, rotate_simd128},
#endif
    {{"generic", Isa::generic, "float32", "halves"}, rotate_generic},
};
constexpr auto implementations = describe(entries);

}  // namespace

const Family rotate_family{"rotate", implementations};

void rotate(const Context &context, const RotaryArguments &arguments) {
  const RotateFunction run = choose(entries, context.isa);
  const int64_t rows = count_rows(arguments.segments);
  if (rows == 0) return;
  const int64_t cost = arguments.rotary_dim * (4 * arguments.heads + 32);
  split(context, rows, cost, [&](int64_t first, int64_t last) {
    for_segment_rows(arguments.segments, first, last,
                     [&](const CachedSegment &segment, int64_t from, int64_t to) { run(arguments, segment, from, to); });
  });
}

}  // namespace modelet::kernels
