// Functions, classes and other objects that are known when compiling, and classes that are known at run time only.
#pragma once

#include <algorithm>
#include <string_view>

#include "python/str.h"

namespace modelet::python {

int64_t hash_str(std::u32string_view text);

// A class that is known at run time only: its name. No string is equal to it.
struct Class : Str {
  Class() = default;
  Class(Str name) : Str(std::move(name)) {}
  int64_t hash_code() const { return hash_str(view()); }
};

// What repr() shows of a class between its quotes, as an argument of a template.
template <std::size_t size>
struct Shown {
  char32_t text[size]{};
  constexpr Shown(const char32_t (&from)[size]) { std::copy_n(from, size, text); }
  constexpr std::u32string_view view() const { return {text, size - 1}; }
};

// What is known when compiling: its number is all there is, and of a class its name, by which it is found among others at run time.
template <int number, Shown shown = U"">
struct Static {
  static constexpr bool is_class = !shown.view().empty();
  static constexpr std::u32string_view path() { return shown.view(); }
  static constexpr std::u32string_view name() { return path().substr(path().rfind(U'.') + 1); }
  int64_t hash_code() const { return is_class ? hash_str(name()) : number; }
  friend bool operator==(Static, Static) { return true; }
};

template <typename T>
inline constexpr bool is_static = false;
template <int number, Shown shown>
inline constexpr bool is_static<Static<number, shown>> = true;

template <int number, Shown shown>
bool same_object(const Class &left, const Static<number, shown> &right) {
  return right.is_class && left.view() == right.name();
}
template <int number, Shown shown>
bool same_object(const Static<number, shown> &left, const Class &right) {
  return same_object(right, left);
}

}  // namespace modelet::python
