// Members of users' Flags: the number that combines the flags. The compiler emits the names with each class.
#pragma once

#include <string>
#include <string_view>

#include "python/enum.h"
#include "python/str.h"
#include "python/union.h"

namespace modelet::python {

struct FlagName {
  int64_t value;
  std::u32string_view name;
};

enum class FlagText { name, number, repr };

// What a member is called, by its number; indexed like the tables of other Enums.
class FlagNames {
 public:
  template <std::size_t size>
  constexpr FlagNames(std::u32string_view name, const FlagName (&members)[size], std::u32string_view zero, bool by_value, FlagText text)
      : class_(name), members_(members), count_(size), zero_(zero), by_value_(by_value), text_(text) {}

  std::u32string operator[](int64_t value) const;
  std::u32string name(int64_t value) const;  // empty: it has none

 private:
  std::u32string_view class_;
  const FlagName *members_;  // single flags before combined ones
  std::size_t count_;
  std::u32string_view zero_;
  bool by_value_;  // single flags are named by rising value, not in the order of their definition
  FlagText text_;
};

struct FlagNumbers {
  constexpr int64_t operator[](int64_t value) const { return value; }
};

template <typename M>
M flag_member(Call &, int64_t value) {
  return M{value};
}

template <typename M>
std::variant<None, Str> flag_name(Call &call, const M &member) {
  const std::u32string name = M::Enum::texts.name(member.index);
  if (name.empty()) return None{};
  return new_str(call, name);
}

}  // namespace modelet::python
