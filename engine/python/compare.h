// ==, <, truth and hash of every value type, across types as Python has them.
#pragma once

#include <compare>

#include "python/dict.h"
#include "python/instance.h"
#include "python/list.h"
#include "python/named.h"
#include "python/numbers.h"
#include "python/range.h"
#include "python/set.h"
#include "python/str.h"

namespace modelet::python {

template <typename T>
inline constexpr bool is_number = std::is_same_v<T, bool> || std::is_same_v<T, int64_t> || std::is_same_v<T, double>;

// ---- equality

template <typename A, typename B>
bool same(const A &left, const B &right);

namespace detail {

// Whether a float holds the number exactly, so that floats may be compared.
inline bool fits_float(int64_t value) {
  constexpr int64_t most = int64_t{1} << 53;
  return -most <= value && value <= most;
}

inline std::partial_ordering order_numbers(int64_t left, double right) {
  if (fits_float(left)) [[likely]]
    return static_cast<double>(left) <=> right;
  const int result = compare_exact(left, right);
  return result == 2 ? std::partial_ordering::unordered : result <=> 0;
}

template <typename A, typename B>
bool same_number(A left, B right) {
  if constexpr (std::is_same_v<A, double> && std::is_same_v<B, double>) {
    return left == right;
  } else if constexpr (std::is_same_v<B, double>) {
    return order_numbers(static_cast<int64_t>(left), right) == 0;
  } else if constexpr (std::is_same_v<A, double>) {
    return order_numbers(static_cast<int64_t>(right), left) == 0;
  } else {
    return static_cast<int64_t>(left) == static_cast<int64_t>(right);
  }
}

template <typename A, typename B, std::size_t... index>
bool same_tuple(const A &left, const B &right, std::index_sequence<index...>) {
  return (same(std::get<index>(left), std::get<index>(right)) && ...);
}

template <typename T>
inline constexpr bool is_list = false;
template <typename T>
inline constexpr bool is_list<List<T>> = true;
template <typename T>
inline constexpr bool is_dict = false;
template <typename K, typename V>
inline constexpr bool is_dict<Dict<K, V>> = true;
template <typename T>
inline constexpr bool is_set = false;
template <typename T>
inline constexpr bool is_set<Set<T>> = true;
template <typename T>
inline constexpr bool is_set<FrozenSet<T>> = true;

// A container equals itself whatever it holds: CPython looks at the identity of items first, which matters for NaN.
template <typename A, typename B>
bool one_object(const A &left, const B &right) {
  if constexpr (std::is_same_v<A, B> && requires { left.object(); }) return left.object() == right.object();
  return false;
}

template <typename A, typename B>
bool same_list(const A &left, const B &right) {
  if (one_object(left, right)) return true;
  if (left.size() != right.size()) return false;
  for (int64_t index = 0; index < left.size(); ++index)
    if (!same(left.at(index), right.at(index))) return false;
  return true;
}

template <typename A, typename B>
bool same_in_order(const A &left, const B &right);
template <typename A, typename B>
bool same_counts(const A &left, const B &right);

template <typename A, typename B>
bool same_dict(const A &left, const B &right) {
  if (one_object(left, right)) return true;
  const DictKind kind = left.object()->kind == right.object()->kind ? left.object()->kind : DictKind::plain;
  if (kind == DictKind::counter) return same_counts(left, right) && same_counts(right, left);
  if (left.size() != right.size()) return false;
  if (kind == DictKind::ordered && !same_in_order(left, right)) return false;
  for (const auto &entry : left.table().entries()) {
    if (!entry.live) continue;
    const auto *other = right.table().find(entry.key);
    if (other == nullptr || !same(entry.value, other->value)) return false;
  }
  return true;
}

// Two OrderedDicts of one size: their keys stand in one order.
template <typename A, typename B>
bool same_in_order(const A &left, const B &right) {
  const auto &others = right.table().entries();
  int64_t at = 0;
  for (const auto &entry : left.table().entries()) {
    if (!entry.live) continue;
    while (!others[at].live) ++at;
    if (!same(entry.key, others[at++].key)) return false;
  }
  return true;
}

// Two Counters: what one does not hold counts zero.
template <typename A, typename B>
bool same_counts(const A &left, const B &right) {
  for (const auto &entry : left.table().entries()) {
    if (!entry.live) continue;
    const auto *other = right.table().find(entry.key);
    if (other == nullptr ? !same(entry.value, int64_t{0}) : !same(entry.value, other->value)) return false;
  }
  return true;
}

template <typename A, typename B>
bool same_set(const A &left, const B &right) {
  if (one_object(left, right)) return true;
  if (left.size() != right.size()) return false;
  bool all = true;
  left.each([&](const auto &item) { all = all && right.has(item); });
  return all;
}

}  // namespace detail

template <typename A, typename B>
bool same(const A &left, const B &right) {
  if constexpr (is_variant<A>) {
    return std::visit([&](const auto &member) { return same(member, right); }, left);
  } else if constexpr (is_variant<B>) {
    return std::visit([&](const auto &member) { return same(left, member); }, right);
  } else if constexpr (requires { order_scalars(left, right); }) {
    return order_scalars(left, right) == 0;
  } else if constexpr (compares_with<A, B>) {
    return same_other(left, right);
  } else if constexpr (compares_with<B, A>) {
    return same_other(right, left);
  } else if constexpr (is_enum<A> && !std::is_same_v<A, B>) {
    if constexpr (A::Enum::mixed) {
      return same(plain_value(left), right);
    } else {
      return false;
    }
  } else if constexpr (is_enum<B> && !std::is_same_v<A, B>) {
    return same(right, left);
  } else if constexpr (std::is_same_v<A, std::u32string_view> && std::is_same_v<B, Str>) {
    return left == right.view();
  } else if constexpr (is_number<A> && is_number<B>) {
    return detail::same_number(left, right);
  } else if constexpr (is_tuple<A> && is_tuple<B>) {
    if constexpr (std::tuple_size_v<A> == std::tuple_size_v<B>) {
      return detail::same_tuple(left, right, std::make_index_sequence<std::tuple_size_v<A>>());
    } else {
      return false;
    }
  } else if constexpr (is_tuple_of<A> && is_tuple<B>) {
    return same(left, convert<A>(right)) && left.size() == static_cast<int64_t>(std::tuple_size_v<B>);
  } else if constexpr (is_tuple<A> && is_tuple_of<B>) {
    return same(right, left);
  } else if constexpr ((detail::is_list<A> && detail::is_list<B>) || (is_tuple_of<A> && is_tuple_of<B>)) {
    return detail::same_list(left, right);
  } else if constexpr (detail::is_dict<A> && detail::is_dict<B>) {
    return detail::same_dict(left, right);
  } else if constexpr (detail::is_set<A> && detail::is_set<B>) {
    return detail::same_set(left, right);
  } else if constexpr (is_instance<A> && std::is_same_v<A, B>) {
    return same_instance(left, right);
  } else if constexpr (requires { same_object(left, right); }) {
    return same_object(left, right);
  } else if constexpr (std::is_same_v<A, B> && std::equality_comparable<A>) {
    return left == right;
  } else {
    return false;
  }
}

template <typename A, typename B>
bool equal(Call &, const A &left, const B &right) {
  return same(left, right);
}
template <typename A, typename B>
bool not_equal(Call &, const A &left, const B &right) {
  return !same(left, right);
}

// ---- order: numbers, strings, lists and tuples of such. `unordered` only with NaN.

template <std::size_t index, typename A, typename B>
std::partial_ordering order_tuple(const A &left, const B &right);

template <typename A, typename B>
std::partial_ordering order(const A &left, const B &right) {
  if constexpr (is_variant<A>) {
    return std::visit([&](const auto &member) { return order(member, right); }, left);
  } else if constexpr (is_variant<B>) {
    return std::visit([&](const auto &member) { return order(left, member); }, right);
  } else if constexpr (requires { order_scalars(left, right); }) {
    return order_scalars(left, right);
  } else if constexpr (is_enum<A> && std::is_same_v<A, B>) {
    if constexpr (A::Enum::mixed) {
      return plain_value(left) <=> plain_value(right);
    } else {
      return std::partial_ordering::unordered;
    }
  } else if constexpr (std::is_same_v<A, double> && std::is_same_v<B, double>) {
    return left <=> right;
  } else if constexpr (is_number<A> && std::is_same_v<B, double>) {
    return detail::order_numbers(static_cast<int64_t>(left), right);
  } else if constexpr (std::is_same_v<A, double> && is_number<B>) {
    return 0 <=> order(right, left);
  } else if constexpr (is_number<A> && is_number<B>) {
    return static_cast<int64_t>(left) <=> static_cast<int64_t>(right);
  } else if constexpr (std::is_same_v<A, B> && (std::is_same_v<A, Str> || requires {
                         left.hash_code();
                         left <=> right;
                       })) {
    return left <=> right;
  } else if constexpr ((detail::is_list<A> && detail::is_list<B>) || (is_tuple_of<A> && is_tuple_of<B>)) {
    const int64_t common = left.size() < right.size() ? left.size() : right.size();
    for (int64_t index = 0; index < common; ++index)
      if (!same(left.at(index), right.at(index))) return order(left.at(index), right.at(index));
    return left.size() <=> right.size();
  } else if constexpr (is_tuple<A> && is_tuple<B>) {
    return order_tuple<0>(left, right);
  } else if constexpr (is_instance<A> && std::is_same_v<A, B>) {
    return less_instance(left, right)   ? std::partial_ordering::less
           : less_instance(right, left) ? std::partial_ordering::greater
                                        : std::partial_ordering::equivalent;
  } else {
    return std::partial_ordering::unordered;
  }
}

template <std::size_t index, typename A, typename B>
std::partial_ordering order_tuple(const A &left, const B &right) {
  constexpr std::size_t left_size = std::tuple_size_v<A>;
  constexpr std::size_t right_size = std::tuple_size_v<B>;
  if constexpr (index == left_size || index == right_size) {
    return left_size <=> right_size;
  } else {
    const auto &a = std::get<index>(left);
    const auto &b = std::get<index>(right);
    return same(a, b) ? order_tuple<index + 1>(left, right) : order(a, b);
  }
}

template <typename A, typename B>
bool less(Call &, const A &left, const B &right) {
  return order(left, right) < 0;
}
template <typename A, typename B>
bool less_equal(Call &, const A &left, const B &right) {
  return order(left, right) <= 0;
}
template <typename A, typename B>
bool greater(Call &, const A &left, const B &right) {
  return order(left, right) > 0;
}
template <typename A, typename B>
bool greater_equal(Call &, const A &left, const B &right) {
  return order(left, right) >= 0;
}

// ---- truth

template <typename T>
bool truth(Call &call, const T &value) {
  if constexpr (is_variant<T>) {
    return std::visit([&](const auto &member) { return truth(call, member); }, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else if constexpr (is_number<T>) {
    return value != 0;
  } else if constexpr (std::is_same_v<T, None>) {
    return false;
  } else if constexpr (std::is_same_v<T, Str>) {
    return value.length() != 0;
  } else if constexpr (detail::is_list<T> || detail::is_dict<T> || detail::is_set<T>) {
    return value.size() != 0;
  } else if constexpr (requires {
                         value.hash_code();
                         value.empty();
                       }) {
    return !value.empty();
  } else if constexpr (is_tuple_of<T>) {
    return value.size() != 0;
  } else if constexpr (is_tuple<T>) {
    return std::tuple_size_v<T> != 0;
  } else if constexpr (std::is_same_v<T, Range>) {
    return value.length() != 0;
  } else if constexpr (requires {
                         value.dict.size();
                         T::part;
                       }) {
    return value.dict.size() != 0;
  } else {
    return true;
  }
}

}  // namespace modelet::python
