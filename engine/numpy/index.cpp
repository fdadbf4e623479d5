#include "numpy/index.h"

#include <algorithm>
#include <cstring>

namespace modelet::numpy {

namespace {

bool index_error(Call &call, const std::string &message) {
  call.raise("IndexError", message);
  return false;
}

std::string bounds_message(int64_t position, int32_t axis, int64_t extent) {
  return "index " + std::to_string(position) + " is out of bounds for axis " + std::to_string(axis) + " with size " +
         std::to_string(extent);
}

bool keep_axis(Call &call, Array &out, int64_t extent, int64_t stride) {
  if (out.shape.rank == Extents::maximum) return index_error(call, "number of dimensions must be within [0, 8] in compiled code");
  out.shape[out.shape.rank++] = extent;
  out.strides[out.strides.rank++] = stride;
  return true;
}

bool apply_slice(Call &call, const Array &array, Array &out, const Index &index, int32_t axis) {
  const python::Cut taken = python::cut(call, index.slice, array.shape[axis]);
  if (call.failed()) return false;
  if (taken.count > 0) out.advance(taken.start * array.strides[axis]);
  return keep_axis(call, out, taken.count, array.strides[axis] * taken.step);
}

bool apply_position(Call &call, const Array &array, Array &out, int64_t position, int32_t axis) {
  const int64_t extent = array.shape[axis];
  if (position < -extent || position >= extent) return index_error(call, bounds_message(position, axis, extent));
  out.advance((position < 0 ? position + extent : position) * array.strides[axis]);
  return true;
}

int32_t axes_of(const Index &index) {
  switch (index.kind) {
    case Index::Kind::position:
    case Index::Kind::slice:
      return 1;
    case Index::Kind::array:
      return index.array.dtype == DType::boolean ? index.array.rank() : 1;
    default:
      return 0;
  }
}

// How many axes the ellipsis, or the end, stands for.
bool check_count(Call &call, const Array &array, std::span<const Index> indices, int32_t &rest) {
  int32_t used = 0;
  int ellipses = 0;
  for (const Index &index : indices) {
    used += axes_of(index);
    ellipses += index.kind == Index::Kind::ellipsis ? 1 : 0;
  }
  if (ellipses > 1) return index_error(call, "an index can only have a single ellipsis ('...')");
  if (used > array.rank()) {
    return index_error(call, "too many indices for array: array is " + std::to_string(array.rank()) + "-dimensional, but " +
                                 std::to_string(used) + " were indexed");
  }
  rest = array.rank() - used;
  return true;
}

Array without_axes(const Array &array) {
  Array out = array;
  share_value(out);
  out.shape.rank = out.strides.rank = 0;
  return out;
}

}  // namespace

Array view(Call &call, const Array &array, std::span<const Index> indices) {
  int32_t open = 0;
  if (!check_count(call, array, indices, open)) return {};
  Array out = without_axes(array);
  int32_t axis = 0;
  auto rest = [&](int32_t count) {
    for (; count > 0; --count, ++axis)
      if (!keep_axis(call, out, array.shape[axis], array.strides[axis])) return false;
    return true;
  };
  for (const Index &index : indices) {
    bool fine = true;
    if (index.kind == Index::Kind::new_axis) fine = keep_axis(call, out, 1, 0);
    if (index.kind == Index::Kind::ellipsis) fine = rest(open);
    if (index.kind == Index::Kind::slice) fine = apply_slice(call, array, out, index, axis++);
    if (index.kind == Index::Kind::position) fine = apply_position(call, array, out, index.position, axis++);
    if (!fine) return {};
  }
  return rest(array.rank() - axis) ? out : Array();
}

Array scalar_of(Call &call, const Array &view, std::span<const Index> indices) {
  if (view.rank() > 0 || call.failed()) return view;
  for (const Index &index : indices)
    if (index.kind == Index::Kind::ellipsis) return view;
  const Array out = new_scalar(view.dtype);
  std::memcpy(out.data(), view.data(), dtype_bytes(view.dtype));
  return out;
}

namespace {

// An array of positions along one axis of the indexed array.
struct Positions {
  Array values;  // int64
  int32_t axis;
};

int64_t integer_at(const std::byte *at, DType dtype) {
  switch (dtype) {
    case DType::int8:
      return load<int8_t>(at);
    case DType::int16:
      return load<int16_t>(at);
    case DType::int32:
      return load<int32_t>(at);
    case DType::uint8:
      return load<uint8_t>(at);
    case DType::uint16:
      return load<uint16_t>(at);
    case DType::uint32:
      return load<uint32_t>(at);
    default:
      return load<int64_t>(at);
  }
}

// Every line along the last axis, in C order: body(first element, count, stride, position of the first element), of which the body may
// count the last axis on.
template <typename Body>
void each_line(const Array &array, Body &&body) {
  if (array.size() == 0) return;
  int64_t at[Extents::maximum] = {};
  const std::byte *pointer = array.data();
  const int32_t last = array.rank() - 1;
  if (last < 0) return body(pointer, int64_t{1}, int64_t{0}, at);
  for (;;) {
    body(pointer, array.shape[last], array.strides[last], at);
    int32_t axis = last - 1;
    for (; axis >= 0; --axis) {
      pointer += array.strides[axis];
      if (++at[axis] < array.shape[axis]) break;
      pointer -= array.strides[axis] * array.shape[axis];
      at[axis] = 0;
    }
    if (axis < 0) return;
  }
}

// Every element in C order: body(element, position).
template <typename Body>
void each_element(const Array &array, Body &&body) {
  const int32_t last = std::max(array.rank() - 1, 0);
  each_line(array, [&](const std::byte *element, int64_t count, int64_t stride, int64_t *at) {
    for (at[last] = 0; at[last] < count; ++at[last], element += stride) body(element, at);
  });
}

Array positions_of(Call &call, const Array &array) {
  if (array.dtype == DType::int64) return array;
  Array out = new_array(call, DType::int64, array.shape);
  if (call.failed()) return out;
  auto *values = reinterpret_cast<int64_t *>(out.data());
  each_element(array, [&](const std::byte *at, const int64_t *) { *values++ = integer_at(at, array.dtype); });
  return out;
}

int64_t count_true(const bool *mask, int64_t count) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(mask);
  int64_t total = 0;
  constexpr int64_t stretch = 255;  // as many as a byte counts
  for (int64_t first = 0; first < count; first += 16 * stretch) {
    const int64_t last = std::min(count, first + 16 * stretch);
    uint8_t lanes[16] = {};
    int64_t at = first;
    for (; at + 16 <= last; at += 16)
      for (int lane = 0; lane < 16; ++lane) lanes[lane] = static_cast<uint8_t>(lanes[lane] + (bytes[at + lane] != 0 ? 1 : 0));
    for (const uint8_t lane : lanes) total += lane;
    for (; at < last; ++at) total += bytes[at] != 0 ? 1 : 0;
  }
  return total;
}

bool check_mask(Call &call, const Array &array, const Array &mask, int32_t axis) {
  for (int32_t own = 0; own < mask.rank(); ++own) {
    const int64_t extent = array.shape[axis + own];
    if (mask.shape[own] == extent) continue;
    return index_error(call, "boolean index did not match indexed array along axis " + std::to_string(axis + own) + "; size of axis is " +
                                 std::to_string(extent) + " but size of corresponding boolean axis is " + std::to_string(mask.shape[own]));
  }
  return true;
}

// A mask is one array of positions for each of its axes.
bool add_mask(Call &call, const Array &array, const Array &mask, int32_t axis, std::vector<Positions> &out) {
  if (mask.rank() == 0) return index_error(call, "an index that is one bool is not supported in compiled code");
  if (!check_mask(call, array, mask, axis)) return false;
  int64_t count = 0;
  if (mask.contiguous())
    count = count_true(reinterpret_cast<const bool *>(mask.data()), mask.size());
  else
    each_element(mask, [&](const std::byte *at, const int64_t *) { count += load<bool>(at) ? 1 : 0; });
  const std::size_t first = out.size();
  for (int32_t own = 0; own < mask.rank() && !call.failed(); ++own) out.push_back({new_array(call, DType::int64, {count}), axis + own});
  if (call.failed()) return false;
  int64_t place = 0;
  each_element(mask, [&](const std::byte *at, const int64_t *where) {
    if (!load<bool>(at)) return;
    for (int32_t own = 0; own < mask.rank(); ++own)
      reinterpret_cast<int64_t *>(out[first + static_cast<std::size_t>(own)].values.data())[place] = where[own];
    ++place;
  });
  return true;
}

bool broadcast_positions(Call &call, std::vector<Positions> &positions, Extents &shape) {
  std::vector<Array> arrays;
  for (const Positions &one : positions) arrays.push_back(one.values);
  Call quiet;
  if (!broadcast(quiet, arrays.data(), static_cast<int>(arrays.size()), shape)) {
    std::string message = "shape mismatch: indexing arrays could not be broadcast together with shapes ";
    for (const Array &one : arrays) message += shape_text(one.shape) + " ";
    return index_error(call, message);
  }
  for (Positions &one : positions) one.values = broadcast_to(one.values, shape);
  return true;
}

// A line of places at a time, in a loop that stops nowhere.
bool add_offsets(Call &call, const Array &array, const Positions &positions, Selection &out) {
  const int64_t extent = array.shape[positions.axis], scale = array.strides[positions.axis];
  int64_t *offset = out.offsets.data();
  const std::byte *outside = nullptr;
  each_line(positions.values, [&](const std::byte *at, int64_t count, int64_t stride, const int64_t *) {
    for (int64_t index = 0; index < count; ++index, at += stride) {
      const int64_t value = load<int64_t>(at);
      const bool inside = value >= -extent && value < extent;
      outside = inside || outside != nullptr ? outside : at;
      *offset++ += inside ? (value < 0 ? value + extent : value) * scale : 0;
    }
  });
  return outside == nullptr || index_error(call, bounds_message(load<int64_t>(outside), positions.axis, extent));
}

}  // namespace

