// Searches for NaN. CPython finds the object that is searched for itself; here floats have no identity.
#pragma once

#include <bit>

#include "python/views.h"

namespace modelet::python {

// Whether two values may be one NaN object: they have the same bits.
template <typename A, typename B>
bool maybe_one_nan(const A &left, const B &right) {
  if constexpr (is_variant<A>) {
    return std::visit([&](const auto &member) { return maybe_one_nan(member, right); }, left);
  } else if constexpr (is_variant<B>) {
    return std::visit([&](const auto &member) { return maybe_one_nan(left, member); }, right);
  } else if constexpr (std::is_same_v<A, double> && std::is_same_v<B, double>) {
    return std::isnan(left) && std::bit_cast<int64_t>(left) == std::bit_cast<int64_t>(right);
  } else {
    return false;
  }
}

// ValueError where what CPython answers depends on whether two NaN are one object.
template <typename Q, typename V>
void check_nan(Call &call, const Q &item, const V &values) {
  if (!maybe_one_nan(item, item)) return;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item one{};
  while (!call.failed() && iterator.next(call, one))
    if (maybe_one_nan(item, one))
      return raise(call, "ValueError", "a search for NaN among NaN is not supported in compiled code: floats have no identity there");
}

}  // namespace modelet::python
