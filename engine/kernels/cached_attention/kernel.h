// The family `cached_attention`, written over a vector type.
//
// A few rows at a time: the scores of a span's keys are made as a matrix product with the transposed keys of each block, turned into
// weights against their maximum, and multiplied with the values. Every score and every sum of values is one chain of multiply-adds in
// rising order, over exactly what the row sees, so that neither the rows beside it nor what else stands in a block matters.
#pragma once

#include <cstring>
#include <limits>

#include "kernels/cached_attention/cached_attention.h"
#include "kernels/cached_attention/store.h"
#include "kernels/simd/math.h"
#include "kernels/simd/product.h"

namespace modelet::kernels {
namespace {

inline constexpr float nothing = -std::numeric_limits<float>::infinity();

// Rows of a product at once, and how many of them leave registers for 32 columns beside them instead of 16.
template <typename V>
inline constexpr int tile_rows = V::block_rows < 6 ? V::block_rows : 6;
template <typename V>
inline constexpr int wide_rows = V::width == 16 ? tile_rows<V> : V::block_rows / 2;
inline constexpr int64_t wide_columns = 32;

// sums += a · b for `rows` rows, at most tile_rows, and `width` columns, a multiple of 16.
template <typename V, typename Element>
inline void multiply_onto(int64_t rows, const float *a, int64_t a_stride, ColumnsOf<Element> b, int64_t width, int64_t depth, float *sums,
                          int64_t sums_stride) {
  int64_t column = 0;
  if (rows <= wide_rows<V>) {
    for (; column + wide_columns <= width; column += wide_columns) {
      multiply_rows<V, wide_rows<V>, wide_columns / V::width, true>(rows, a, a_stride, ColumnsOf<Element>{b.data + column, b.step, b.panel},
                                                                    depth, sums + column, sums_stride);
    }
  }
  for (; column < width; column += panel_width) {
    multiply_rows<V, tile_rows<V>, panel_width / V::width, true>(rows, a, a_stride, ColumnsOf<Element>{b.data + column, b.step, b.panel},
                                                                 depth, sums + column, sums_stride);
  }
}

template <typename V>
inline float exponential_of(float x) {
  alignas(64) float lanes[V::width];
  V::store(lanes, exponential<V>(V::set(x)));
  return lanes[0];
}

inline int64_t unit_rows(const AttentionUnit &unit) {
  return unit.queries * unit.heads;
}

template <typename V, typename Element>
struct SpanTask {
  using Register = typename V::Register;

  const CachedAttentionArguments &arguments;
  const AttentionUnit &unit;
  const float *queries;
  int64_t start;  // the span's first position
  PartialResult result;
  int64_t head_dim = arguments.cache.head_dim;
  int64_t width = whole_panels(head_dim);
  int64_t kv_head = unit.first_head / (arguments.heads / arguments.cache.kv_heads);

  // Tiles of nearly equal height.
  void run() const {
    const int64_t rows = unit_rows(unit), tiles = (rows + tile_rows<V> - 1) / tile_rows<V>;
    for (int64_t tile = 0; tile < tiles; ++tile) {
      const int64_t first = rows * tile / tiles;
      attend(first, rows * (tile + 1) / tiles - first);
    }
  }

  // What a row of the unit sees, counted from the span's first position.
  Visible visible(int64_t row) const {
    const Visible all = visible_positions(*unit.segment, arguments.window, unit.first_query + row / unit.heads);
    return intersect({all.first - start, all.last - start}, {0, span_tokens});
  }

  HeadBlock<Element> block(int64_t index) const {
    const auto place = static_cast<std::size_t>(start / cache_block_tokens + index);
    return head_block<Element>(arguments.cache, unit.segment->blocks[place], kv_head);
  }

  void attend(int64_t first_row, int64_t rows) const {
    Visible seen[tile_rows<V>], all{span_tokens, 0};
    for (int64_t row = 0; row < rows; ++row) {
      seen[row] = visible(first_row + row);
      if (seen[row].empty()) continue;
      all = {seen[row].first < all.first ? seen[row].first : all.first, seen[row].last > all.last ? seen[row].last : all.last};
    }
    alignas(64) float scores[tile_rows<V> * span_tokens];
    const int64_t from = all.first / cache_block_tokens, to = (all.last + cache_block_tokens - 1) / cache_block_tokens;
    for (int64_t index = from; index < to; ++index) {
      index + 1 < to ? fetch(block(index + 1).keys) : fetch(block(from).values);
      score(index, first_row, rows, scores + index * cache_block_tokens);
    }
    for (int64_t row = 0; row < rows; ++row) weigh(seen[row], scores + row * span_tokens, first_row + row);
    std::memset(result.values + first_row * width, 0, static_cast<std::size_t>(rows * width) * sizeof(float));
    for (int64_t index = from; index < to; ++index) {
      if (index + 1 < to) fetch(block(index + 1).values);
      blend(index, first_row, rows, seen, scores + index * cache_block_tokens);
    }
  }

