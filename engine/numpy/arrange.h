// Other arrangements of an array's elements, of any dtype: triangles, diagonals, rolls, tiles, padding, splits.
#pragma once

#include "numpy/search.h"
#include "python/tuple_of.h"

namespace modelet::numpy {

// Copies the elements of `source` into `target`, which has the same dtype and shape.
void move_elements(const Array &target, const Array &source);
// All bytes zero.
Array zeros(Call &call, DType dtype, const Extents &shape);

Array triangle(Call &call, const Array &array, int64_t offset, bool upper);                     // zeros elsewhere
Array diagonal(Call &call, const Array &array, int64_t offset, int64_t first, int64_t second);  // a read-only view
Array diagonal_matrix(Call &call, const Array &line, int64_t offset);
Array roll(Call &call, const Array &array, const Axes &shifts, const Axes &axes);
Array shifted(Call &call, const Array &array, int64_t axis, bool back);       // numpy.fft.fftshift
Array packed(Call &call, const Array &flags, const Axes &axes, bool little);  // bits into bytes
Array unpacked(Call &call, const Array &bytes, const Axes &axes, bool little);
Array rotate(Call &call, const Array &array, int64_t times, const Axes &axes);
Array tile(Call &call, const Array &array, const Axes &times);
Array move_axes(Call &call, const Array &array, const Axes &from, const Axes &to);
Array with_axes_behind(Call &call, const Array &array, const Array &other);  // for an outer product with `other`
Array at_least(Call &call, const Array &array, int64_t rank);
Array broadcast_array(Call &call, const Array &array, const Extents &shape);  // a read-only view
Array repeat_each(Call &call, const Array &array, const Array &counts, const Axes &axes);
Array windows(Call &call, const Array &array, const Axes &sizes, const Axes &axes);  // a read-only view

// `widths` as numpy.pad takes them, int64; `mode` counts edge, reflect, symmetric, wrap.
Array pad(Call &call, const Array &array, const Array &widths, int64_t mode);
// Zeros around; the inner part's place is in `begin`.
Array pad_zeros(Call &call, const Array &array, const Array &widths, Extents &begin);
template <typename T, typename From, typename Value>
Array pad_constant(Call &call, const Array &array, const Array &widths, const Value &value) {
  Extents begin;
  const Array out = pad_zeros(call, array, widths, begin);
  if (call.failed()) return {};
  assign<T, From>(call, out, value);
  Array inner = out;
  for (int32_t axis = 0; axis < out.rank(); ++axis) inner = part(inner, axis, begin[axis], array.shape[axis]);
  move_elements(inner, array);
  return out;
}

// Views of the parts; array_split allows uneven ones.
python::List<Array> split(Call &call, const Array &array, int64_t parts, int64_t axis, bool even);
python::List<Array> split_at(Call &call, const Array &array, const Array &places, int64_t axis);

Array take_along(Call &call, const Array &array, const Array &positions, const Axes &axes);
void put_along(Call &call, const Array &array, const Array &positions, const Array &values, int64_t axis);
// The view of weights that numpy.average multiplies by.
Array spread_weights(Call &call, const Array &weights, const Array &array, int64_t axis);
Array argwhere(Call &call, const Array &flat, const Array &array);
// Positions of the flattened array as one array an axis, and back.
Array unravelled(Call &call, const Array &flat, const Extents &shape, int32_t axis);
Array ravelled(Call &call, const python::List<Array> &positions, const Extents &shape);
Array without(Call &call, const Array &array, const Array &positions, const Axes &axes);  // numpy.delete
Array inserted(Call &call, const Array &array, const Array &positions, const Array &values, const Axes &axes);
Array meshed(Call &call, const Array &line, int32_t place, const Extents &shape);

template <typename S>
Array broadcast_as(Call &call, const Array &array, const S &shape) {
  return broadcast_array(call, array, extents(shape));
}
template <typename S>
Array meshed_as(Call &call, const Array &line, int64_t place, const S &shape) {
  return meshed(call, line, static_cast<int32_t>(place), extents(shape));
}
// With as many items as the shape has axes.
template <typename S>
python::TupleOf<Array> unravel_all(Call &call, const Array &flat, const S &given) {
  const Extents shape = extents(given);
  std::vector<Array> out;
  for (int32_t axis = 0; axis < shape.rank && !call.failed(); ++axis) out.push_back(unravelled(call, flat, shape, axis));
  return python::TupleOf<Array>(std::move(out));
}
template <int32_t rank, typename S>
auto unravel(Call &call, const Array &flat, const S &given) {
  const Extents shape = extents(given);
  return [&]<std::size_t... axis>(std::index_sequence<axis...>) {
    return std::make_tuple(unravelled(call, flat, shape, static_cast<int32_t>(axis))...);
  }(std::make_index_sequence<static_cast<std::size_t>(rank)>());
}
template <typename S>
Array ravel_positions(Call &call, const python::List<Array> &positions, const S &shape) {
  return ravelled(call, positions, extents(shape));
}
// numpy.argwhere of where an array of T is not zero.
template <typename T>
Array arg_where(Call &call, const Array &array) {
  const Array flat = flat_nonzero<T>(call, array);
  return call.failed() ? Array() : argwhere(call, flat, array);
}

}  // namespace modelet::numpy
