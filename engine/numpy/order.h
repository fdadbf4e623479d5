// Along one axis, in order: positions of extremes, sorting, running sums.
#pragma once

#include <algorithm>
#include <numeric>

#include "numpy/shape.h"
#include "numpy/sorting.h"

namespace modelet::numpy {

// The array with `axis` moved to the end, and back.
Array axis_last(const Array &array, int32_t axis);
Array axis_back(const Array &array, int32_t axis);
// The axis an argument names; None means the flattened array. False with an error raised.
bool one_axis(Call &call, const Array &given, const Axes &axes, Array &array, int32_t &axis);

// body(first element, its line's number) for each line along the last axis, in C order.
template <typename Body>
void each_line(const Array &array, Body &&body) {
  const int32_t last = array.rank() - 1;
  int64_t at[Extents::maximum] = {};
  std::byte *pointer = array.data();
  int64_t lines = 1;
  for (int32_t axis = 0; axis < last; ++axis) lines *= array.shape[axis];
  for (int64_t line = 0; line < lines; ++line) {
    body(pointer, line);
    for (int32_t axis = last - 1; axis >= 0; --axis) {
      pointer += array.strides[axis];
      if (++at[axis] < array.shape[axis]) break;
      pointer -= array.strides[axis] * array.shape[axis];
      at[axis] = 0;
    }
  }
}

bool check_positions(Call &call, const Array &array, int32_t axis, const char *name);

struct First {
  static constexpr const char *name = "argmax";
  template <typename T>
  static bool better(T value, T record) {
    if constexpr (std::is_floating_point_v<T>) return !std::isnan(record) && (value > record || std::isnan(value));
    return value > record;
  }
};
struct Last {
  static constexpr const char *name = "argmin";
  template <typename T>
  static bool better(T value, T record) {
    if constexpr (std::is_floating_point_v<T>) return !std::isnan(record) && (value < record || std::isnan(value));
    return value < record;
  }
};

// The first position of the largest (First) or smallest (Last) value; NaN counts as either.
template <typename Which, typename T>
Array extreme_position(Call &call, const Array &given, const Axes &axes, bool keep) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  Extents shape = array.shape;
  shape[axis] = 1;
  if (shape.product() > 0 && !check_positions(call, array, axis, Which::name)) return {};
  const Array source = axis_last(array, axis);
  Extents lines = source.shape;
  lines[lines.rank - 1] = 1;
  const Array out = new_array(call, DType::int64, lines);
  if (call.failed()) return {};
  auto *positions = reinterpret_cast<int64_t *>(out.data());
  const int64_t stride = source.strides[source.rank() - 1], count = source.shape[source.rank() - 1];
  if (count > 0) {
    each_line(source, [&](const std::byte *first, int64_t line) {
      int64_t best = 0;
      T record = load<T>(first);
      for (int64_t index = 1; index < count; ++index) {
        const T value = load<T>(first + index * stride);
        if (!Which::better(value, record)) continue;
        best = index;
        record = value;
      }
      positions[line] = best;
    });
  }
  const Array placed = axis_back(out, axis);
  if (axes.everything && keep)
    return reshape(call, placed, [&] {
      Extents ones = given.shape;
      for (int32_t each = 0; each < ones.rank; ++each) ones[each] = 1;
      return ones;
    }());
  Gone gone = {};
  gone[axis] = true;
  return numpy::without_axes(placed, gone, keep && !axes.everything);
}

template <typename T>
Array argsort(Call &call, const Array &given, const Axes &axes) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  const Array source = axis_last(array, axis);
  const Array out = new_array(call, DType::int64, source.shape);
  if (call.failed() || out.size() == 0) return call.failed() ? Array() : axis_back(out, axis);
  const int64_t count = source.shape[source.rank() - 1], stride = source.strides[source.rank() - 1];
  auto *positions = reinterpret_cast<int64_t *>(out.data());
  each_line(source, [&](const std::byte *first, int64_t line) {
    sort_places<T>(call, count, positions + line * count, [&](int64_t index) { return load<T>(first + index * stride); });
  });
  return call.failed() ? Array() : axis_back(out, axis);
}

template <typename T>
Array sort(Call &call, const Array &given, const Axes &axes) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  const Array out = copy(call, axis_last(array, axis));
  if (call.failed()) return {};
  const int64_t count = out.shape[out.rank() - 1];
  if (out.size() > 0) {
    each_line(out, [&](std::byte *first, int64_t) { sort_values(call, reinterpret_cast<T *>(first), count); });
  }
  return call.failed() ? Array() : axis_back(out, axis);
}
// `array.sort()`, in place.
template <typename T>
void sort_in_place(Call &call, const Array &array, const Axes &axes) {
  if (!writeable(call, array, "sort array is read-only")) return;
  const Array sorted = sort<T>(call, array, axes);
  if (!call.failed()) assign<T, T>(call, array, sorted);
}

bool check_section(Call &call, int64_t first, int64_t length, const char *name);

// Of a line: from each position up to the next one, or what stands at the position when the next one is not behind it.
template <typename Operation, typename T, typename From>
Array reduce_at(Call &call, const Array &line, const Array &positions, const char *name) {
  if (line.rank() != 1 || positions.rank() != 1)
    return call.raise("TypeError", "compiled numpy code reduces sections of one axis only"), Array();
  const int64_t length = line.shape[0], count = positions.shape[0], stride = line.strides[0];
  auto position = [&](int64_t index) { return load<int64_t>(positions.data() + index * positions.strides[0]); };
  for (int64_t index = 0; index < count; ++index)
    if (!check_section(call, position(index), length, name)) return {};
  const Array out = new_array(call, dtype_of<T>, {count});
  if (call.failed()) return {};
  for (int64_t index = 0; index < count; ++index) {
    const int64_t first = position(index), last = index + 1 < count ? position(index + 1) : length;
    T value = cast<T>(load<From>(line.data() + first * stride));
    if constexpr (std::is_same_v<Operation, Sum> && std::is_floating_point_v<T>) {
      if (last > first + 1) value = value + detail::pairwise<T, From>(line.data() + (first + 1) * stride, last - first - 1, stride);
    } else {
      for (int64_t at = first + 1; at < last; ++at)
        value = static_cast<T>(Operation()(value, cast<T>(load<From>(line.data() + at * stride))));
    }
    save<T>(out.data() + index * static_cast<int64_t>(sizeof(T)), value);
  }
  return out;
}

// Running sums and products, in T.
template <typename Operation, typename T, typename From>
Array accumulate(Call &call, const Array &given, const Axes &axes) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  const Array out = new_array(call, dtype_of<T>, array.shape);
  if (call.failed()) return {};
  assign<T, From>(call, out, array);
  const Array lines = axis_last(out, axis);
  const int64_t stride = lines.strides[lines.rank() - 1], count = lines.shape[lines.rank() - 1];
  if (out.size() > 0) {
    each_line(lines, [&](std::byte *first, int64_t) {
      T value = load<T>(first);
      for (int64_t index = 1; index < count; ++index)
        save<T>(first + index * stride, value = Operation()(value, load<T>(first + index * stride)));
    });
  }
  return out;
}

}  // namespace modelet::numpy
