// Order of values whose kinds are known at run time only, and may have none.
#pragma once

#include "python/compare.h"
#include "python/json.h"

namespace modelet::python {

// `type(value).__name__`.
template <typename T>
std::string kind_of(const T &value) {
  if constexpr (is_instance<T>) {
    return std::string(T::Struct::name.substr(T::Struct::name.rfind('.') + 1));
  } else if constexpr (is_enum<T>) {
    return std::string(T::Enum::name.substr(T::Enum::name.rfind('.') + 1));
  } else if constexpr (is_tuple<T>) {
    return "tuple";
  } else if constexpr (detail::is_set<T>) {
    return "set";
  } else if constexpr (detail::is_dict<T>) {
    constexpr const char *names[] = {"dict", "defaultdict", "Counter", "OrderedDict"};
    return names[static_cast<int>(value.object()->kind)];
  } else {
    return kind_name(value);
  }
}

enum class Order : uint8_t { less, less_equal, greater, greater_equal };

template <std::size_t index, typename A, typename B>
bool compared_tuple(Call &call, const A &left, const B &right, Order wanted);

// A tuple whose length is known when compiling, and one whose length is not; `swapped` when the latter stands on the left.
template <std::size_t index, bool swapped, typename Tuple, typename Other>
bool compared_sizes(Call &call, const Tuple &tuple, const Other &other, Order wanted);

template <typename T>
inline constexpr bool is_mixed = false;
template <typename E>
inline constexpr bool is_mixed<Member<E>> = E::mixed;

// The number or text that a member of a mixed Enum is.
template <typename E>
auto plain_member(Member<E> member) {
  if constexpr (std::is_same_v<decltype(plain_value(member)), std::u32string_view>) {
    return Str(plain_value(member));
  } else {
    return plain_value(member);
  }
}

template <typename I>
inline constexpr bool has_order = requires { &I::Struct::less; };

// As Python does: TypeError for kinds that have no order.
template <typename A, typename B>
bool compared(Call &call, const A &left, const B &right, Order wanted) {
  constexpr const char *symbols[] = {"<", "<=", ">", ">="};
  if constexpr (is_variant<A>) {
    return std::visit([&](const auto &member) { return compared(call, member, right, wanted); }, left);
  } else if constexpr (is_variant<B>) {
    return std::visit([&](const auto &member) { return compared(call, left, member, wanted); }, right);
  } else if constexpr (is_tuple<A> && is_tuple<B>) {
    return compared_tuple<0>(call, left, right, wanted);
  } else if constexpr (is_mixed<A>) {
    return compared(call, plain_member(left), right, wanted);
  } else if constexpr (is_mixed<B>) {
    return compared(call, left, plain_member(right), wanted);
  } else if constexpr (is_tuple<A> && is_tuple_of<B>) {
    return compared_sizes<0, false>(call, left, right, wanted);
  } else if constexpr (is_tuple_of<A> && is_tuple<B>) {
    return compared_sizes<0, true>(call, right, left, wanted);
  } else if constexpr ((detail::is_list<A> && detail::is_list<B>) || (is_tuple_of<A> && is_tuple_of<B>)) {
    const int64_t common = left.size() < right.size() ? left.size() : right.size();
    for (int64_t at = 0; at < common; ++at)
      if (!same(left.at(at), right.at(at))) return compared(call, left.at(at), right.at(at), wanted);
    return compared(call, left.size(), right.size(), wanted);
  } else if constexpr (is_instance<A> && std::is_same_v<A, B> && has_order<A>) {
    return wanted == Order::less ? less_instance(left, right) : less_instance(right, left);  // sorts and heaps ask nothing else
  } else if constexpr ((is_number<A> && is_number<B>) || requires { order_scalars(left, right); } ||
                       (std::is_same_v<A, B> && (std::is_same_v<A, Str> || requires {
                          left.hash_code();
                          left <=> right;
                        }))) {
    const auto found = order(left, right);
    switch (wanted) {
      case Order::less:
        return found < 0;
      case Order::less_equal:
        return found <= 0;
      case Order::greater:
        return found > 0;
      default:
        return found >= 0;
    }
  } else {
    if (call.failed()) return false;
    call.raise("TypeError", std::string("'") + symbols[static_cast<int>(wanted)] + "' not supported between instances of '" +
                                kind_of(left) + "' and '" + kind_of(right) + "'");
    return false;
  }
}

template <std::size_t index, bool swapped, typename Tuple, typename Other>
bool compared_sizes(Call &call, const Tuple &tuple, const Other &other, Order wanted) {
  const auto in_order = [&](const auto &a, const auto &b) { return swapped ? compared(call, b, a, wanted) : compared(call, a, b, wanted); };
  if constexpr (index < std::tuple_size_v<Tuple>) {
    if (static_cast<int64_t>(index) < other.size()) {
      const auto &a = std::get<index>(tuple);
      const auto &b = other.at(static_cast<int64_t>(index));
      return same(a, b) ? compared_sizes<index + 1, swapped>(call, tuple, other, wanted) : in_order(a, b);
    }
  }
  return in_order(static_cast<int64_t>(std::tuple_size_v<Tuple>), other.size());
}

template <std::size_t index, typename A, typename B>
bool compared_tuple(Call &call, const A &left, const B &right, Order wanted) {
  constexpr std::size_t left_size = std::tuple_size_v<A>, right_size = std::tuple_size_v<B>;
  if constexpr (index == left_size || index == right_size) {
    return compared(call, static_cast<int64_t>(left_size), static_cast<int64_t>(right_size), wanted);
  } else if (same(std::get<index>(left), std::get<index>(right))) {
    return compared_tuple<index + 1>(call, left, right, wanted);
  } else {
    return compared(call, std::get<index>(left), std::get<index>(right), wanted);
  }
}

template <typename A, typename B>
bool compared_less(Call &call, const A &left, const B &right) {
  return compared(call, left, right, Order::less);
}
template <typename A, typename B>
bool compared_less_equal(Call &call, const A &left, const B &right) {
  return compared(call, left, right, Order::less_equal);
}
template <typename A, typename B>
bool compared_greater(Call &call, const A &left, const B &right) {
  return compared(call, left, right, Order::greater);
}
template <typename A, typename B>
bool compared_greater_equal(Call &call, const A &left, const B &right) {
  return compared(call, left, right, Order::greater_equal);
}

// Whether values of one type can always be compared.
template <typename T>
inline constexpr bool always_ordered = true;
template <>
inline constexpr bool always_ordered<None> = false;
template <typename S>
inline constexpr bool always_ordered<Instance<S>> = has_order<Instance<S>>;
template <typename E>
inline constexpr bool always_ordered<Member<E>> = E::mixed;
template <>
inline constexpr bool always_ordered<JsonValue> = false;
template <typename T>
inline constexpr bool always_ordered<List<T>> = always_ordered<T>;
template <typename K, typename V>
inline constexpr bool always_ordered<Dict<K, V>> = false;
template <typename... T>
inline constexpr bool always_ordered<std::tuple<T...>> = (always_ordered<T> && ...);
template <typename... T>
inline constexpr bool always_ordered<std::variant<T...>> = ((is_number<T> && ...));

// For sorting: whether `left` comes before `right`. After an error nothing is compared any more.
template <typename T>
bool before(Call &call, const T &left, const T &right, bool largest = false) {
  if constexpr (always_ordered<T>) {
    return largest ? order(left, right) > 0 : order(left, right) < 0;
  } else {
    return !call.failed() && compared(call, left, right, largest ? Order::greater : Order::less);
  }
}

// Whether a value is equal to itself, as NaN is not.
template <typename T>
bool ordered(const T &value) {
  if constexpr (always_ordered<T>) {
    return order(value, value) == 0;
  } else if constexpr (is_variant<T>) {
    return std::visit([](const auto &member) { return ordered(member); }, value);
  } else {
    return true;
  }
}

}  // namespace modelet::python