bool select(Call &call, const Array &array, std::span<const Index> indices, Selection &out) {
  int32_t open = 0;
  if (!check_count(call, array, indices, open)) return false;
  out.view = without_axes(array);
  std::vector<Positions> positions;
  int32_t axis = 0;
  int runs = 0;
  bool inside = false;
  for (const Index &index : indices) {
    const bool advanced = index.kind == Index::Kind::array || index.kind == Index::Kind::position;
    if (advanced && !inside && runs++ == 0) out.place = out.view.rank();
    inside = advanced;
    bool fine = true;
    if (index.kind == Index::Kind::new_axis) fine = keep_axis(call, out.view, 1, 0);
    if (index.kind == Index::Kind::ellipsis) {
      for (int32_t count = open; fine && count > 0; --count, ++axis)
        fine = keep_axis(call, out.view, array.shape[axis], array.strides[axis]);
    }
    if (index.kind == Index::Kind::slice) fine = apply_slice(call, array, out.view, index, axis++);
    if (index.kind == Index::Kind::position) fine = apply_position(call, array, out.view, index.position, axis++);
    if (index.kind == Index::Kind::array && index.array.dtype == DType::boolean) {
      fine = add_mask(call, array, index.array, axis, positions);
      axis += index.array.rank();
    } else if (index.kind == Index::Kind::array && index.array.rank() == 0) {
      fine = apply_position(call, array, out.view, integer_at(index.array.data(), index.array.dtype), axis++);
    } else if (index.kind == Index::Kind::array) {
      positions.push_back({positions_of(call, index.array), axis++});
      fine = !call.failed();
    }
    if (!fine) return false;
  }
  for (; axis < array.rank(); ++axis)
    if (!keep_axis(call, out.view, array.shape[axis], array.strides[axis])) return false;
  if (runs > 1) out.place = 0;
  if (!broadcast_positions(call, positions, out.chosen)) return false;
  out.offsets.assign(static_cast<std::size_t>(out.chosen.product()), 0);
  for (const Positions &one : positions)
    if (!add_offsets(call, array, one, out)) return false;
  if (out.view.rank() + out.chosen.rank > Extents::maximum)
    return index_error(call, "number of dimensions must be within [0, 8] in compiled code");
  for (int32_t each = 0; each < out.place; ++each) out.shape[out.shape.rank++] = out.view.shape[each];
  for (int64_t extent : out.chosen) out.shape[out.shape.rank++] = extent;
  for (int32_t each = out.place; each < out.view.rank(); ++each) out.shape[out.shape.rank++] = out.view.shape[each];
  return true;
}

