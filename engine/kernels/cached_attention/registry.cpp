#include "kernels/registry.h"

#include <limits>

#include "kernels/cached_attention/cached_attention.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<const CachedAttentionKernels *> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32, float16, q8", "blocks"}, &cached_attention_avx512},
    {{"avx2", Isa::avx2, "float32, float16, q8", "blocks"}, &cached_attention_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32, float16, q8", "blocks"}, &cached_attention_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32, float16, q8", "blocks"}, &cached_attention_simd128},
#endif
    {{"generic", Isa::generic, "float32, float16, q8", "blocks"}, &cached_attention_generic},
};
constexpr auto implementations = describe(entries);

constexpr int64_t ceiling(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

// How segments are cut into units. None of it changes a result.
struct Cut {
  explicit Cut(const CachedAttentionArguments &arguments)
      : group(arguments.heads / arguments.cache.kv_heads),
        most_rows(std::min(most_unit_rows, unit_floats / whole_panels(arguments.cache.head_dim))),
        heads(std::min(group, most_rows)),
        queries(most_rows / heads),
        parts(ceiling(group, heads)),
        head_units(arguments.cache.kv_heads * parts) {}

  int64_t group;      // heads that share a key head
  int64_t most_rows;  // of a unit
  int64_t heads, queries;
  int64_t parts;       // of a group
  int64_t head_units;  // units that stand at the same queries

  int64_t units(const CachedSegment &segment) const { return ceiling(segment.rows, queries) * head_units; }

  AttentionUnit unit(const CachedSegment &segment, int64_t index) const {
    const int64_t query = index / head_units * queries, part = index % head_units;
    const int64_t start = part % parts * heads;
    return {&segment, part / parts * group + start, std::min(heads, group - start), query, std::min(queries, segment.rows - query)};
  }
};

// One unit at work, on its thread's stack.
class UnitTask {
 public:
  UnitTask(const CachedAttentionKernels &kernels, const CachedAttentionArguments &arguments, const AttentionUnit &unit)
      : kernels_(kernels), arguments_(arguments), unit_(unit) {}

  // Spans are computed as many at once as there is memory for, on the threads of `context`, and folded in their order.
  void run(const Context &context) {
    kernels_.load(arguments_, unit_, queries_);
    const PartialResult total = partial(total_, 0);
    clear(total);
    const int64_t from = visible(unit_.first_query).first / span_tokens;
    const int64_t to = ceiling(visible(unit_.first_query + unit_.queries - 1).last, span_tokens);
    for (int64_t first = from; first < to && !cancelled(context); first += slots()) {
      const int64_t count = std::min(slots(), to - first);
      parallel(context, count, [&](int64_t slot) { kernels_.attend(arguments_, unit_, queries_, first + slot, partial(slots_, slot)); });
      for (int64_t slot = 0; slot < count; ++slot) kernels_.fold(rows_, arguments_.cache.head_dim, total, partial(slots_, slot));
    }
    kernels_.finish(arguments_, unit_, total);
  }

 private:
  static constexpr int64_t floats = unit_floats + 2 * most_unit_rows;

  Visible visible(int64_t query) const { return visible_positions(*unit_.segment, arguments_.window, query); }
  int64_t values() const { return rows_ * whole_panels(arguments_.cache.head_dim); }
  int64_t slots() const { return floats / (values() + 2 * rows_); }
  PartialResult partial(float *memory, int64_t slot) const {
    float *of_values = memory + slot * values(), *scalars = memory + floats - (slot + 1) * 2 * rows_;
    return {scalars, scalars + rows_, of_values};
  }
  void clear(const PartialResult &result) const {
    std::fill_n(result.maxima, rows_, -std::numeric_limits<float>::infinity());
    std::fill_n(result.sums, rows_, 0.0F);
    std::fill_n(result.values, values(), 0.0F);
  }

  const CachedAttentionKernels &kernels_;
  const CachedAttentionArguments &arguments_;
  const AttentionUnit &unit_;
  const int64_t rows_ = unit_.queries * unit_.heads;
  alignas(64) float queries_[unit_floats];
  alignas(64) float total_[floats];
  alignas(64) float slots_[floats];
};

// body(unit) for the units [first, last) of all segments.
template <typename Body>
void for_units(const CachedAttentionArguments &arguments, const Cut &cut, int64_t first, int64_t last, const Body &body) {
  for (const CachedSegment &segment : arguments.segments) {
    const int64_t count = cut.units(segment);
    for (int64_t index = std::max<int64_t>(first, 0); index < std::min(last, count); ++index) body(cut.unit(segment, index));
    first -= count;
    last -= count;
  }
}

// Keys that the rows of a segment see, about.
int64_t count_pairs(const CachedSegment &segment, int64_t window) {
  const int64_t keys = segment.mask == Mask::causal ? segment.position + (segment.rows + 1) / 2 : segment.rows;
  return segment.rows * (window == 0 ? keys : std::min(keys, 2 * window));
}

}  // namespace

const Family cached_attention_family{"cached_attention", implementations};

void cached_attention(const Context &context, const CachedAttentionArguments &arguments) {
  const CachedAttentionKernels &kernels = *choose(entries, context.isa);
  const Cut cut(arguments);
  int64_t units = 0, operations = 0;
  for (const CachedSegment &segment : arguments.segments) {
    units += cut.units(segment);
    operations += 4 * count_pairs(segment, arguments.window) * arguments.cache.head_dim * arguments.heads;
  }
  if (units == 0) return;
  // Threads that no unit is left for share the spans of others.
  const bool alone = units >= 4 * concurrency(context) || operations / units < operations_per_task / 2;
  const Context inside{alone ? nullptr : context.host, context.isa, context.cancelled};
  split(context, units, operations / units, [&](int64_t first, int64_t last) {
    for_units(arguments, cut, first, last, [&](const AttentionUnit &unit) {
      if (!cancelled(context)) UnitTask(kernels, arguments, unit).run(inside);
    });
  });
}

}  // namespace modelet::kernels