  // Asks for a block's keys or values ahead: blocks lie apart, where the processor does not guess them. Many queries find them in the
  // cache.
  void fetch(const Element *elements) const {
    if (unit.queries > 1) return;
    const auto *bytes = reinterpret_cast<const char *>(elements);
    const int64_t count = cache_block_tokens * head_dim * static_cast<int64_t>(sizeof(Element));
    for (int64_t place = 0; place < count; place += 64) __builtin_prefetch(bytes + place);
  }

  // scores [rows, 32] of one block, row stride span_tokens.
  void score(int64_t index, int64_t first_row, int64_t rows, float *scores) const {
    const HeadBlock<Element> keys = block(index);
    for (int64_t row = 0; row < rows; ++row) std::memset(scores + row * span_tokens, 0, cache_block_tokens * sizeof(float));
    multiply_onto<V>(rows, queries + first_row * head_dim, head_dim, ColumnsOf<Element>{keys.keys, cache_block_tokens, panel_width},
                     cache_block_tokens, head_dim, scores, span_tokens);
    if constexpr (sizeof(Element) == 1) scale_scores(rows, scores, keys.scales);
  }

  // Times one factor a position.
  void scale_scores(int64_t rows, float *scores, const float *factors) const {
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t key = 0; key < cache_block_tokens; key += V::width) {
        float *to = scores + row * span_tokens + key;
        V::store(to, V::multiply(V::load(to), V::load(factors + key)));
      }
    }
  }

  Register capped(Register score) const {
    if (arguments.softcap == 0.0F) return score;
    return V::multiply(V::set(arguments.softcap), hyperbolic_tangent<V>(V::divide(score, V::set(arguments.softcap))));
  }

  // Scores to weights e^(score - maximum) of the keys that are seen, whole vectors of them; leaves maximum and sum in the result.
  void weigh(Visible seen, float *scores, int64_t row) const {
    result.maxima[row] = nothing;
    result.sums[row] = 0.0F;
    if (seen.empty()) return;
    const int64_t from = seen.first / V::width * V::width, to = (seen.last + V::width - 1) / V::width * V::width;
    Register top = V::set(nothing);
    for (int64_t key = from; key < to; key += V::width) V::store(scores + key, capped(V::load(scores + key)));
    for (int64_t key = from; key < seen.first; ++key) scores[key] = nothing;
    for (int64_t key = seen.last; key < to; ++key) scores[key] = nothing;
    for (int64_t key = from; key < to; key += V::width) top = V::maximum(V::load(scores + key), top);
    const float highest = V::largest(top);
    const Register base = V::set(highest == nothing ? 0.0F : highest);
    Register total = V::set(0.0F);
    for (int64_t key = from; key < to; key += V::width) {
      const Register weight = exponential<V>(V::subtract(V::load(scores + key), base));
      V::store(scores + key, weight);
      total = V::add(total, weight);
    }
    result.maxima[row] = highest;
    result.sums[row] = V::sum(total);
  }

  // values += weights · values of one block, for the part of it that each row sees; rows that see the same part at once.
  void blend(int64_t index, int64_t first_row, int64_t rows, const Visible *seen, float *weights) const {
    const HeadBlock<Element> values = block(index);
    if constexpr (sizeof(Element) == 1) scale_scores(rows, weights, values.scales + cache_block_tokens);
    const int64_t before = index * cache_block_tokens;
    auto part = [&](int64_t row) { return intersect({seen[row].first - before, seen[row].last - before}, {0, cache_block_tokens}); };
    for (int64_t row = 0; row < rows;) {
      const Visible keys = part(row);
      int64_t next = row + 1;
      while (next < rows && part(next) == keys) ++next;
      if (!keys.empty()) {
        multiply_onto<V>(next - row, weights + row * span_tokens + keys.first, span_tokens,
                         ColumnsOf<Element>{values.values + keys.first * width, width, panel_width}, width, keys.last - keys.first,
                         result.values + (first_row + row) * width, width);
      }
      row = next;
    }
  }
};

