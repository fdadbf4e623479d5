// Sorting numbers: stable, NaN last. Long lines in vectors where the processor has them, else by their digits (least significant first),
// which takes a few passes however long they are. What is needed beside the numbers counts as the call's memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <type_traits>

#include "core/call.h"

namespace modelet::numpy {

// NaN comes last.
template <typename T>
bool before(T left, T right) {
  if constexpr (std::is_floating_point_v<T>) return left < right || (std::isnan(right) && !std::isnan(left));
  return left < right;
}

// Without NaN; in which order zeros of both signs come is not said.
void sort_avx2(double *numbers, int64_t count);
void sort_avx2(float *numbers, int64_t count);
void sort_avx2(int32_t *numbers, int64_t count);

namespace detail {

inline constexpr int64_t worth_digits = 512;

template <std::size_t bytes>
struct KeyOf;
template <>
struct KeyOf<1> {
  using type = uint8_t;
};
template <>
struct KeyOf<2> {
  using type = uint16_t;
};
template <>
struct KeyOf<4> {
  using type = uint32_t;
};
template <>
struct KeyOf<8> {
  using type = uint64_t;
};
template <typename T>
using Key = typename KeyOf<sizeof(T)>::type;
template <typename T>
inline constexpr Key<T> top_bit = static_cast<Key<T>>(Key<T>{1} << (8 * sizeof(T) - 1));

// An unsigned number in the order of the values. Of floats, -0.0 and NaN with a sign have keys of their own.
template <typename T>
Key<T> key_of(T value) {
  const auto bits = std::bit_cast<Key<T>>(value);
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<Key<T>>((bits & top_bit<T>) != 0 ? ~bits : bits | top_bit<T>);
  else
    return static_cast<Key<T>>(std::is_signed_v<T> ? bits ^ top_bit<T> : bits);
}
template <typename T>
T value_of(Key<T> key) {
  if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<T>(static_cast<Key<T>>((key & top_bit<T>) != 0 ? key ^ top_bit<T> : ~key));
  else
    return std::bit_cast<T>(static_cast<Key<T>>(std::is_signed_v<T> ? key ^ top_bit<T> : key));
}

// One key for all values that are as large as each other.
template <typename T>
Key<T> common_key(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return static_cast<Key<T>>(~Key<T>{});
    if (value == 0) return top_bit<T>;
  }
  return key_of(value);
}

template <typename T>
inline constexpr bool has_digits = !std::is_same_v<T, bool>;

// Long lines. MemoryError when there is no room.
void sort_long(Call &call, double *values, int64_t count);
void sort_long(Call &call, float *values, int64_t count);
void sort_long(Call &call, int64_t *values, int64_t count);
void sort_long(Call &call, int32_t *values, int64_t count);
void sort_long(Call &call, int16_t *values, int64_t count);
void sort_long(Call &call, int8_t *values, int64_t count);
void sort_long(Call &call, uint64_t *values, int64_t count);
void sort_long(Call &call, uint32_t *values, int64_t count);
void sort_long(Call &call, uint16_t *values, int64_t count);
void sort_long(Call &call, uint8_t *values, int64_t count);

// The places of keys in their order, equal ones in that of the line. The keys are lost.
void sort_key_places(Call &call, uint64_t *keys, int64_t count, int64_t *places);
void sort_key_places(Call &call, uint32_t *keys, int64_t count, int64_t *places);
void sort_key_places(Call &call, uint16_t *keys, int64_t count, int64_t *places);
void sort_key_places(Call &call, uint8_t *keys, int64_t count, int64_t *places);

// Memory for one step; null with MemoryError set.
std::shared_ptr<void> sorting_room(Call &call, int64_t count, std::size_t element);

}  // namespace detail

// values [count]
template <typename T>
void sort_values(Call &call, T *values, int64_t count) {
  if constexpr (detail::has_digits<T>) {
    if (count >= detail::worth_digits) return detail::sort_long(call, values, count);
  }
  std::stable_sort(values, values + count, before<T>);
}

// Where each value of the sorted line stands: at(index) for 0 <= index < count.
template <typename T, typename At>
void sort_places(Call &call, int64_t count, int64_t *places, const At &at) {
  if constexpr (detail::has_digits<T>) {
    if (count >= detail::worth_digits) {
      const std::shared_ptr<void> room = detail::sorting_room(call, count, sizeof(T));
      if (room == nullptr) return;
      auto *keys = static_cast<detail::Key<T> *>(room.get());
      for (int64_t index = 0; index < count; ++index) keys[index] = detail::common_key<T>(at(index));
      return detail::sort_key_places(call, keys, count, places);
    }
  }
  std::iota(places, places + count, 0);
  std::stable_sort(places, places + count, [&](int64_t a, int64_t b) { return before(at(a), at(b)); });
}

}  // namespace modelet::numpy
