// Members of users' Enums: an index into the tables that the compiler emits with each class,
//   static constexpr std::string_view name;                  "module.Class"
//   static constexpr std::u32string_view texts[], shown[];   str() and repr() of the members, in order
//   static constexpr bool mixed;                             whether members are ints or strings besides; then
//   static constexpr T values[];                             what they are: int64_t, double or std::u32string_view
//   static void encode(Call &, Writer &, int64_t index); static bool decode(Call &, const Reader &, int64_t &index);
#pragma once

#include <cstdint>

namespace modelet::python {

template <typename E>
struct Member {
  using Enum = E;
  int64_t index = 0;
  friend bool operator==(Member left, Member right) { return left.index == right.index; }
};

template <typename T>
inline constexpr bool is_enum = false;
template <typename E>
inline constexpr bool is_enum<Member<E>> = true;

// The int or str that a member of a mixed Enum is.
template <typename E>
auto plain_value(Member<E> member) {
  return E::values[member.index];
}

}  // namespace modelet::python
