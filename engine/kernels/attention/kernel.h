// The family `attention`, written over a vector type.
//
// Keys are taken in blocks whose size depends on head_dim alone, counted from the segment's first row. For each block the scores of a few
// queries are made as a matrix product with the transposed keys, turned into weights against the running
// maximum, and multiplied with the values; the result so far stands in y and is rescaled when the maximum rises.
#pragma once

#include <limits>

#include "kernels/attention/attention.h"
#include "kernels/simd/generic.h"
#include "kernels/simd/math.h"
#include "kernels/simd/product.h"

namespace modelet::kernels {
namespace {

inline constexpr int64_t packed_floats = 8192;  // on the stack: a block of keys
inline constexpr int64_t most_keys = 128;       // in a block
static_assert(packed_floats >= maximum_head_dim * panel_width);

constexpr int64_t padded(int64_t count) {
  return (count + panel_width - 1) / panel_width * panel_width;
}

constexpr int64_t keys_per_block(int64_t head_dim) {
  const int64_t fitting = packed_floats / padded(head_dim) / panel_width * panel_width;
  return fitting < most_keys ? fitting : most_keys;
}

// Four rows of four floats, transposed into a panel.
inline void transpose_four(const float *from, int64_t stride, float *to) {
  using Four = Generic::Register;
  const Four a = Generic::load(from), b = Generic::load(from + stride);
  const Four c = Generic::load(from + 2 * stride), d = Generic::load(from + 3 * stride);
  const Four ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Four cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  Generic::store(to, __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5));
  Generic::store(to + panel_width, __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7));
  Generic::store(to + 2 * panel_width, __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5));
  Generic::store(to + 3 * panel_width, __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7));
}

// keys [count, head_dim] to panels [padded(count) / 16, head_dim, 16], zeros after the last key.
inline void pack_keys(const float *keys, int64_t stride, int64_t count, int64_t head_dim, float *panels) {
  for (int64_t key = 0; key < padded(count); key += 4) {
    float *to = panels + key / panel_width * panel_width * head_dim + key % panel_width;
    int64_t d = 0;
    if (key + 4 <= count) {
      for (; d + 4 <= head_dim; d += 4) transpose_four(keys + key * stride + d, stride, to + d * panel_width);
    }
    for (; d < head_dim; ++d) {
      for (int64_t lane = 0; lane < 4; ++lane) to[d * panel_width + lane] = key + lane < count ? keys[(key + lane) * stride + d] : 0.0F;
    }
  }
}

// values [count, head_dim] to rows of padded(head_dim) floats, zeros after the last: for a head_dim that is no multiple of 16.
inline void pack_values(const float *values, int64_t stride, int64_t count, int64_t head_dim, float *rows) {
  const int64_t width = padded(head_dim);
  for (int64_t key = 0; key < count; ++key) {
    for (int64_t d = 0; d < width; ++d) rows[key * width + d] = d < head_dim ? values[key * stride + d] : 0.0F;
  }
}

// body(column, part) for each run of columns that multiply_tile takes: `tile` wide, the rest a panel each.
template <typename V, typename Body>
inline void for_tiles(Columns b, int64_t width, const Body &body) {
  constexpr int64_t tile = V::block_vectors * V::width;
  int64_t column = 0;
  for (; column + tile <= width; column += tile) {
    body.template run<V::block_vectors>(column, Columns{b.data + column / panel_width * b.panel, b.step, b.panel});
  }
  if constexpr (tile > panel_width) {
    for (; column < width; column += panel_width) {
      body.template run<panel_width / V::width>(column, Columns{b.data + column / panel_width * b.panel, b.step, b.panel});
    }
  }
}

// scores [rows, scores_stride] = queries · keys.
template <typename V>
struct Score {
  int64_t rows, depth;
  const float *queries;
  int64_t stride;
  float *scores;
  int64_t scores_stride;

  template <int vectors>
  void run(int64_t column, Columns keys) const {
    multiply_rows<V, V::block_rows, vectors>(rows, queries, stride, keys, depth, scores + column, scores_stride);
  }
};

