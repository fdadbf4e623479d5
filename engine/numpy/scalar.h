// Between arrays and Python's values: numbers, lists, text, truth, loops.
#pragma once

#include "numpy/index.h"
#include "numpy/shape.h"
#include "python/runtime.h"

namespace modelet::numpy {

int64_t len(Call &call, const Array &array);
// For `first, second = array`; ValueError for another number of rows.
Array unpack(Call &call, const Array &array, int64_t count);
// What Python makes of a scalar where it wants an int; TypeError for others.
int64_t as_index(Call &call, const Array &array);
int64_t to_int64(Call &call, const Array &array);
double to_double(Call &call, const Array &array);
bool to_bool(Call &call, const Array &array);
bool truth(Call &call, const Array &array);
python::Str str(Call &call, const Array &array);
python::Str repr(Call &call, const Array &array);
python::Str format(Call &call, const Array &array, const python::Str &spec);

// `array[position]`, which is there, as a view.
Array part_at(const Array &array, int64_t position);

bool ragged(Call &call, int32_t axis, const Extents &shape);

template <typename T>
inline constexpr int32_t depth_of = 0;
template <typename T>
inline constexpr int32_t depth_of<python::List<T>> = 1 + depth_of<T>;

namespace detail {

template <typename T>
bool measure(Call &call, const python::List<T> &list, int32_t axis, Extents &shape, bool first) {
  if (first) shape[axis] = list.size();
  if (shape[axis] != list.size()) return ragged(call, axis, shape);
  if constexpr (depth_of<T> > 0) {
    for (int64_t at = 0; at < list.size(); ++at)
      if (!measure(call, list.at(at), axis + 1, shape, first && at == 0)) return false;
  }
  return true;
}

template <typename Value, typename T>
void fill(Call &call, const T &item, Value *&out) {
  if constexpr (depth_of<T> > 0) {
    for (const auto &inner : item) fill(call, inner, out);
  } else {
    if constexpr (std::is_arithmetic_v<T>) *out++ = Weak<Value>(call, item).value;
  }
}

template <typename T>
T item_of(Call &call, const Array &array) {
  if constexpr (std::is_same_v<T, bool>) return to_bool(call, array);
  if constexpr (std::is_same_v<T, int64_t>) return to_int64(call, array);
  return static_cast<T>(to_double(call, array));
}

template <typename T>
T nested(Call &call, const Array &array) {
  if constexpr (depth_of<T> > 0) {
    using Inner = typename T::Item;
    auto out = python::new_list<Inner>(call, array.shape[0]);
    for (int64_t at = 0; at < array.shape[0] && !call.failed(); ++at) out.push(call, nested<Inner>(call, part_at(array, at)));
    return out;
  } else {
    return item_of<T>(call, array);
  }
}

}  // namespace detail

// The one element of an array of one; ValueError for others.
bool check_single(Call &call, const Array &array);
template <typename T>
T item(Call &call, const Array &array) {
  if (!check_single(call, array)) return T{};
  Array one = array;
  one.shape = one.strides = {};
  return detail::item_of<T>(call, one);
}

// Scalars as Python's numbers.
template <typename T>
python::List<T> numbers(Call &call, const python::List<Array> &scalars) {
  auto out = python::new_list<T>(call, scalars.size());
  for (const Array &one : scalars) {
    if (call.failed()) break;
    out.push(call, detail::item_of<T>(call, one));
  }
  return out;
}

// Of nested lists of numbers, as dtype T.
template <typename T, typename Item>
Array from_list(Call &call, const python::List<Item> &list) {
  Extents shape;
  shape.rank = depth_of<python::List<Item>>;
  if (!detail::measure(call, list, 0, shape, true)) return {};
  const Array out = new_array(call, dtype_of<T>, shape);
  if (call.failed()) return out;
  auto *values = reinterpret_cast<T *>(out.data);
  detail::fill(call, list, values);
  return out;
}

// `array.tolist()`; T is the nested list's type.
template <typename T>
T to_nested(Call &call, const Array &array) {
  return detail::nested<T>(call, array);
}

// One row, or one scalar, after another.
struct ArrayIterator {
  using Item = Array;
  Array array;
  int64_t at = 0;
  bool next(Call &call, Array &item) {
    if (at >= array.shape[0]) return false;
    item = index(call, array, at++);
    return !call.failed();
  }
};
inline ArrayIterator iterate(Call &call, const Array &array) {
  if (array.rank() > 0) return {array};
  call.raise("TypeError", "iteration over a 0-d array");
  Array none;
  none.shape = {0};
  return {none};
}

}  // namespace modelet::numpy

namespace modelet::python {
using numpy::iterate;
using numpy::len;
using numpy::repr;
using numpy::str;
using numpy::truth;
}  // namespace modelet::python
