// Unions and the conversions between value types that the compiler asks for.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "python/heap.h"
#include "python/list.h"

namespace modelet::python {

struct Ellipsis {
  friend bool operator==(Ellipsis, Ellipsis) { return true; }
};

template <typename T>
inline constexpr bool is_variant = false;
template <typename... T>
inline constexpr bool is_variant<std::variant<T...>> = true;
template <typename T>
inline constexpr bool is_tuple = false;
template <typename... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;

// The names of a named tuple; none for other tuples.
template <typename T>
inline constexpr std::string_view names_of = {};

template <typename T>
class TupleOf;
template <typename T>
inline constexpr bool is_tuple_of = false;
template <typename T>
inline constexpr bool is_tuple_of<TupleOf<T>> = true;

template <typename T>
class FrozenSet;
template <typename T>
inline constexpr bool is_frozen = false;
template <typename T>
inline constexpr bool is_frozen<FrozenSet<T>> = true;

template <typename T, typename V>
inline constexpr bool is_member = false;
template <typename T, typename... M>
inline constexpr bool is_member<T, std::variant<M...>> = (std::is_same_v<T, M> || ...);

template <typename To, typename From>
To convert(From &&value);

namespace detail {

// Into a union that does not hold the type itself: the first member that the value converts to without loss.
template <typename To, typename From, std::size_t index = 0>
To into_union(From &&value) {
  if constexpr (index == std::variant_size_v<To>) {
    return To{};
  } else {
    using Member = std::variant_alternative_t<index, To>;
    using Plain = std::remove_cvref_t<From>;
    if constexpr (is_tuple_of<Member> && (is_tuple<Plain> || is_tuple_of<Plain>)) {
      return To(std::in_place_index<index>, convert<Member>(std::forward<From>(value)));
    } else if constexpr (is_tuple<Plain> && is_tuple<Member>) {
      if constexpr (std::tuple_size_v<Plain> == std::tuple_size_v<Member> && names_of<Plain> == names_of<Member>) {
        return To(std::in_place_index<index>, convert<Member>(std::forward<From>(value)));
      } else {
        return into_union<To, From, index + 1>(std::forward<From>(value));
      }
    } else if constexpr (std::is_same_v<Plain, bool> && std::is_same_v<Member, int64_t>) {
      return To(std::in_place_index<index>, value ? 1 : 0);
    } else {
      return into_union<To, From, index + 1>(std::forward<From>(value));
    }
  }
}

template <typename To, typename From>
To to_tuple_of(const From &value);

template <typename To, typename From, std::size_t... index>
To tuples(From &&value, std::index_sequence<index...>) {
  return To(convert<std::tuple_element_t<index, To>>(std::get<index>(std::forward<From>(value)))...);
}

}  // namespace detail

// From one value type to another: into a union, between unions, out of one (the compiler knows which member it holds), tuples
// item by item, bool to int to float. What cannot happen gives an empty value.
template <typename To, typename From>
To convert(From &&value) {
  using Plain = std::remove_cvref_t<From>;
  if constexpr (std::is_same_v<To, Plain>) {
    return std::forward<From>(value);
  } else if constexpr (is_variant<Plain>) {
    return std::visit([](auto &&member) { return convert<To>(std::forward<decltype(member)>(member)); }, std::forward<From>(value));
  } else if constexpr (is_variant<To>) {
    if constexpr (is_member<Plain, To>) {
      return To(std::in_place_type<Plain>, std::forward<From>(value));
    } else {
      return detail::into_union<To>(std::forward<From>(value));
    }
  } else if constexpr (is_tuple_of<To> && (is_tuple<Plain> || is_tuple_of<Plain>)) {
    return detail::to_tuple_of<To>(value);
  } else if constexpr (is_tuple<To> && is_tuple<Plain>) {
    if constexpr (std::tuple_size_v<To> == std::tuple_size_v<Plain>) {
      return detail::tuples<To>(std::forward<From>(value), std::make_index_sequence<std::tuple_size_v<To>>());
    } else {
      return To{};
    }
  } else if constexpr (std::is_arithmetic_v<To> && std::is_arithmetic_v<Plain> && !std::is_same_v<To, bool>) {
    return static_cast<To>(value);
  } else if constexpr (std::is_base_of_v<To, Plain> || std::is_base_of_v<Plain, To>) {
    return To(std::forward<From>(value));
  } else {
    return To{};
  }
}

template <typename To, typename Union>
To narrow(const Union &value) {
  if constexpr (is_variant<To>) {
    return convert<To>(value);
  } else {
    const To *member = std::get_if<To>(&value);
    return member != nullptr ? *member : To{};
  }
}

template <typename Member, typename Union>
bool holds_one(const Union &value) {
  return std::holds_alternative<Member>(value);
}

template <typename... Member, typename Union>
bool holds(Call &, const Union &value) {
  return (std::holds_alternative<Member>(value) || ...);
}

template <typename Union>
bool is_none(Call &, const Union &value) {
  return std::holds_alternative<None>(value);
}
template <typename Union>
bool is_not_none(Call &, const Union &value) {
  return !std::holds_alternative<None>(value);
}

// The condition of code whose types could not be found; such code was reported and is never built.
inline bool unknown(Call &) {
  return false;
}

// A list that nobody else has yet, as one that may hold other values as well.
template <typename T, typename U>
List<T> list_among(Call &call, const List<U> &made) {
  if constexpr (std::is_same_v<T, U>) {
    return made;
  } else {
    const auto list = new_list<T>(call, made.size());
    for (int64_t at = 0; at < made.size() && !call.failed(); ++at) list.push(call, convert<T>(made.at(at)));
    return list;
  }
}

}  // namespace modelet::python
