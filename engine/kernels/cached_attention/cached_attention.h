// Inside the families `store_keys_values` and `cached_attention`: what an instruction set implements.
#pragma once

#include <cstdint>

#include "kernels/cached_attention/layout.h"
#include "kernels/language.h"

namespace modelet::kernels {

// Positions of one softmax. A query's result is that of each span it sees, folded together from the first to the last; spans are counted
// from position 0.
inline constexpr int64_t span_tokens = 256;

// Some heads that share a key head, and some queries of one segment, counted from its first row. Row r of the unit is query
// first_query + r / heads and head first_head + r % heads.
struct AttentionUnit {
  const CachedSegment *segment;
  int64_t first_head, heads;
  int64_t first_query, queries;
};

inline constexpr int64_t most_unit_rows = 64;
inline constexpr int64_t unit_floats = 8 * maximum_head_dim;  // rows times padded(head_dim)

// Weights e^(score - maximum) of some keys: their maximum and sum, and the values they weigh. No keys: a sum of 0.
struct PartialResult {
  float *maxima, *sums;  // [rows]
  float *values;         // [rows, padded(head_dim)]
};

// In a namespace of each file's own, as all that is shared with the files of one instruction set.
namespace {

// Positions [first, last).
struct Visible {
  int64_t first, last;

  constexpr bool empty() const { return first >= last; }
  constexpr bool operator==(const Visible &) const = default;
};

constexpr Visible intersect(Visible a, Visible b) {
  return {a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last};
}

// What a query of the segment sees.
constexpr Visible visible_positions(const CachedSegment &segment, int64_t window, int64_t query) {
  const int64_t position = segment.position + query;
  const Visible all{0, segment.mask == Mask::causal ? position + 1 : segment.rows};
  return window == 0 ? all : intersect(all, {position - window + 1, position + window});
}

}  // namespace

struct CachedAttentionKernels {
  // The unit's queries, times the scale: [rows, head_dim].
  void (*load)(const CachedAttentionArguments &arguments, const AttentionUnit &unit, float *queries);
  // What the unit's rows, queries * heads, see of the span [span * span_tokens, …).
  void (*attend)(const CachedAttentionArguments &arguments, const AttentionUnit &unit, const float *queries, int64_t span,
                 const PartialResult &result);
  // total = total and what follows it.
  void (*fold)(int64_t rows, int64_t head_dim, const PartialResult &total, const PartialResult &next);
  // y of the unit.
  void (*finish)(const CachedAttentionArguments &arguments, const AttentionUnit &unit, const PartialResult &total);
};

extern const CachedAttentionKernels cached_attention_generic, cached_attention_neon, cached_attention_simd128, cached_attention_avx2,
    cached_attention_avx512;

// Rows [first, last) of a segment, counted from its first.
using StoreFunction = void (*)(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);

void store_keys_values_generic(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void store_keys_values_neon(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void store_keys_values_simd128(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void store_keys_values_avx2(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);
void store_keys_values_avx512(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last);

}  // namespace modelet::kernels
