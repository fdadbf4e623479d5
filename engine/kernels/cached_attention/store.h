// The family `store_keys_values`, written over a vector type.
#pragma once

#include <cstring>

#include "kernels/cached_attention/cached_attention.h"
#include "kernels/simd/element.h"
#include "kernels/simd/loop.h"

namespace modelet::kernels {
namespace {

// Calls body.template run<Element>() for the elements of the format.
template <typename Body>
inline void with_elements(CacheFormat format, const Body &body) {
  switch (format) {
    case CacheFormat::float32:
      return body.template run<float>();
    case CacheFormat::float16:
      return body.template run<Half>();
    case CacheFormat::q8:
      return body.template run<int8_t>();
  }
}

// A vector of any width, zeros beyond the end, rounded to elements: [whole_panels(width)].
template <typename V, typename Element>
inline void round_elements(const float *x, int64_t width, float factor, Element *to) {
  for (int64_t place = 0; place < width; place += V::width) {
    const int64_t count = width - place;
    auto value = count >= V::width ? V::load(x + place) : V::load_part(x + place, count);
    if constexpr (sizeof(Element) == 1) {
      value = V::round(V::multiply(value, V::set(factor)));
      value = V::maximum(V::minimum(value, V::set(127.0F)), V::set(-127.0F));  // NaN becomes a number here
    }
    store_elements<V>(to + place, value);
  }
}

// The scale of a q8 vector: its largest magnitude is 127 of it. NaN if any value is NaN or infinite, so that whoever attends to it gets
// NaN.
template <typename V>
inline float byte_scale(const float *x, int64_t width) {
  typename V::Register top = V::set(0.0F), poison = V::set(0.0F);
  for (int64_t place = 0; place < width; place += V::width) {
    const int64_t count = width - place;
    const auto value = count >= V::width ? V::load(x + place) : V::load_part(x + place, count);
    top = V::maximum(V::absolute(value), top);
    poison = V::add(poison, V::multiply(value, V::set(0.0F)));
  }
  return V::largest(top) / 127.0F + V::sum(poison);
}

template <typename V>
struct StoreRows {
  const StoreArguments &arguments;
  const CachedSegment &segment;
  int64_t first, last;

  template <typename Element>
  void run() const {
    for (int64_t row = first; row < last; ++row) {
      for (int64_t head = 0; head < arguments.cache.kv_heads; ++head) store_head<Element>(row, head);
    }
  }

  template <typename Element>
  void store_head(int64_t row, int64_t head) const {
    const int64_t position = segment.position + row, slot = position % cache_block_tokens;
    const int64_t head_dim = arguments.cache.head_dim, width = whole_panels(head_dim);
    const auto to = head_block<Element>(arguments.cache, segment.blocks[static_cast<std::size_t>(position / cache_block_tokens)], head);
    alignas(64) Element rounded[maximum_head_dim];
    const int64_t place = (segment.first + row);
    round<Element>(arguments.k + place * arguments.k_stride + head * head_dim, rounded, to.scales + slot);
    for (int64_t d = 0; d < head_dim; ++d) to.keys[d * cache_block_tokens + slot] = rounded[d];
    round<Element>(arguments.v + place * arguments.v_stride + head * head_dim, rounded, to.scales + cache_block_tokens + slot);
    std::memcpy(to.values + slot * width, rounded, static_cast<std::size_t>(head_dim) * sizeof(Element));
  }

  template <typename Element>
  void round(const float *x, Element *rounded, [[maybe_unused]] float *scale) const {
    float factor = 1.0F;
    if constexpr (sizeof(Element) == 1) {
      *scale = byte_scale<V>(x, arguments.cache.head_dim);
      factor = *scale < 1e-30F ? 0.0F : 1.0F / *scale;  // what is smaller is zero
    }
    round_elements<V>(x, arguments.cache.head_dim, factor, rounded);
  }
};

template <typename V>
inline void store_rows(const StoreArguments &arguments, const CachedSegment &segment, int64_t first, int64_t last) {
  with_elements(arguments.cache.format, StoreRows<V>{arguments, segment, first, last});
}

}  // namespace
}  // namespace modelet::kernels
