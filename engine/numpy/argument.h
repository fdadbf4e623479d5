// Arrays that a caller passed: of the dtype and rank that the compiled code was made for.
#pragma once

#include <variant>

#include "numpy/array.h"
#include "python/compare.h"
#include "python/union.h"

namespace modelet::numpy {

struct Expected {
  const char *function;
  const char *parameter;
  DType dtype;
  int32_t rank;  // -1: any
};

// TypeError when the array is another one.
void check_array(Call &call, const Array &array, const Expected &expected);

// Every array in the value.
template <typename T>
void check_argument(Call &call, const T &value, const Expected &expected) {
  if constexpr (std::is_same_v<T, Array>) {
    check_array(call, value, expected);
  } else if constexpr (python::is_variant<T>) {
    std::visit([&](const auto &member) { check_argument(call, member, expected); }, value);
  } else if constexpr (python::is_tuple<T>) {
    std::apply([&](const auto &...item) { (check_argument(call, item, expected), ...); }, value);
  } else if constexpr (python::detail::is_list<T>) {
    for (const auto &item : value) check_argument(call, item, expected);
  } else if constexpr (python::detail::is_dict<T>) {
    for (const auto &entry : value.table().entries())
      if (entry.live) check_argument(call, entry.value, expected);
  }
}

}  // namespace modelet::numpy
