// Where the bytes of a cache block stand: what one layer holds of cache_block_tokens positions.
//
// The key heads stand one after the other, each with
//
//   keys    [head_dim, 32]             transposed: scores of 32 positions are made at once
//   values  [32, padded(head_dim)]     rows: a position adds one row; padded to 16
//   scales  float32 [2, 32]            of keys and of values; q8 only
//
// each beginning at a multiple of 64 bytes. Elements are float32, float16, or int8 times the position's scale.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/language.h"

namespace modelet::kernels {
namespace {

// Bytes from the beginning of a head.
struct HeadLayout {
  int64_t values, scales;
  int64_t bytes;
};

constexpr int64_t whole_panels(int64_t columns) {
  return (columns + panel_width - 1) / panel_width * panel_width;
}

constexpr int64_t element_bytes(CacheFormat format) {
  return format == CacheFormat::float32 ? 4 : format == CacheFormat::float16 ? 2 : 1;
}

constexpr HeadLayout head_layout(CacheFormat format, int64_t head_dim) {
  const int64_t keys = (head_dim * cache_block_tokens * element_bytes(format) + 63) / 64 * 64;
  const int64_t values = cache_block_tokens * whole_panels(head_dim) * element_bytes(format);
  const int64_t scales = format == CacheFormat::q8 ? 2 * cache_block_tokens * static_cast<int64_t>(sizeof(float)) : 0;
  return {keys, keys + values, keys + values + scales};
}

// One head of one block.
template <typename Element>
struct HeadBlock {
  Element *keys;    // [head_dim, cache_block_tokens]
  Element *values;  // [cache_block_tokens, padded(head_dim)]
  float *scales;    // [2, cache_block_tokens] where the format has them
};

template <typename Element>
inline HeadBlock<Element> head_block(const LayerCache &cache, int32_t block, int64_t head) {
  const HeadLayout layout = head_layout(cache.format, cache.head_dim);
  std::byte *base = cache.base + block * cache.block_stride + head * layout.bytes;
  return {reinterpret_cast<Element *>(base), reinterpret_cast<Element *>(base + layout.values),
          reinterpret_cast<float *>(base + layout.scales)};
}

}  // namespace
}  // namespace modelet::kernels
