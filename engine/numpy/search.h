// Finding, choosing and comparing whole arrays.
#pragma once

#include <algorithm>

#include "numpy/index.h"
#include "numpy/order.h"

namespace modelet::numpy {

// The same shape, and every element equal.
template <typename A, typename B, typename L, typename R>
bool array_equal(Call &call, const Array &left, const Array &right) {
  if (!(left.shape == right.shape)) return false;
  const Array same = binary<Equal, A, B, L, R>(call, left, right);
  const Array all = call.failed() ? Array() : reduce<All, bool, bool>(call, same, python::None{}, false);
  return !call.failed() && load<bool>(all.data());
}

// Positions in the flattened array as positions along one axis.
Array positions_along(Call &call, const Array &flat, const Extents &shape, int32_t axis);

// Where the flattened array is not zero.
template <typename T>
Array flat_nonzero(Call &call, const Array &given) {
  const Array array = ravel(call, given);
  if (call.failed()) return {};
  std::vector<int64_t> found;
  for (int64_t index = 0; index < array.size(); ++index)
    if (load<T>(array.data() + index * array.strides[0]) != T{}) found.push_back(index);
  const Array out = new_array(call, DType::int64, {static_cast<int64_t>(found.size())});
  if (!call.failed()) std::copy(found.begin(), found.end(), reinterpret_cast<int64_t *>(out.data()));
  return out;
}

// One array of positions for each axis: where the array is not zero, in C order.
template <typename T, int32_t rank>
auto nonzero(Call &call, const Array &array) {
  const Array flat = flat_nonzero<T>(call, array);
  return [&]<std::size_t... axis>(std::index_sequence<axis...>) {
    return std::make_tuple(positions_along(call, flat, array.shape, static_cast<int32_t>(axis))...);
  }(std::make_index_sequence<static_cast<std::size_t>(rank)>());
}

// Each element less the one before it along an axis.
template <typename T>
Array difference(Call &call, const Array &array, int64_t axis) {
  int32_t place = 0;
  if (!normal_axis(call, axis, array.rank(), place)) return {};
  const int64_t count = std::max<int64_t>(array.shape[place] - 1, 0);
  const int64_t first = std::min<int64_t>(array.shape[place], 1);
  return binary<Subtract, T, T, T, T>(call, part(array, place, first, count), part(array, place, 0, count));
}

Array flip(Call &call, const Array &array, const Axes &axes);  // a view
Array take(Call &call, const Array &array, const Array &positions, const Axes &axes);
Array repeat(Call &call, const Array &array, int64_t count, const Axes &axes);

}  // namespace modelet::numpy