// Keys [first, last) that a query sees.
struct Visible {
  int64_t first, last;
};

inline Visible visible_keys(const AttentionArguments &arguments, const Segment &segment, int64_t query) {
  Visible keys{0, segment.valid};
  if (arguments.causal && keys.last > query + 1) keys.last = query + 1;
  if (arguments.window > 0) {
    if (keys.first < query - arguments.window) keys.first = query - arguments.window;
    if (keys.last > query + arguments.window + 1) keys.last = query + arguments.window + 1;
  }
  return keys;
}

// Scores of one query and block to weights e^(scale · score - maximum), zero where the key is not seen.
// Keeps the running maximum and sum; returns the factor for what was summed before.
template <typename V>
inline float weigh(float *scores, int64_t width, int64_t first, int64_t last, float scale, float *maximum, float *sum) {
  constexpr float nothing = -std::numeric_limits<float>::infinity();
  for (int64_t key = 0; key < first; ++key) scores[key] = nothing;
  for (int64_t key = last; key < width; ++key) scores[key] = nothing;
  typename V::Register top = V::set(*maximum);
  for (int64_t key = first / V::width * V::width; key < last; key += V::width) {
    const auto scaled = V::multiply(V::load(scores + key), V::set(scale));
    V::store(scores + key, scaled);
    top = V::maximum(scaled, top);
  }
  const float highest = V::largest(top);
  const float base = highest == nothing ? 0.0F : highest;
  typename V::Register total = V::set(0.0F);
  for (int64_t key = 0; key < width; key += V::width) {
    const auto weight = exponential<V>(V::subtract(V::load(scores + key), V::set(base)));
    V::store(scores + key, weight);
    total = V::add(total, weight);
  }
  alignas(64) float factor[V::width];
  V::store(factor, exponential<V>(V::set(*maximum - base)));
  *sum = *sum * factor[0] + V::sum(total);
  *maximum = highest;
  return factor[0];
}

// y = y · factor + weights · values, or without the first term for the first block.
template <typename V>
struct Blend {
  int64_t rows, depth;
  const float *weights;
  int64_t stride;
  float *y;
  int64_t y_stride, width;
  bool first;
  const float *factors;

  template <int vectors>
  void run(int64_t column, Columns values) const {
    alignas(64) float product[V::block_rows * vectors * V::width];
    multiply_rows<V, V::block_rows, vectors>(rows, weights, stride, values, depth, product, vectors * V::width);
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t c = 0; c < vectors * V::width && column + c < width; c += V::width) {
        add(y + row * y_stride + column + c, V::load(product + row * vectors * V::width + c), factors[row], width - column - c);
      }
    }
  }

  void add(float *to, typename V::Register value, float factor, int64_t count) const {
    const bool whole = count >= V::width;
    if (!first) value = V::multiply_add(whole ? V::load(to) : V::load_part(to, count), V::set(factor), value);
    whole ? V::store(to, value) : V::store_part(to, value, count);
  }
};

template <typename V>
inline void divide_row(float *y, int64_t width, float by) {
  for (int64_t d = 0; d < width; d += V::width) {
    const int64_t count = width - d;
    if (count >= V::width) {
      V::store(y + d, V::divide(V::load(y + d), V::set(by)));
    } else {
      V::store_part(y + d, V::divide(V::load_part(y + d, count), V::set(by)), count);
    }
  }
}

// One block of keys for the queries of one part.
struct KeyBlock {
  int64_t first, count;
  const float *panels;  // [padded(count) / 16, head_dim, 16]
  Columns values;       // [count, padded(head_dim)]
};

template <typename V>
struct AttentionTask {
  AttentionTask(const AttentionArguments &all, const AttentionPart &one) : arguments(all), part(one) {}

