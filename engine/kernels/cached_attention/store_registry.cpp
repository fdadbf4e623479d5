#include "kernels/cached_attention/cached_attention.h"
#include "kernels/cached_segments.h"
#include "kernels/registry.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<StoreFunction> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32, float16, q8", "blocks"}, store_keys_values_avx512},
    {{"avx2", Isa::avx2, "float32, float16, q8", "blocks"}, store_keys_values_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32, float16, q8", "blocks"}, store_keys_values_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32, float16, q8", "blocks"}, store_keys_values_simd128},
#endif
    {{"generic", Isa::generic, "float32, float16, q8", "blocks"}, store_keys_values_generic},
};
constexpr auto implementations = describe(entries);

}  // namespace

const Family store_keys_values_family{"store_keys_values", implementations};

uint64_t cache_block_bytes(CacheFormat format, int64_t kv_heads, int64_t head_dim) {
  return static_cast<uint64_t>(kv_heads * head_layout(format, head_dim).bytes);
}

void store_keys_values(const Context &context, const StoreArguments &arguments) {
  const StoreFunction run = choose(entries, context.isa);
  const int64_t rows = count_rows(arguments.segments);
  if (rows == 0) return;
  const int64_t cost = 16 * arguments.cache.kv_heads * arguments.cache.head_dim;
  split(context, rows, cost, [&](int64_t first, int64_t last) {
    for_segment_rows(arguments.segments, first, last,
                     [&](const CachedSegment &segment, int64_t from, int64_t to) { run(arguments, segment, from, to); });
  });
}

}  // namespace modelet::kernels