template <typename V>
struct AttendSpan {
  const CachedAttentionArguments &arguments;
  const AttentionUnit &unit;
  const float *queries;
  int64_t span;
  const PartialResult &result;

  template <typename Element>
  void run() const {
    SpanTask<V, Element>{arguments, unit, queries, span * span_tokens, result}.run();
  }
};

template <typename V>
inline void attend_span(const CachedAttentionArguments &arguments, const AttentionUnit &unit, const float *queries, int64_t span,
                        const PartialResult &result) {
  with_elements(arguments.cache.format, AttendSpan<V>{arguments, unit, queries, span, result});
}

// Where a row's head stands in a matrix of heads.
inline int64_t head_place(const CachedAttentionArguments &arguments, const AttentionUnit &unit, int64_t row, int64_t stride) {
  const int64_t query = unit.segment->first + unit.first_query + row / unit.heads;
  return query * stride + (unit.first_head + row % unit.heads) * arguments.cache.head_dim;
}

template <typename V>
inline void load_queries(const CachedAttentionArguments &arguments, const AttentionUnit &unit, float *queries) {
  const int64_t head_dim = arguments.cache.head_dim;
  for (int64_t row = 0; row < unit_rows(unit); ++row) {
    const float *from = arguments.q + head_place(arguments, unit, row, arguments.q_stride);
    for_each<V>(head_dim, queries + row * head_dim, [&](auto at) { return V::multiply(at(from), V::set(arguments.scale)); });
  }
}

// a = a · factor + b · other, for whole vectors.
template <typename V>
inline void combine(float *a, float factor, const float *b, float other, int64_t width) {
  for (int64_t place = 0; place < width; place += V::width) {
    V::store(a + place, V::multiply_add(V::load(b + place), V::set(other), V::multiply(V::load(a + place), V::set(factor))));
  }
}

template <typename V>
inline void fold_results(int64_t rows, int64_t head_dim, const PartialResult &total, const PartialResult &next) {
  const int64_t width = whole_panels(head_dim);
  for (int64_t row = 0; row < rows; ++row) {
    if (next.sums[row] == 0.0F) continue;
    float *to = total.values + row * width;
    const float *from = next.values + row * width;
    if (total.sums[row] == 0.0F) {
      std::memcpy(to, from, static_cast<std::size_t>(width) * sizeof(float));
      total.maxima[row] = next.maxima[row];
      total.sums[row] = next.sums[row];
      continue;
    }
    const float maximum = total.maxima[row] > next.maxima[row] ? total.maxima[row] : next.maxima[row];
    const float factor = exponential_of<V>(total.maxima[row] - maximum), other = exponential_of<V>(next.maxima[row] - maximum);
    combine<V>(to, factor, from, other, width);
    total.maxima[row] = maximum;
    total.sums[row] = total.sums[row] * factor + next.sums[row] * other;
  }
}

template <typename V>
inline void finish_unit(const CachedAttentionArguments &arguments, const AttentionUnit &unit, const PartialResult &total) {
  const int64_t head_dim = arguments.cache.head_dim, width = whole_panels(head_dim);
  for (int64_t row = 0; row < unit_rows(unit); ++row) {
    float sum = total.sums[row], factor = 1.0F;
    if (arguments.sinks != nullptr) {
      const float sink = arguments.sinks[unit.first_head + row % unit.heads];
      const float maximum = sink > total.maxima[row] ? sink : total.maxima[row];
      factor = exponential_of<V>(total.maxima[row] - maximum);
      sum = sum * factor + exponential_of<V>(sink - maximum);
    }
    if (sum == 0.0F) sum = 1.0F;  // nothing is seen: zeros
    const float *values = total.values + row * width;
    float *y = arguments.y + head_place(arguments, unit, row, arguments.y_stride);
    for_each<V>(head_dim, y, [&](auto at) { return V::divide(V::multiply(at(values), V::set(factor)), V::set(sum)); });
  }
}

template <typename V>
constexpr CachedAttentionKernels kernels_over() {
  return {load_queries<V>, attend_span<V>, fold_results<V>, finish_unit<V>};
}

}  // namespace
}  // namespace modelet::kernels
