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
python::Str shape_str(Call &call, const Extents &shape);
python::Str format(Call &call, const Array &array, const python::Str &spec);

// `array[position]`, which is there, as a view.
Array part_at(const Array &array, int64_t position);

bool ragged(Call &call, int32_t axis, const Extents &shape);

template <typename T>
inline constexpr int32_t depth_of = 0;
template <typename T>
inline constexpr int32_t depth_of<python::List<T>> = 1 + depth_of<T>;
template <>
inline constexpr int32_t depth_of<std::tuple<>> = 1;
template <typename T, typename... Rest>
inline constexpr int32_t depth_of<std::tuple<T, Rest...>> = 1 + depth_of<T>;

namespace detail {

// body(item) for each item of a list or tuple, until one says false.
template <typename T, typename Body>
bool each_item(const python::List<T> &list, Body &&body) {
  for (int64_t at = 0; at < list.size(); ++at)
    if (!body(list.at(at))) return false;
  return true;
}
template <typename... T, typename Body>
bool each_item(const std::tuple<T...> &items, Body &&body) {
  return std::apply([&](const auto &...item) { return (body(item) && ...); }, items);
}
template <typename T>
int64_t length_of(const python::List<T> &list) {
  return list.size();
}
template <typename... T>
int64_t length_of(const std::tuple<T...> &) {
  return sizeof...(T);
}

template <typename T>
bool measure(Call &call, const T &items, int32_t axis, Extents &shape, bool first) {
  if (first) shape[axis] = length_of(items);
  if (shape[axis] != length_of(items)) return ragged(call, axis, shape);
  if constexpr (depth_of<T> > 1) {
    bool leads = first;
    return each_item(items, [&](const auto &item) {
      const bool fine = measure(call, item, axis + 1, shape, leads);
      leads = false;
      return fine;
    });
  }
  return true;
}

template <typename Value, typename T>
bool fill(Call &call, const T &item, Value *&out) {
  if constexpr (depth_of<T> > 0) {
    return each_item(item, [&](const auto &inner) { return fill(call, inner, out); });
  } else if constexpr (std::is_arithmetic_v<T>) {
    *out++ = Weak<Value>(call, item).value;
  } else if constexpr (python::is_variant<T>) {
    return std::visit([&](const auto &inner) { return fill(call, inner, out); }, item);
  }
  return true;
}

template <typename T>
T item_of(Call &call, const Array &array) {
  if constexpr (std::is_same_v<T, bool>) return to_bool(call, array);
  if constexpr (std::is_same_v<T, int64_t>) return to_int64(call, array);
  return static_cast<T>(to_double(call, array));
}

template <typename T, typename Number>
T nested(Call &call, const Array &array) {
  if constexpr (depth_of<T> > 0) {
    using Inner = typename T::Item;
    auto out = python::new_list<Inner>(call, array.shape[0]);
    for (int64_t at = 0; at < array.shape[0] && !call.failed(); ++at) out.push(call, nested<Inner, Number>(call, part_at(array, at)));
    return out;
  } else {
    return T(item_of<Number>(call, array));
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
template <typename T, typename Nest>
Array from_list(Call &call, const Nest &list) {
  Extents shape;
  shape.rank = depth_of<Nest>;
  if (!detail::measure(call, list, 0, shape, true)) return {};
  const Array out = new_array(call, dtype_of<T>, shape);
  if (call.failed()) return out;
  auto *values = reinterpret_cast<T *>(out.data);
  detail::fill(call, list, values);
  return out;
}

// One array for each item.
template <typename T, typename Item>
python::List<Array> each_from_list(Call &call, const python::List<Item> &list) {
  auto out = python::new_list<Array>(call, list.size());
  for (int64_t at = 0; at < list.size() && !call.failed(); ++at) out.push(call, from_list<T>(call, list.at(at)));
  return out;
}

// `array.tolist()`; T is the nested list's type, Number that of its numbers.
template <typename T, typename Number>
T to_nested(Call &call, const Array &array) {
  return detail::nested<T, Number>(call, array);
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
// The extents of a shape.
struct ExtentsIterator {
  using Item = int64_t;
  Extents shape;
  int32_t at = 0;
  bool next(Call &, int64_t &item) {
    if (at >= shape.rank) return false;
    item = shape[at++];
    return true;
  }
};
inline ExtentsIterator iterate(Call &, const Extents &shape) {
  return {shape};
}
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