Array chosen_view(const Selection &selection, std::size_t which) {
  Array out = selection.view;
  out.advance(selection.offsets[which]);
  return out;
}

Array values_for(const Selection &selection, const Array &values, std::size_t which) {
  Array out = values;
  out.shape = selection.view.shape;
  auto left = static_cast<int64_t>(which);
  for (int32_t axis = selection.chosen.rank - 1; axis >= 0; --axis) {
    out.advance(left % selection.chosen[axis] * values.strides[selection.place + axis]);
    left /= selection.chosen[axis];
  }
  out.strides.rank = 0;
  for (int32_t axis = 0; axis < values.rank(); ++axis)
    if (axis < selection.place || axis >= selection.place + selection.chosen.rank) out.strides[out.strides.rank++] = values.strides[axis];
  return out;
}

namespace {

// Elements of a size that the compiler knows, since a call for each would take longer than the copy.
template <std::size_t bytes>
void gather_elements(std::byte *to, const Selection &selection) {
  for (const int64_t offset : selection.offsets) {
    std::memcpy(to, selection.view.data() + offset, bytes);
    to += bytes;
  }
}

void gather_elements(std::byte *to, const Selection &selection, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return gather_elements<1>(to, selection);
    case 2:
      return gather_elements<2>(to, selection);
    case 4:
      return gather_elements<4>(to, selection);
    case 8:
      return gather_elements<8>(to, selection);
    default:
      return gather_elements<16>(to, selection);
  }
}

}  // namespace

