// `array[…]`: views by ints, slices, None and `...`; copies by arrays of ints or bools.
#pragma once

#include <array>
#include <span>
#include <tuple>
#include <vector>

#include "numpy/elementwise.h"
#include "python/list.h"
#include "python/range.h"

namespace modelet::numpy {

// One part of an index.
struct Index {
  enum class Kind : uint8_t { position, slice, new_axis, ellipsis, array };
  Kind kind = Kind::ellipsis;
  int64_t position = 0;
  python::Slice slice;
  Array array;  // of bools or of ints

  Index() = default;
  Index(int64_t value) : kind(Kind::position), position(value) {}
  Index(python::None) : kind(Kind::new_axis) {}
  Index(python::Ellipsis) {}
  Index(const python::Slice &value) : kind(Kind::slice), slice(value) {}
  Index(const Array &value) : kind(Kind::array), array(value) {}  // a rank-0 int is a position
};

// A view with one axis where there was none.
Array at_least_line(Call &call, const Array &array);
// Basic indexing: a view. IndexError as numpy says it.
Array view(Call &call, const Array &array, std::span<const Index> indices);
// A scalar has a value of its own: what indices without an ellipsis leave of no axes is copied.
Array scalar_of(Call &call, const Array &view, std::span<const Index> indices);

// Indexing with at least one array. The elements that are chosen: element `k` of the result lies at `view.data() + offsets[…]`.
struct Selection {
  Array view;                    // the part that slices choose, advanced axes taken out
  Extents chosen;                // the shape of the arrays, broadcast
  std::vector<int64_t> offsets;  // in bytes, one for each place of `chosen`
  int32_t place = 0;             // where the axes of `chosen` stand in the result
  Extents shape;                 // of the result
};
bool select(Call &call, const Array &array, std::span<const Index> indices, Selection &out);
// The plain cases, without a list of places: one mask of the leading axes, or positions along the first axis, of an array whose memory is
// in C order. False: it is not one of those.
bool gather_plainly(Call &call, const Array &array, std::span<const Index> indices, Array &out);
// The only index, a mask of the array's shape, when both lie in C order; else null.
const Array *covering_mask(const Array &array, std::span<const Index> indices);
Array gather(Call &call, const Selection &selection);
// One view of the target for each chosen place, with the part of `values` (of the selection's shape) that goes there.
Array chosen_view(const Selection &selection, std::size_t which);
Array values_for(const Selection &selection, const Array &values, std::size_t which);

namespace detail {

template <typename T>
inline constexpr bool is_tuple = false;
template <typename... T>
inline constexpr bool is_tuple<std::tuple<T...>> = true;
template <typename T>
inline constexpr bool has_array = std::is_same_v<T, Array>;
template <typename... T>
inline constexpr bool has_array<std::tuple<T...>> = (has_array<T> || ...);
template <>
inline constexpr bool has_array<python::List<Array>> = true;

// Indices that may all be positions, as ints and numpy's integers are: how many, else 0.
template <typename T>
inline constexpr bool may_be_position = std::is_same_v<T, int64_t> || std::is_same_v<T, Array>;
template <typename T>
inline constexpr int32_t positions_in = may_be_position<T> ? 1 : 0;
template <typename... T>
inline constexpr int32_t positions_in<std::tuple<T...>> = (may_be_position<T> && ...) ? static_cast<int32_t>(sizeof...(T)) : 0;

template <typename T>
using Positions = std::array<int64_t, static_cast<std::size_t>(positions_in<T>)>;

inline bool position_of(int64_t index, int64_t &out) {
  return out = index, true;
}
// The common kinds; others go the long way, which also says what is wrong with them.
inline bool position_of(const Array &index, int64_t &out) {
  if (index.rank() != 0) return false;
  if (index.dtype == DType::int64) return out = load<int64_t>(index.data()), true;
  if (index.dtype == DType::int32) return out = load<int32_t>(index.data()), true;
  return false;
}
template <typename T>
bool positions_of(const T &index, Positions<T> &out) {
  if constexpr (may_be_position<T>) {
    return position_of(index, out[0]);
  } else {
    std::size_t place = 0;
    return std::apply([&](const auto &...position) { return (position_of(position, out[place++]) && ...); }, index);
  }
}

void raise_out_of_bounds(Call &call, int64_t position, int32_t axis, int64_t extent);

// The element at a full set of positions; null with IndexError raised.
template <std::size_t count>
std::byte *element_at(Call &call, const Array &array, const std::array<int64_t, count> &positions) {
  std::byte *place = array.data();
  for (std::size_t which = 0; which < count; ++which) {
    const auto axis = static_cast<int32_t>(which);
    const int64_t extent = array.shape[axis];
    const int64_t position = positions[which] < 0 ? positions[which] + extent : positions[which];
    if (position < 0 || position >= extent) return raise_out_of_bounds(call, positions[which], axis, extent), nullptr;
    place += position * array.strides[axis];
  }
  return place;
}

template <std::size_t count>
Array scalar_at(Call &call, const Array &array, const std::array<int64_t, count> &positions) {
  const std::byte *place = element_at(call, array, positions);
  if (place == nullptr) return {};
  Array out = new_scalar(array.dtype);
  copy_element(out.data(), place, array.dtype);
  return out;
}

template <typename T>
auto listed(const T &index) {
  if constexpr (std::is_same_v<T, python::List<Array>>) {  // what nonzero found
    std::vector<Index> parts;
    for (int64_t at = 0; at < index.size(); ++at) parts.emplace_back(index.at(at));
    return parts;
  } else if constexpr (is_tuple<T>) {
    return std::apply([](const auto &...part) { return std::array<Index, sizeof...(part)>{Index(part)...}; }, index);
  } else {
    return std::array<Index, 1>{Index(index)};
  }
}

}  // namespace detail

template <typename T>
Array index(Call &call, const Array &array, const T &index) {
  if constexpr (detail::positions_in<T> > 0) {
    detail::Positions<T> positions;
    if (array.rank() == detail::positions_in<T> && detail::positions_of(index, positions)) return detail::scalar_at(call, array, positions);
  }
  const auto indices = detail::listed(index);
  if constexpr (detail::has_array<T>) {
    Array plain;
    if (gather_plainly(call, array, indices, plain)) return plain;
    Selection selection;
    return select(call, array, indices, selection) ? gather(call, selection) : Array();
  } else {
    return scalar_of(call, view(call, array, indices), indices);
  }
}

// One element for each chosen place; `wide` is in C order.
template <typename To>
void store_elements(const Selection &selection, const Array &wide) {
  const auto *values = reinterpret_cast<const To *>(wide.data());
  for (std::size_t which = 0; which < selection.offsets.size(); ++which)
    save<To>(selection.view.data() + selection.offsets[which], values[which]);
}

// `ufunc.at(array, index, value)`: place after place, so that one chosen twice is changed twice. The loop runs in A and B.
template <typename Operation, typename A, typename B, typename L, typename R, typename T, typename Value>
void operate_at(Call &call, const Array &array, const T &index, const Value &value) {
  const auto indices = detail::listed(index);
  if (!writeable(call, array, "array is read-only")) return;
  if constexpr (detail::has_array<T>) {
    Selection selection;
    if (!select(call, array, indices, selection)) return;
    const Array wide = new_array(call, dtype_of<R>, selection.shape);
    if (!call.failed()) assign<R, R>(call, wide, value);
    for (std::size_t which = 0; which < selection.offsets.size() && !call.failed(); ++which) {
      const Array arrays[3] = {chosen_view(selection, which), values_for(selection, wide, which), chosen_view(selection, which)};
      detail::run_binary<Operation, A, B, L, L, R>(arrays, 3);
    }
  } else {
    const Array target = view(call, array, indices);
    if (!call.failed()) in_place<Operation, A, B, L, R>(call, at_least_line(call, target), value);
  }
}

namespace detail {

template <typename To>
void fill_where(To *values, const bool *mask, int64_t count, To number) {
  for (int64_t index = 0; index < count; ++index) values[index] = mask[index] ? number : values[index];
}

// One element, from a scalar; what has axes goes the long way.
template <typename To, typename From, std::size_t count, typename Value>
void store_one(Call &call, const Array &array, const std::array<int64_t, count> &positions, const Value &value) {
  std::byte *place = element_at(call, array, positions);
  if (place == nullptr) return;
  if (is_scalar(value)) {
    const From number = scalar_value<From>(call, value);
    if (!call.failed()) save<To>(place, cast<To>(number));
    return;
  }
  const auto &held = operand(call, value, Tag<From>());
  if (call.failed()) return;
  Array target = array;
  target.shape.rank = target.strides.rank = 0;
  target.refer(place);
  assign<To, From>(call, target, seen(held));
}

}  // namespace detail

// To is the array's dtype, From the value's.
template <typename To, typename From, typename T, typename Value>
void store(Call &call, const Array &array, const T &index, const Value &value) {
  if (array.holds_value() && array.rank() == 0)
    return call.raise("TypeError", "'numpy." + std::string(dtype_name(array.dtype)) + "' object does not support item assignment");
  if constexpr (detail::positions_in<T> > 0) {
    detail::Positions<T> positions;
    if (array.rank() == detail::positions_in<T> && array.writeable && detail::positions_of(index, positions))
      return detail::store_one<To, From>(call, array, positions, value);
  }
  const auto indices = detail::listed(index);
  if constexpr (detail::has_array<T>) {
    const Array *mask = array.writeable ? covering_mask(array, indices) : nullptr;
    if (mask != nullptr) {
      const auto &held = detail::operand(call, value, Tag<From>());
      if (call.failed()) return;
      const Array &number = detail::seen(held);
      if (number.rank() == 0)
        return detail::fill_where(reinterpret_cast<To *>(array.data()), reinterpret_cast<const bool *>(mask->data()), array.size(),
                                  cast<To>(load<From>(number.data())));
    }
    Selection selection;
    if (!writeable(call, array, "assignment destination is read-only") || !select(call, array, indices, selection)) return;
    const Array wide = new_array(call, dtype_of<To>, selection.shape);
    if (!call.failed()) assign<To, From>(call, wide, value);
    if (!call.failed() && selection.view.rank() == 0) return store_elements<To>(selection, wide);
    for (std::size_t which = 0; which < selection.offsets.size() && !call.failed(); ++which)
      assign<To, To>(call, chosen_view(selection, which), values_for(selection, wide, which));
  } else {
    const Array target = view(call, array, indices);
    if (!call.failed()) assign<To, From>(call, target, value);
  }
}

}  // namespace modelet::numpy
