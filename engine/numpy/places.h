// numpy.nonzero where the number of axes is known at run time only: a tuple of one array an axis, as a list of the engine's.
#pragma once

#include "numpy/arrange.h"

namespace modelet::numpy {

using Places = python::List<Array>;

template <typename T>
Places nonzero_places(Call &call, const Array &array) {
  auto out = python::new_list<Array>(call, array.rank());
  const Array flat = flat_nonzero<T>(call, array);
  for (int32_t axis = 0; axis < array.rank() && !call.failed(); ++axis) out.push(call, positions_along(call, flat, array.shape, axis));
  return out;
}
inline Array place_at(Call &call, const Places &places, int64_t position) {
  const int64_t count = places.size();
  if (position >= -count && position < count) return places.at(position < 0 ? position + count : position);
  call.raise("IndexError", "tuple index out of range");
  return {};
}
inline int64_t places_len(Call &, const Places &places) {
  return places.size();
}
inline Places unpack_places(Call &call, const Places &places, int64_t count) {
  Extents counted;
  counted.rank = static_cast<int32_t>(places.size());
  unpack_shape(call, counted, count);
  return places;
}

}  // namespace modelet::numpy
