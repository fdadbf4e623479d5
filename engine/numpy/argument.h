// Arrays that a caller passed: of the dtype and rank that the compiled code was made for.
#pragma once

#include <span>
#include <variant>

#include "numpy/array.h"
#include "python/compare.h"
#include "python/union.h"

namespace modelet {
struct Values;  // core/values.h
}

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
  } else if constexpr (python::is_tuple_of<T>) {
    for (int64_t at = 0; at < value.size(); ++at) check_argument(call, value.at(at), expected);
  }
}

// Which row of dtypes the caller's arrays have: the first array in each parameter counts, and a parameter without one fits every row.
// -1 with TypeError raised when there is no such row.
int64_t find_variant(Call &call, const Values &values, const char *function, std::span<const char *const> parameters,
                     std::span<const DType> rows);
template <std::size_t count, std::size_t parameters>
int64_t find_variant(Call &call, const Values &values, const char *function, const char *const (&names)[parameters],
                     const DType (&rows)[count][parameters]) {
  return find_variant(call, values, function, std::span(names), std::span(&rows[0][0], count * parameters));
}

}  // namespace modelet::numpy
