// New arrays: filled, counted, spaced.
#pragma once

#include <cmath>

#include "numpy/arrange.h"
#include "python/list.h"
#include "python/range.h"

namespace modelet::numpy {

template <typename T, typename From, typename S, typename Value>
Array full(Call &call, const S &shape, const Value &value) {
  const Array out = new_array(call, dtype_of<T>, extents(shape));
  if (!call.failed()) assign<T, From>(call, out, value);
  return out;
}
// Memory laid out as the model array's.
template <typename T, typename From, typename Value>
Array full_like(Call &call, const Array &model, const Value &value) {
  const Array out = new_array_like(call, dtype_of<T>, model.shape, &model, 1);
  if (!call.failed()) assign<T, From>(call, out, value);
  return out;
}

// How many steps lie between; -1 with an error raised.
int64_t steps_between(Call &call, double start, double stop, double step);
int64_t steps_between(Call &call, int64_t start, int64_t stop, int64_t step);

// numpy computes the first two values and then start + index * (second - first), in the result's type.
template <typename T, typename Number>
Array arange(Call &call, Number start, Number stop, Number step) {
  const int64_t count = steps_between(call, start, stop, step);
  const Array out = count < 0 ? Array() : new_array(call, dtype_of<T>, {count});
  if (call.failed()) return out;
  auto *values = reinterpret_cast<T *>(out.data());
  if constexpr (std::is_floating_point_v<Number>) {
    const T first = cast<T>(start), delta = static_cast<T>(cast<T>(start + step) - first);
    for (int64_t index = 0; index < count; ++index)
      values[index] = index == 1 ? cast<T>(start + step) : static_cast<T>(first + static_cast<T>(index) * delta);
  } else {
    const auto first = static_cast<uint64_t>(start), delta = static_cast<uint64_t>(step);
    for (int64_t index = 0; index < count; ++index)
      values[index] = cast<T>(static_cast<int64_t>(first + static_cast<uint64_t>(index) * delta));
  }
  return out;
}

bool check_samples(Call &call, int64_t count);

template <typename T>
Array linspace(Call &call, double start, double stop, int64_t count, bool endpoint) {
  const Array out = check_samples(call, count) ? new_array(call, dtype_of<T>, {count}) : Array();
  if (call.failed()) return out;
  auto *values = reinterpret_cast<T *>(out.data());
  const int64_t parts = endpoint ? count - 1 : count;
  const double delta = stop - start;
  const double step = parts > 0 ? delta / static_cast<double>(parts) : 0;
  for (int64_t at = 0; at < count; ++at) {
    const auto index = static_cast<double>(at);
    values[at] = cast<T>(parts <= 0  ? index * delta + start
                         : step == 0 ? index / static_cast<double>(parts) * delta + start
                                     : index * step + start);
  }
  if (endpoint && count > 1) values[count - 1] = cast<T>(stop);
  return out;
}

template <typename T>
Array eye(Call &call, int64_t rows, int64_t columns, int64_t diagonal) {
  const Array out = full<T, T>(call, std::make_tuple(rows, columns), T{});
  if (call.failed()) return out;
  for (int64_t row = 0; row < rows; ++row)
    if (row + diagonal >= 0 && row + diagonal < columns)
      save<T>(out.data() + row * out.strides[0] + (row + diagonal) * out.strides[1], T{1});
  return out;
}

// Each with at least so many axes.
std::vector<Array> with_rank(Call &call, const python::List<Array> &arrays, int32_t rank);
// One view a row.
python::List<Array> rows(Call &call, const Array &array);

template <typename T>
Array concatenate(Call &call, const python::List<Array> &arrays, int64_t axis) {
  return concatenate_all<T>(call, {arrays.begin(), arrays.end()}, axis);
}
template <typename T>
Array concatenate_flat(Call &call, const python::List<Array> &arrays) {
  std::vector<Array> flat;
  for (const Array &one : arrays) flat.push_back(call.failed() ? Array() : ravel(call, one));
  return call.failed() ? Array() : concatenate_all<T>(call, flat, 0);
}
template <typename T>
Array vstack(Call &call, const python::List<Array> &arrays) {
  return concatenate_all<T>(call, with_rank(call, arrays, 2), 0);
}
template <typename T>
Array hstack(Call &call, const python::List<Array> &arrays) {
  const std::vector<Array> wide = with_rank(call, arrays, 1);
  return concatenate_all<T>(call, wide, !wide.empty() && wide[0].rank() == 1 ? 0 : 1);
}
template <typename T>
Array dstack(Call &call, const python::List<Array> &arrays) {
  return concatenate_all<T>(call, with_rank(call, arrays, 3), 2);
}
template <typename T>
Array column_stack(Call &call, const python::List<Array> &arrays) {
  std::vector<Array> wide;
  for (const Array &one : arrays) wide.push_back(one.rank() >= 2 ? one : reshape(call, one, {one.size(), 1}));
  return call.failed() ? Array() : concatenate_all<T>(call, wide, 1);
}
template <typename T>
Array stack(Call &call, const python::List<Array> &arrays, int64_t axis) {
  return stack_all<T>(call, {arrays.begin(), arrays.end()}, axis);
}

// Whether arrays of these shapes are the rows of one; ValueError as numpy says it.
bool regular(Call &call, std::span<const Array> arrays);

// `numpy.array` of a list of arrays.
template <typename T>
Array rows(Call &call, const python::List<Array> &arrays) {
  if (arrays.size() == 0) return new_array(call, dtype_of<T>, {0});
  return regular(call, {arrays.begin(), arrays.end()}) ? stack<T>(call, arrays, 0) : Array();
}

}  // namespace modelet::numpy
