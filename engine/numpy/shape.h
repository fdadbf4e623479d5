// Views and new arrangements: reshaping, transposing, joining.
#pragma once

#include <span>
#include <vector>

#include "numpy/reduce.h"
#include "python/list.h"
#include "python/range.h"
#include "python/values.h"

namespace modelet::numpy {

// A shape leaves as the tuple that it is.
inline void encode_object(Call &, python::Writer &writer, const Extents &shape) {
  writer.open(python::Reader::Kind::tuple, false);
  for (int32_t axis = 0; axis < shape.rank; ++axis) writer.integer(shape[axis]);
  writer.close();
}

inline Extents extents(int64_t value) {
  return {value};
}
inline Extents extents(const Extents &value) {
  return value;
}
template <typename... T>
Extents extents(const std::tuple<T...> &values) {
  static_assert(sizeof...(T) <= static_cast<std::size_t>(Extents::maximum));
  return std::apply([](auto... value) { return Extents{static_cast<int64_t>(value)...}; }, values);
}

Array reshape(Call &call, const Array &array, const Extents &shape);  // one extent may be -1
Array ravel(Call &call, const Array &array);                          // shares memory when it can
Array flatten(Call &call, const Array &array);
Array transpose(Call &call, const Array &array, const Axes &axes);
inline Extents strides(Call &, const Array &array) {
  return array.strides;
}
// numpy's as_strided: a view that must stay in the memory between the array's first and last element; ValueError else.
Array strided_view(Call &call, const Array &array, const Extents &shape, const Extents &strides);
template <typename Shape, typename Strides>
Array as_strided(Call &call, const Array &array, const Shape &shape, const Strides &strides) {
  return strided_view(call, array, extents(shape), extents(strides));
}
// The same memory as another dtype; the last axis takes up what elements of another size need.
Array viewed(Call &call, const Array &array, DType dtype);
Array swap_axes(Call &call, const Array &array, int64_t first, int64_t second);
Array expand_dims(Call &call, const Array &array, int64_t axis);
Array squeeze(Call &call, const Array &array, const Axes &axes);

template <typename S>
Array reshaped(Call &call, const Array &array, const S &shape) {
  return reshape(call, array, extents(shape));
}

// The part of `array` from `first` on, `count` long, along an axis.
Array part(const Array &array, int32_t axis, int64_t first, int64_t count);
bool joined_shape(Call &call, std::span<const Array> arrays, int32_t axis, Extents &shape);

// Arrays of dtype From, joined along an axis that exists (concatenate) or a new one (stack).
template <typename T>
Array concatenate_all(Call &call, std::span<const Array> arrays, int64_t axis) {
  if (arrays.empty()) return call.raise("ValueError", "need at least one array to concatenate"), Array();
  if (arrays[0].rank() == 0) return call.raise("ValueError", "zero-dimensional arrays cannot be concatenated"), Array();
  int32_t place = 0;
  Extents shape;
  if (!normal_axis(call, axis, arrays[0].rank(), place) || !joined_shape(call, arrays, place, shape)) return {};
  const Array out = new_array_like(call, dtype_of<T>, shape, arrays.data(), 1);
  int64_t first = 0;
  for (const Array &one : arrays) {
    if (call.failed()) return {};
    assign<T, T>(call, part(out, place, first, one.shape[place]), one);
    first += one.shape[place];
  }
  return out;
}
template <typename T>
Array stack_all(Call &call, std::span<const Array> arrays, int64_t axis) {
  if (arrays.empty()) return call.raise("ValueError", "need at least one array to stack"), Array();
  std::vector<Array> wide;
  for (const Array &one : arrays) {
    if (!(one.shape == arrays[0].shape)) return call.raise("ValueError", "all input arrays must have the same shape"), Array();
    wide.push_back(expand_dims(call, one, axis));
    if (call.failed()) return {};
  }
  return concatenate_all<T>(call, wide, axis);
}

// A constant of the library: never written to.
Array constant(DType dtype, const Extents &shape, const void *data);

// The shape as a tuple, for arrays whose rank the compiler knows.
template <int32_t rank>
auto shape_tuple(Call &, const Array &array) {
  return [&]<std::size_t... axis>(std::index_sequence<axis...>) {
    return std::make_tuple(array.shape[static_cast<int32_t>(axis)]...);
  }(std::make_index_sequence<static_cast<std::size_t>(rank)>());
}
inline Extents shape(Call &, const Array &array) {
  return array.shape;
}
inline int64_t rank(Call &, const Array &array) {
  return array.rank();
}
inline int64_t size(Call &, const Array &array) {
  return array.size();
}
// One extent of a shape; IndexError as a tuple says it.
int64_t extent(Call &call, const Extents &shape, int64_t position);
Extents extents_slice(Call &call, const Extents &shape, const python::Slice &slice);
// TypeError for an array of another rank than the compiled code was made for.
Array expect_rank(Call &call, const Array &array, int64_t rank);
python::List<int64_t> shape_list(Call &call, const Extents &shape);
template <typename L, typename R>
bool same_shape(Call &, const L &left, const R &right) {
  return extents(left) == extents(right);
}
template <typename L, typename R>
bool other_shape(Call &, const L &left, const R &right) {
  return !(extents(left) == extents(right));
}
inline int64_t extents_len(Call &, const Extents &shape) {
  return shape.rank;
}
// For `rows, columns = array.shape`; ValueError as a tuple says it.
Extents unpack_shape(Call &call, const Extents &shape, int64_t count);

}  // namespace modelet::numpy