  const AttentionArguments &arguments;
  const AttentionPart &part;
  const int64_t head_dim = arguments.head_dim;
  const int64_t key_head = part.head / (arguments.heads / arguments.kv_heads);
  const float *const q = arguments.q + part.segment.first * arguments.q_stride + part.head * head_dim;
  const float *const k = arguments.k + part.segment.first * arguments.k_stride + key_head * head_dim;
  const float *const v = arguments.v + part.segment.first * arguments.v_stride + key_head * head_dim;
  float *const y = arguments.y + part.segment.first * arguments.y_stride + part.head * head_dim;
  float maxima[queries_per_part];
  float sums[queries_per_part];

  // Tiles of queries are counted from the segment's first row, so that a query has the same neighbours in every batch.
  void attend(const KeyBlock &block, bool first) {
    for (int64_t query = part.first_query; query < part.last_query; query += V::block_rows) {
      const int64_t rows = part.last_query - query < V::block_rows ? part.last_query - query : V::block_rows;
      attend_tile(block, first, query, rows);
    }
  }

  void attend_tile(const KeyBlock &block, bool first, int64_t query, int64_t rows) {
    alignas(64) float scores[V::block_rows * most_keys];
    float factors[V::block_rows];
    const int64_t width = padded(block.count);
    const Columns keys{block.panels, panel_width, panel_width * head_dim};
    for_tiles<V>(keys, width, Score<V>{rows, head_dim, q + query * arguments.q_stride, arguments.q_stride, scores, width});
    for (int64_t row = 0; row < rows; ++row) {
      const Visible seen = visible_keys(arguments, part.segment, query + row);
      const int64_t from = clamp_to(seen.first - block.first, block.count), to = clamp_to(seen.last - block.first, block.count);
      const int64_t index = query + row - part.first_query;
      factors[row] = weigh<V>(scores + row * width, width, from, to < from ? from : to, arguments.scale, maxima + index, sums + index);
    }
    float *const to = y + query * arguments.y_stride;
    for_tiles<V>(block.values, padded(head_dim),
                 Blend<V>{rows, block.count, scores, width, to, arguments.y_stride, head_dim, first, factors});
  }

  static int64_t clamp_to(int64_t value, int64_t most) { return value < 0 ? 0 : value > most ? most : value; }

  // Blocks that any query of this part sees: a fixed set, since parts are counted from the segment's first row too.
  void run() {
    for (int64_t index = 0; index < part.last_query - part.first_query; ++index) {
      maxima[index] = -std::numeric_limits<float>::infinity();
      sums[index] = 0.0F;
    }
    const int64_t step = keys_per_block(head_dim);
    const int64_t from = visible_keys(arguments, part.segment, part.first_query).first / step * step;
    const int64_t to = visible_keys(arguments, part.segment, part.last_query - 1).last;
    head_dim % panel_width == 0 ? run_blocks<false>(from, to, step) : run_blocks<true>(from, to, step);
    finish(from < to);
  }

  template <bool packed_values>
  void run_blocks(int64_t from, int64_t to, int64_t step) {
    alignas(64) float panels[packed_floats];
    alignas(64) float values[packed_values ? packed_floats : 1];
    for (int64_t first = from; first < to; first += step) {
      const int64_t count = to - first < step ? to - first : step;
      pack_keys(k + first * arguments.k_stride, arguments.k_stride, count, head_dim, panels);
      Columns columns{v + first * arguments.v_stride, arguments.v_stride, panel_width};
      if constexpr (packed_values) {
        pack_values(columns.data, columns.step, count, head_dim, values);
        columns = {values, padded(head_dim), panel_width};
      }
      attend({first, count, panels, columns}, first == from);
    }
  }

  void finish(bool any) {
    for (int64_t query = part.first_query; query < part.last_query; ++query) {
      float *row = y + query * arguments.y_stride;
      const float sum = sums[query - part.first_query];
      if (any && sum != 0.0F) {
        divide_row<V>(row, head_dim, sum);
      } else {
        for (int64_t d = 0; d < head_dim; ++d) row[d] = 0.0F;
      }
    }
  }
};

template <typename V>
inline void attention_part(const AttentionArguments &arguments, const AttentionPart &part) {
  AttentionTask<V> task(arguments, part);
  task.run();
}

}  // namespace
}  // namespace modelet::kernels
