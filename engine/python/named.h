// NamedTuple tuples: a std::tuple that knows its class's name and its fields' names, which only its repr shows.
#pragma once

#include <algorithm>
#include <string_view>

#include "python/union.h"

namespace modelet::python {

// The names as an argument of a template: the class, then its fields, with a space after each.
template <std::size_t size>
struct Label {
  char text[size]{};
  constexpr Label(const char (&from)[size]) { std::copy_n(from, size, text); }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

template <Label label, typename... T>
struct NamedTuple : std::tuple<T...> {
  using std::tuple<T...>::tuple;
};

template <Label label, typename... T>
inline constexpr bool is_tuple<NamedTuple<label, T...>> = true;
template <Label label, typename... T>
inline constexpr std::string_view names_of<NamedTuple<label, T...>> = label.view();

}  // namespace modelet::python

template <modelet::python::Label label, typename... T>
struct std::tuple_size<modelet::python::NamedTuple<label, T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t index, modelet::python::Label label, typename... T>
struct std::tuple_element<index, modelet::python::NamedTuple<label, T...>> : std::tuple_element<index, std::tuple<T...>> {};
