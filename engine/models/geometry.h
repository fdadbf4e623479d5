// What a model keeps in its cache.
#pragma once

#include <cstdlib>
#include <string>

#include "cache/key_value_cache.h"
#include "models/decoder.h"
#include "weights/weights.h"

namespace modelet::models {

// Whose keys and values they are: the first 64 bits of the digest of its weights; 0 when there is no file.
inline uint64_t identity_of(const Weights &weights) {
  if (weights.bytes() == 0) return 0;
  return std::strtoull(std::string(weights.file().sha256).substr(0, 16).c_str(), nullptr, 16);
}

// Blocks for so many positions.
inline int64_t cache_blocks(int64_t positions) {
  return (positions + kernels::cache_block_tokens - 1) / kernels::cache_block_tokens;
}

// `ranks`: how many share the heads of each layer; the layers of the first rank come first.
inline cache::Geometry cache_geometry(const Decoder &decoder, kernels::CacheFormat format, const Weights &weights, int64_t ranks = 1) {
  std::vector<cache::CachedLayer> layers;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    for (const Layer &layer : decoder.layers) layers.push_back({layer.attention.kv_heads / ranks, layer.attention.head_dim});
  }
  return {format, std::move(layers), identity_of(weights)};
}

}  // namespace modelet::models
