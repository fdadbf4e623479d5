#include "kernels/registry.h"
#include "kernels/attention/attention.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<AttentionFunction> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, attention_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, attention_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, attention_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "rows"}, attention_simd128},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, attention_generic},
};
constexpr auto implementations = describe(entries);

constexpr int64_t parts_of(const Segment &segment) {
  return (segment.rows + queries_per_part - 1) / queries_per_part;
}

// Calls body(part) for the parts [first, last) of all segments, heads within each.
template <typename Body>
void for_parts(const AttentionArguments &arguments, int64_t first, int64_t last, const Body &body) {
  int64_t start = 0;
  for (const Segment &segment : arguments.segments) {
    const int64_t count = parts_of(segment) * arguments.heads;
    for (int64_t index = std::max(first, start); index < std::min(last, start + count); ++index) {
      const int64_t query = (index - start) / arguments.heads * queries_per_part;
      body(AttentionPart{segment, (index - start) % arguments.heads, query, std::min(query + queries_per_part, segment.rows)});
    }
    start += count;
    if (start >= last) return;
  }
}

}  // namespace

const Family attention_family{"attention", implementations};

void attention(const Context &context, const AttentionArguments &arguments) {
  const AttentionFunction run = choose(entries, context.isa);
  int64_t parts = 0, operations = 0;
  for (const Segment &segment : arguments.segments) {
    parts += parts_of(segment) * arguments.heads;
    operations += 4 * segment.rows * segment.valid * arguments.head_dim * arguments.heads;
  }
  if (parts == 0) return;
  split(context, parts, operations / parts, [&](int64_t first, int64_t last) {
    for_parts(arguments, first, last, [&](const AttentionPart &part) {
      if (!cancelled(context)) run(arguments, part);
    });
  });
}

}  // namespace modelet::kernels
