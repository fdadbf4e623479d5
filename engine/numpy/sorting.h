// Sorting numbers: stable, NaN last. Long lines by their digits (least significant first), which takes a few passes however long they are.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

namespace modelet::numpy {

// NaN comes last.
template <typename T>
bool before(T left, T right) {
  if constexpr (std::is_floating_point_v<T>) return left < right || (std::isnan(right) && !std::isnan(left));
  return left < right;
}

// Sorts keys, or keys with the places they came from.
void sort_by_digits(std::vector<uint8_t> &keys, std::vector<int64_t> *places);
void sort_by_digits(std::vector<uint16_t> &keys, std::vector<int64_t> *places);
void sort_by_digits(std::vector<uint32_t> &keys, std::vector<int64_t> *places);
void sort_by_digits(std::vector<uint64_t> &keys, std::vector<int64_t> *places);

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

// An unsigned number in the order of the values. Of floats, -0.0 and NaN with a sign have keys of their own: see `has_twins`.
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

// Whether the value is as large as one with other bits.
template <typename T>
bool has_twins(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::signbit(value) && (value == 0 || std::isnan(value));
  return false;
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

}  // namespace detail

// values [count]
template <typename T>
void sort_values(T *values, int64_t count) {
  if constexpr (detail::has_digits<T>) {
    if (count >= detail::worth_digits && std::none_of(values, values + count, detail::has_twins<T>)) {
      std::vector<detail::Key<T>> keys(static_cast<std::size_t>(count));
      std::transform(values, values + count, keys.begin(), detail::key_of<T>);
      sort_by_digits(keys, nullptr);
      std::transform(keys.begin(), keys.end(), values, detail::value_of<T>);
      return;
    }
  }
  std::stable_sort(values, values + count, before<T>);
}

// Where each value of the sorted line stands: at(index) for 0 <= index < count.
template <typename T, typename At>
void sort_places(int64_t count, int64_t *places, const At &at) {
  if constexpr (detail::has_digits<T>) {
    if (count >= detail::worth_digits) {
      std::vector<detail::Key<T>> keys(static_cast<std::size_t>(count));
      std::vector<int64_t> order(static_cast<std::size_t>(count));
      for (int64_t index = 0; index < count; ++index) keys[static_cast<std::size_t>(index)] = detail::common_key<T>(at(index));
      std::iota(order.begin(), order.end(), 0);
      sort_by_digits(keys, &order);
      std::copy(order.begin(), order.end(), places);
      return;
    }
  }
  std::iota(places, places + count, 0);
  std::stable_sort(places, places + count, [&](int64_t a, int64_t b) { return before(at(a), at(b)); });
}

}  // namespace modelet::numpy
