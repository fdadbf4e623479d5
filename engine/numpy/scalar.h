// Between arrays and Python's values: numbers, lists, text, truth, loops.
#pragma once

#include <compare>

#include "numpy/index.h"
#include "numpy/shape.h"
#include "python/json.h"
#include "python/runtime.h"

namespace modelet::numpy {

int64_t len(Call &call, const Array &array);
// For `first, second = array`; ValueError for another number of rows.
Array unpack(Call &call, const Array &array, int64_t count);
// What Python makes of a scalar where it wants an int; TypeError for others.
int64_t as_index(Call &call, const Array &array);
namespace detail {

int64_t any_to_int64(Call &call, const Array &array);
double any_to_double(Call &call, const Array &array);
bool any_truth(Call &call, const Array &array);

}  // namespace detail

// The common dtypes of each without a call, since loops ask for millions.
inline int64_t to_int64(Call &call, const Array &array) {
  if (array.rank() == 0 && array.dtype == DType::int64) return load<int64_t>(array.data());
  return detail::any_to_int64(call, array);
}
inline double to_double(Call &call, const Array &array) {
  if (array.rank() == 0 && array.dtype == DType::float64) return load<double>(array.data());
  if (array.rank() == 0 && array.dtype == DType::float32) return static_cast<double>(load<float>(array.data()));
  return detail::any_to_double(call, array);
}
inline bool truth(Call &call, const Array &array) {
  if (array.rank() == 0 && array.dtype == DType::boolean) return load<bool>(array.data());
  return detail::any_truth(call, array);
}
inline bool to_bool(Call &call, const Array &array) {
  return truth(call, array);
}
python::Str str(Call &call, const Array &array);
python::Str repr(Call &call, const Array &array);
python::Str shape_str(Call &call, const Extents &shape);
python::Str format(Call &call, const Array &array, const python::Str &spec);

// `array[position]`, which is there, as a view.
Array part_at(const Array &array, int64_t position);

// How scalars, arrays of rank 0, stand to each other and to Python's numbers, as numpy compares them: integers exactly, others in the
// dtype of the wider one, and a Python number in the dtype of the scalar. What containers are compared by (python/compare.h).
std::partial_ordering order_scalars(const Array &left, const Array &right);
std::partial_ordering order_scalars(const Array &left, int64_t right);
std::partial_ordering order_scalars(const Array &left, double right);
inline std::partial_ordering order_scalars(const Array &left, bool right) {
  return order_scalars(left, int64_t{right});
}
template <typename Number>
  requires python::is_number<Number>
std::partial_ordering order_scalars(Number left, const Array &right) {
  return 0 <=> order_scalars(right, left);
}

bool ragged(Call &call, int32_t axis, const Extents &shape);

void raise_not_a_number(Call &call, const python::JsonValue &value);

// `array == value` and the like, where only the run tells what kind of number the value is. `reversed`: value == array.
template <typename Operation, typename T, bool reversed>
Array compare_any(Call &call, const Array &array, const python::JsonValue &value) {
  auto of = [&]<typename A, typename B, typename R>(Tag<A>, Tag<B>, Tag<R>, auto number) {
    if constexpr (reversed) return binary<Operation, B, A, R, T>(call, number, array);
    if constexpr (!reversed) return binary<Operation, A, B, T, R>(call, array, number);
  };
  using Whole = std::conditional_t<std::is_floating_point_v<T>, T, int64_t>;
  using Wide = std::conditional_t<std::is_floating_point_v<T>, T, double>;
  using Left = std::conditional_t<std::is_same_v<T, bool>, int64_t, T>;
  if (const auto *whole = std::get_if<int64_t>(&value)) return of(Tag<Left>(), Tag<Whole>(), Tag<Whole>(), *whole);
  if (const auto *fraction = std::get_if<double>(&value)) return of(Tag<Wide>(), Tag<Wide>(), Tag<Wide>(), *fraction);
  if (const auto *truth = std::get_if<bool>(&value)) return of(Tag<T>(), Tag<T>(), Tag<bool>(), *truth);
  return raise_not_a_number(call, value), Array();
}

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
  } else if constexpr (std::is_same_v<T, Array>) {
    if constexpr (std::is_same_v<Value, bool>)
      *out++ = to_bool(call, item);
    else if constexpr (std::is_floating_point_v<Value>)
      *out++ = static_cast<Value>(to_double(call, item));
    else
      *out++ = Weak<Value>(call, to_int64(call, item)).value;
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

// The list among what a value may be whose items are nested as deep as an array of `rank` axes.
template <typename T, int32_t rank>
struct ListAmong {
  using Type = T;
};
template <typename List, typename... Rest, int32_t rank>
  requires(depth_of<List> == 0)
struct ListAmong<std::variant<List, Rest...>, rank> : ListAmong<std::variant<Rest...>, rank> {};
template <typename List, typename... Rest, int32_t rank>
  requires(depth_of<List> > 0)
struct ListAmong<std::variant<List, Rest...>, rank> {
  using Later = typename ListAmong<std::variant<Rest...>, rank>::Type;
  using Type = std::conditional_t<depth_of<List> >= rank || depth_of<Later> == 0, List, Later>;
};
template <int32_t rank>
struct ListAmong<std::variant<>, rank> {
  using Type = python::None;
};
template <int32_t rank>
struct ListAmong<python::JsonValue, rank> {
  using Type = python::JsonList;
};

template <typename T, typename Number, int32_t rank>
T nested(Call &call, const Array &array) {
  if constexpr (rank == 0) {
    return python::convert<T>(item_of<Number>(call, array));
  } else {
    using List = typename ListAmong<T, rank>::Type;
    using Inner = typename List::Item;
    auto out = python::new_list<Inner>(call, array.shape[0]);
    for (int64_t at = 0; at < array.shape[0] && !call.failed(); ++at) {
      out.push(call, nested<Inner, Number, rank - 1>(call, part_at(array, at)));
    }
    return python::convert<T>(std::move(out));
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
  auto *values = reinterpret_cast<T *>(out.data());
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
template <typename T, typename Number, int32_t rank>
T to_nested(Call &call, const Array &array) {
  return detail::nested<T, Number, rank>(call, array);
}
// The same of an array whose rank is known at run time only.
template <typename Number>
python::JsonValue to_json(Call &call, const Array &array) {
  if (array.rank() == 0) return python::json(detail::item_of<Number>(call, array));
  auto out = python::new_list<python::JsonValue>(call, array.shape[0]);
  for (int64_t at = 0; at < array.shape[0] && !call.failed(); ++at) out.push(call, to_json<Number>(call, part_at(array, at)));
  return python::json(std::move(out));
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
