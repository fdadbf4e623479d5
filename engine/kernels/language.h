// Kernels of decoder layers: rotary positions, attention over a paged cache, gated activations.
//
// The rules of kernels.h hold. A query's result depends on its own vector, its position and the cached keys and values only: not on the
// batch, nor on how a prompt was cut into chunks, nor on which cache blocks hold the sequence. Keys are taken in blocks whose size depends
// on constants, counted from position 0.
#pragma once

#include <cstdint>
#include <span>

#include "core/context.h"
#include "kernels/kernels.h"

namespace modelet::kernels {

inline constexpr int64_t cache_block_tokens = 32;

// What the cache holds. q8: each head vector of a token is int8 [head_dim] with one float32 scale.
enum class CacheFormat : uint8_t { float32, float16, q8 };

// The cache of one layer: `blocks` blocks, each of keys and values of cache_block_tokens positions. Layout within a block belongs to the
// kernels (cached_attention/layout.h); a block is contiguous, cache_block_bytes long, so that it can be exported and imported.
struct LayerCache {
  CacheFormat format;
  std::byte *base;       // block b of this layer starts at base + b * block_stride
  int64_t block_stride;  // bytes
  int64_t kv_heads, head_dim;
};
uint64_t cache_block_bytes(CacheFormat format, int64_t kv_heads, int64_t head_dim);  // of one layer, a multiple of 64

// How a token sees others.
enum class Mask : uint8_t { causal, bidirectional };

// Consecutive tokens of one sequence: rows [first, first + rows) of the batch stand at positions [position, position + rows).
// bidirectional: position is 0 and every row sees all `rows` positions (a window goes both ways: positions < p + window too).
struct CachedSegment {
  int64_t first, rows;
  int64_t position;
  std::span<const int32_t> blocks;  // of the sequence, in order: position p lies in blocks[p / cache_block_tokens]
  Mask mask = Mask::causal;
};

// x = x rotated by its position, in place, for each head: pairs (i, i + rotary_dim / 2) of the first rotary_dim values.
struct RotaryArguments {
  float *x;  // [rows, heads, head_dim], row stride x_stride
  int64_t x_stride;
  int64_t heads, head_dim, rotary_dim;
  const float *inverse_frequencies;  // [rotary_dim / 2]
  float attention_factor;            // multiplies cosine and sine
  std::span<const CachedSegment> segments;
};
void rotate(const Context &context, const RotaryArguments &arguments);

// Writes the keys and values of the segments' rows into the cache, rounded to its format.
struct StoreArguments {
  const float *k, *v;  // [rows, kv_heads, head_dim], row strides
  int64_t k_stride, v_stride;
  LayerCache cache;
  std::span<const CachedSegment> segments;
};
void store_keys_values(const Context &context, const StoreArguments &arguments);

// softmax(softcap(scale · q kᵀ)) v over the cached positions a row sees, those of its own chunk included (stored before).
struct CachedAttentionArguments {
  const float *q;  // [rows, heads, head_dim], row stride q_stride
  float *y;        // [rows, heads, head_dim], row stride y_stride
  int64_t q_stride, y_stride;
  int64_t heads;
  LayerCache cache;
  float scale;
  float softcap = 0;   // s = softcap * tanh(s / softcap); 0: none
  int64_t window = 0;  // position p sees positions > p - window; 0: all
  std::span<const CachedSegment> segments;
  const float *sinks = nullptr;  // [heads]: a further logit of the softmax that has no value; null: none
};
// Several threads share long sequences, in spans of a fixed number of positions, so that bits do not depend on threads.
void cached_attention(const Context &context, const CachedAttentionArguments &arguments);

// y = activation(gate) * up; gate_up is [rows, 2, width] (gate first), row stride 2 * width; y is [rows, width].
void gated_activation(const Context &context, Activation activation, const float *gate_up, float *y, int64_t rows, int64_t width);

// rms_norm of each head on its own: x [rows, heads, head_dim], row stride x_stride, weight [head_dim] or null; in place.
void head_norm(const Context &context, float *x, int64_t x_stride, int64_t rows, int64_t heads, int64_t head_dim, const float *weight,
               float epsilon);

extern const Family rotate_family, store_keys_values_family, cached_attention_family, gated_activation_family, head_norm_family;

}  // namespace modelet::kernels