namespace {

// ---- one mask, or positions along the first axis, where memory is in C order

// The rows of `bytes` each that the mask marks. Each is written where the next one would go: without a branch, which nobody could guess.
template <std::size_t bytes>
void compress(const std::byte *from, const bool *mask, int64_t count, std::byte *to, const std::byte *end) {
  int64_t index = 0;
  for (; index < count && to < end; ++index, from += bytes) {
    std::memcpy(to, from, bytes);
    to += mask[index] ? bytes : 0;
  }
}
void compress(const std::byte *from, const bool *mask, int64_t count, std::byte *to, const std::byte *end, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return compress<1>(from, mask, count, to, end);
    case 2:
      return compress<2>(from, mask, count, to, end);
    case 4:
      return compress<4>(from, mask, count, to, end);
    case 8:
      return compress<8>(from, mask, count, to, end);
    case 16:
      return compress<16>(from, mask, count, to, end);
    default:
      break;
  }
  for (int64_t index = 0; index < count; ++index) {
    if (!mask[index]) continue;
    std::memcpy(to, from + static_cast<std::size_t>(index) * bytes, bytes);
    to += bytes;
  }
}

template <std::size_t bytes>
void gather_rows(const std::byte *from, const int64_t *positions, int64_t count, int64_t extent, std::byte *to) {
  for (int64_t index = 0; index < count; ++index) {
    const int64_t position = positions[index];
    std::memcpy(to + static_cast<std::size_t>(index) * bytes, from + (position + (position < 0 ? extent : 0)) * static_cast<int64_t>(bytes),
                bytes);
  }
}
void gather_rows(const std::byte *from, const int64_t *positions, int64_t count, int64_t extent, std::byte *to, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return gather_rows<1>(from, positions, count, extent, to);
    case 2:
      return gather_rows<2>(from, positions, count, extent, to);
    case 4:
      return gather_rows<4>(from, positions, count, extent, to);
    case 8:
      return gather_rows<8>(from, positions, count, extent, to);
    case 16:
      return gather_rows<16>(from, positions, count, extent, to);
    default:
      break;
  }
  for (int64_t index = 0; index < count; ++index) {
    const int64_t position = positions[index] + (positions[index] < 0 ? extent : 0);
    std::memcpy(to + static_cast<std::size_t>(index) * bytes, from + static_cast<std::size_t>(position) * bytes, bytes);
  }
}

// All of them at once: a loop that stops nowhere runs in vectors.
bool check_positions(Call &call, const int64_t *positions, int64_t count, int64_t extent, int32_t axis) {
  bool outside = false;
  for (int64_t index = 0; index < count; ++index) outside |= positions[index] < -extent || positions[index] >= extent;
  if (!outside) return true;
  for (int64_t index = 0;; ++index)
    if (positions[index] < -extent || positions[index] >= extent) return index_error(call, bounds_message(positions[index], axis, extent));
}

// The shape of the index in place of the first `replaced` axes; false beyond 8 axes.
bool plain_shape(const Extents &chosen, const Array &array, int32_t replaced, Extents &shape) {
  if (chosen.rank + array.rank() - replaced > Extents::maximum) return false;
  shape = chosen;
  for (int32_t axis = replaced; axis < array.rank(); ++axis) shape[shape.rank++] = array.shape[axis];
  return true;
}

std::size_t row_bytes(const Array &array, int32_t first) {
  auto bytes = static_cast<int64_t>(dtype_bytes(array.dtype));
  for (int32_t axis = first; axis < array.rank(); ++axis) bytes *= array.shape[axis];
  return static_cast<std::size_t>(bytes);
}

Array gather_masked(Call &call, const Array &array, const Array &mask) {
  const auto *marks = reinterpret_cast<const bool *>(mask.data());
  const int64_t count = count_true(marks, mask.size());
  Extents shape;
  plain_shape({count}, array, mask.rank(), shape);
  const Array out = new_array(call, array.dtype, shape);
  const std::size_t bytes = row_bytes(array, mask.rank());
  if (!call.failed() && out.size() > 0)
    compress(array.data(), marks, mask.size(), out.data(), out.data() + static_cast<std::size_t>(count) * bytes, bytes);
  return out;
}

}  // namespace

const Array *covering_mask(const Array &array, std::span<const Index> indices) {
  if (indices.size() != 1 || indices[0].kind != Index::Kind::array) return nullptr;
  const Array &mask = indices[0].array;
  const bool covers = mask.dtype == DType::boolean && mask.rank() > 0 && mask.shape == array.shape;
  return covers && mask.contiguous() && array.contiguous() ? &mask : nullptr;
}

bool gather_plainly(Call &call, const Array &array, std::span<const Index> indices, Array &out) {
  if (indices.size() != 1 || indices[0].kind != Index::Kind::array || array.rank() == 0 || !array.contiguous()) return false;
  const Array &chosen = indices[0].array;
  if (chosen.rank() == 0 || chosen.rank() > array.rank() || !chosen.contiguous()) return false;
  if (chosen.dtype == DType::boolean) {
    for (int32_t axis = 0; axis < chosen.rank(); ++axis)
      if (chosen.shape[axis] != array.shape[axis]) return false;
    return out = gather_masked(call, array, chosen), true;
  }
  Extents shape;
  if (!plain_shape(chosen.shape, array, 1, shape)) return false;
  const Array positions = positions_of(call, chosen);
  if (call.failed()) return true;
  const auto *values = reinterpret_cast<const int64_t *>(positions.data());
  if (!check_positions(call, values, positions.size(), array.shape[0], 0)) return true;
  out = new_array(call, array.dtype, shape);
  if (!call.failed() && out.size() > 0)
    gather_rows(array.data(), values, positions.size(), array.shape[0], out.data(), row_bytes(array, 1));
  return true;
}

void detail::raise_out_of_bounds(Call &call, int64_t position, int32_t axis, int64_t extent) {
  index_error(call, bounds_message(position, axis, extent));
}

Array gather(Call &call, const Selection &selection) {
  const Array out = new_array(call, selection.view.dtype, selection.shape);
  if (call.failed() || out.size() == 0) return out;
  const std::size_t element = dtype_bytes(out.dtype);
  if (selection.view.rank() == 0) return gather_elements(out.data(), selection, element), out;
  if (selection.place == 0 && selection.view.contiguous()) {
    const std::size_t bytes = static_cast<std::size_t>(selection.view.size()) * element;
    for (std::size_t which = 0; which < selection.offsets.size(); ++which)
      std::memcpy(out.data() + which * bytes, selection.view.data() + selection.offsets[which], bytes);
    return out;
  }
  for (std::size_t which = 0; which < selection.offsets.size(); ++which) {
    const Array arrays[] = {chosen_view(selection, which), values_for(selection, out, which)};
    each_run(arrays, 2,
             [&](std::byte **at, int64_t count, const int64_t *stride) { move_run(at[1], stride[1], at[0], stride[0], count, element); });
  }
  return out;
}

Array at_least_line(Call &, const Array &array) {
  Array out = array;
  if (out.rank() > 0) return out;
  share_value(out);
  out.shape = {1};
  out.strides = {static_cast<int64_t>(dtype_bytes(array.dtype))};
  return out;
}

Array copy(Call &call, const Array &array) {
  const Array out = new_array(call, array.dtype, array.shape);
  if (call.failed() || out.size() == 0) return out;
  const std::size_t element = dtype_bytes(array.dtype);
  const Array arrays[] = {array, out};
  each_run(arrays, 2,
           [&](std::byte **at, int64_t count, const int64_t *stride) { move_run(at[1], stride[1], at[0], stride[0], count, element); });
  return out;
}

}  // namespace modelet::numpy
