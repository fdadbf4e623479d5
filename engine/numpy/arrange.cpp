#include "numpy/arrange.h"

#include <cstring>

namespace modelet::numpy {

namespace {

enum class Padding : uint8_t { edge, reflect, symmetric, wrap };

// Positions along one axis, each element of which is there.
template <typename Place>
Array gathered(Call &call, const Array &array, int32_t axis, int64_t count, Place &&place) {
  Extents shape = array.shape;
  shape[axis] = count;
  const Array out = new_array(call, array.dtype, shape);
  for (int64_t index = 0; index < count && !call.failed() && out.size() > 0; ++index)
    move_elements(part(out, axis, index, 1), part(array, axis, place(index), 1));
  return out;
}

bool paired(Call &call, const Axes &first, const Axes &second, const char *message) {
  if (first.listed.rank == second.listed.rank) return true;
  call.raise("ValueError", message);
  return false;
}

// (before, after) of each axis.
bool widths_of(Call &call, const Array &array, const Array &widths, Extents &before, Extents &after) {
  const Array wanted = broadcast_array(call, widths, {array.rank(), 2});
  if (call.failed()) return false;
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    const std::byte *at = wanted.data() + axis * wanted.strides[0];
    before[axis] = load<int64_t>(at);
    after[axis] = load<int64_t>(at + wanted.strides[1]);
    if (before[axis] < 0 || after[axis] < 0) return call.raise("ValueError", "index can't contain negative values"), false;
  }
  before.rank = after.rank = array.rank();
  return true;
}

// Where position `at`, outside of [0, extent), comes from.
int64_t mirrored(int64_t at, int64_t extent, Padding mode) {
  if (mode == Padding::edge || (mode == Padding::reflect && extent == 1)) return at < 0 ? 0 : std::min(at, extent - 1);
  const int64_t period = mode == Padding::wrap ? extent : mode == Padding::reflect ? 2 * extent - 2 : 2 * extent;
  at = (at % period + period) % period;
  if (at < extent) return at;
  return mode == Padding::reflect ? period - at : period - 1 - at;
}

int64_t at_position(const Array &array, int64_t index) {
  return load<int64_t>(array.data() + index * array.strides[0]);
}

}  // namespace

void move_elements(const Array &target, const Array &source) {
  const std::size_t element = dtype_bytes(target.dtype);
  const Array arrays[] = {target, source};
  each_run(arrays, 2,
           [&](std::byte **at, int64_t count, const int64_t *stride) { move_run(at[0], stride[0], at[1], stride[1], count, element); });
}

Array zeros(Call &call, DType dtype, const Extents &shape) {
  const Array out = new_array(call, dtype, shape);
  if (!call.failed() && out.size() > 0) std::memset(out.data(), 0, static_cast<std::size_t>(out.size()) * dtype_bytes(dtype));
  return out;
}

Array triangle(Call &call, const Array &given, int64_t offset, bool upper) {
  Array array = given;
  if (given.rank() == 0) return call.raise("ValueError", "array must be at least 1-d"), Array();
  if (given.rank() == 1) array = broadcast_to(given, {given.shape[0], given.shape[0]});
  const Array out = zeros(call, array.dtype, array.shape);
  if (call.failed() || out.size() == 0) return out;
  const int32_t rows = array.rank() - 2;
  const int64_t columns = array.shape[rows + 1];
  for (int64_t row = 0; row < array.shape[rows]; ++row) {
    const int64_t edge = std::clamp<int64_t>(upper ? row + offset : row + offset + 1, 0, columns);
    const int64_t first = upper ? edge : 0, count = upper ? columns - edge : edge;
    if (count == 0) continue;
    move_elements(part(part(out, rows, row, 1), rows + 1, first, count), part(part(array, rows, row, 1), rows + 1, first, count));
  }
  return out;
}

Array diagonal(Call &call, const Array &array, int64_t offset, int64_t first, int64_t second) {
  int32_t a = 0;
  int32_t b = 0;
  if (array.rank() < 2) return call.raise("ValueError", "diag requires an array of at least two dimensions"), Array();
  if (!normal_axis(call, first, array.rank(), a, "axis1: ") || !normal_axis(call, second, array.rank(), b, "axis2: ")) return {};
  if (a == b) return call.raise("ValueError", "axis1 and axis2 cannot be the same"), Array();
  Array out = array;
  out.writeable = false;
  const int64_t rows = array.shape[a] - std::max<int64_t>(-offset, 0), columns = array.shape[b] - std::max<int64_t>(offset, 0);
  const int64_t count = std::max<int64_t>(std::min(rows, columns), 0);
  if (count > 0) out.advance(offset >= 0 ? offset * array.strides[b] : -offset * array.strides[a]);
  out.shape.rank = out.strides.rank = 0;
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    if (axis == a || axis == b) continue;
    out.shape[out.shape.rank++] = array.shape[axis];
    out.strides[out.strides.rank++] = array.strides[axis];
  }
  out.shape[out.shape.rank++] = count;
  out.strides[out.strides.rank++] = array.strides[a] + array.strides[b];
  return out;
}

Array diagonal_matrix(Call &call, const Array &line, int64_t offset) {
  const int64_t size = line.shape[0] + (offset < 0 ? -offset : offset);
  const Array out = zeros(call, line.dtype, {size, size});
  if (call.failed() || line.size() == 0) return out;
  const Array target = diagonal(call, out, offset, 0, 1);
  if (!call.failed()) move_elements(target, line);
  return out;
}

Array roll(Call &call, const Array &array, const Axes &shifts, const Axes &axes) {
  if (axes.everything) {
    const Array flat = ravel(call, array);
    const Array rolled = call.failed() ? Array() : roll(call, flat, shifts, Axes(int64_t{0}));
    return call.failed() ? Array() : reshape(call, rolled, array.shape);
  }
  const int32_t count = std::max(shifts.listed.rank, axes.listed.rank);
  Array out = array;
  for (int32_t each = 0; each < count; ++each) {
    int32_t axis = 0;
    if (!normal_axis(call, axes.listed[std::min(each, axes.listed.rank - 1)], array.rank(), axis)) return {};
    const int64_t extent = array.shape[axis], shift = shifts.listed[std::min(each, shifts.listed.rank - 1)];
    const int64_t moved = extent == 0 ? 0 : (shift % extent + extent) % extent;
    const Array next = new_array(call, array.dtype, array.shape);
    if (call.failed()) return {};
    move_elements(part(next, axis, moved, extent - moved), part(out, axis, 0, extent - moved));
    move_elements(part(next, axis, 0, moved), part(out, axis, extent - moved, moved));
    out = next;
  }
  return out;
}

Array shifted(Call &call, const Array &array, int64_t axis, bool back) {
  int32_t place = 0;
  if (!normal_axis(call, axis, array.rank(), place)) return {};
  const int64_t half = array.shape[place] / 2;
  return roll(call, array, Axes(back ? -half : half), Axes(int64_t{place}));
}

Array packed(Call &call, const Array &flags, const Axes &axes, bool little) {
  Array array;
  int32_t place = 0;
  if (!one_axis(call, flags, axes, array, place)) return {};
  const Array lines = axis_last(array, place);
  const int64_t count = lines.shape[lines.rank() - 1], stride = lines.strides[lines.rank() - 1], bytes = (count + 7) / 8;
  Extents shape = lines.shape;
  shape[shape.rank - 1] = bytes;
  const Array out = zeros(call, DType::uint8, shape);
  if (call.failed() || out.size() == 0) return call.failed() ? Array() : axis_back(out, place);
  each_line(lines, [&](const std::byte *first, int64_t line) {
    auto *target = reinterpret_cast<uint8_t *>(out.data()) + line * bytes;
    for (int64_t index = 0; index < count; ++index)
      if (load<bool>(first + index * stride)) target[index / 8] |= static_cast<uint8_t>(1U << (little ? index % 8 : 7 - index % 8));
  });
  return axis_back(out, place);
}

Array unpacked(Call &call, const Array &given, const Axes &axes, bool little) {
  Array array;
  int32_t place = 0;
  if (!one_axis(call, given, axes, array, place)) return {};
  const Array lines = axis_last(array, place);
  const int64_t count = lines.shape[lines.rank() - 1], stride = lines.strides[lines.rank() - 1];
  Extents shape = lines.shape;
  shape[shape.rank - 1] = count * 8;
  const Array out = new_array(call, DType::uint8, shape);
  if (call.failed() || out.size() == 0) return call.failed() ? Array() : axis_back(out, place);
  each_line(lines, [&](const std::byte *first, int64_t line) {
    auto *target = reinterpret_cast<uint8_t *>(out.data()) + line * count * 8;
    for (int64_t index = 0; index < count * 8; ++index)
      target[index] = (load<uint8_t>(first + index / 8 * stride) >> (little ? index % 8 : 7 - index % 8)) & 1;
  });
  return axis_back(out, place);
}

Array rotate(Call &call, const Array &array, int64_t times, const Axes &axes) {
  int32_t a = 0;
  int32_t b = 0;
  const Extents &named = axes.listed;
  if (named.rank != 2) return call.raise("ValueError", "len(axes) must be 2."), Array();
  const int64_t size = array.rank();
  if (named[0] == named[1] || (named[0] < 0 ? -(named[0] - named[1]) : named[0] - named[1]) == size)
    return call.raise("ValueError", "Axes must be different."), Array();
  for (int64_t axis : named)
    if (axis < -size || axis >= size)
      return call.raise("ValueError", "Axes=(" + std::to_string(named[0]) + ", " + std::to_string(named[1]) +
                                          ") out of range for array of ndim=" + std::to_string(size) + "."),
             Array();
  normal_axis(call, named[0], array.rank(), a);
  normal_axis(call, named[1], array.rank(), b);
  times = (times % 4 + 4) % 4;
  if (times == 0) return array;
  if (times == 2) {
    const Array once = flip(call, array, Axes(int64_t{a}));
    return flip(call, once, Axes(int64_t{b}));
  }
  if (times == 1) return swap_axes(call, flip(call, array, Axes(int64_t{b})), a, b);
  return flip(call, swap_axes(call, array, a, b), Axes(int64_t{b}));
}

Array with_axes_behind(Call &call, const Array &array, const Array &other) {
  Array out = array;
  for (int32_t axis = 0; axis < other.rank() && !call.failed(); ++axis) out = expand_dims(call, out, out.rank());
  return out;
}

Array at_least(Call &call, const Array &array, int64_t rank) {
  Array out = array;
  while (out.rank() < rank && !call.failed()) {
    // atleast_3d puts a matrix's new axis last
    const int64_t place = rank == 3 && out.rank() == 2 ? 2 : 0;
    out = expand_dims(call, out, place);
  }
  return out;
}

Array tile(Call &call, const Array &array, const Axes &times) {
  Array out = array;
  while (out.rank() < times.listed.rank && !call.failed()) out = expand_dims(call, out, 0);
  if (call.failed()) return {};
  bool copied = false;
  for (int32_t place = 0; place < times.listed.rank; ++place) {
    const int32_t axis = out.rank() - times.listed.rank + place;
    const int64_t count = times.listed[place], extent = out.shape[axis];
    if (count == 1) continue;
    Extents shape = out.shape;
    shape[axis] = count * extent;
    const Array next = new_array(call, out.dtype, shape);
    if (call.failed()) return {};
    for (int64_t index = 0; index < count && next.size() > 0; ++index) move_elements(part(next, axis, index * extent, extent), out);
    out = next;
    copied = true;
  }
  return copied ? out : copy(call, out);
}

Array move_axes(Call &call, const Array &array, const Axes &from, const Axes &to) {
  if (!paired(call, from, to, "`source` and `destination` arguments must have the same number of elements")) return {};
  Gone moved = {}, taken = {};
  int32_t source[Extents::maximum] = {}, order[Extents::maximum] = {};
  for (int32_t each = 0; each < from.listed.rank; ++each) {
    int32_t target = 0;
    if (!normal_axis(call, from.listed[each], array.rank(), source[each], "source: ")) return {};
    if (!normal_axis(call, to.listed[each], array.rank(), target, "destination: ")) return {};
    if (moved[source[each]]) return call.raise("ValueError", "repeated axis in `source` argument"), Array();
    if (taken[target]) return call.raise("ValueError", "repeated axis in `destination` argument"), Array();
    moved[source[each]] = taken[target] = true;
    order[target] = source[each];
  }
  int32_t next = 0;
  Axes axes{python::None{}};
  axes.everything = false;
  axes.listed.rank = array.rank();
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    if (!taken[axis]) {
      while (moved[next]) ++next;
      order[axis] = next++;
    }
    axes.listed[axis] = order[axis];
  }
  return transpose(call, array, axes);
}

Array broadcast_array(Call &call, const Array &array, const Extents &shape) {
  bool fits = array.rank() <= shape.rank;
  for (int32_t axis = 0; fits && axis < array.rank(); ++axis) {
    const int64_t wanted = shape[axis + shape.rank - array.rank()];
    fits = array.shape[axis] == wanted || array.shape[axis] == 1;
  }
  if (!fits) {
    const std::string text = shape_text(shape);
    call.raise("ValueError", array.rank() > shape.rank
                                 ? "input operand has more dimensions than allowed by the axis remapping"
                                 : "operands could not be broadcast together with remapped shapes [original->remapped]: " +
                                       shape_text(array.shape) + "  and requested shape " + text);
    return {};
  }
  Array out = broadcast_to(array, shape);
  out.writeable = false;
  return out;
}

Array repeat_each(Call &call, const Array &given, const Array &given_counts, const Axes &axes) {
  Array array;
  int32_t place = 0;
  if (!one_axis(call, given, axes, array, place)) return {};
  if (given_counts.rank() > 1) return call.raise("ValueError", "object too deep for desired array"), Array();
  const int64_t extent = array.shape[place];
  if (given_counts.rank() == 1 && given_counts.shape[0] != 1 && given_counts.shape[0] != extent) {
    call.raise("ValueError", "operands could not be broadcast together with shape (" + std::to_string(extent) + ",) (" +
                                 std::to_string(given_counts.shape[0]) + ",)");
    return {};
  }
  const Array counts = broadcast_to(given_counts, {extent});
  std::vector<int64_t> positions;
  for (int64_t index = 0; index < extent; ++index) {
    const int64_t count = at_position(counts, index);
    if (count < 0) return call.raise("ValueError", "repeats may not contain negative values."), Array();
    positions.insert(positions.end(), static_cast<std::size_t>(count), index);
  }
  return gathered(call, array, place, static_cast<int64_t>(positions.size()),
                  [&](int64_t index) { return positions[static_cast<std::size_t>(index)]; });
}

Array windows(Call &call, const Array &array, const Axes &sizes, const Axes &axes) {
  Array out = array;
  out.writeable = false;
  const int32_t count = axes.everything ? array.rank() : axes.listed.rank;
  if (sizes.listed.rank != count) {
    const std::string known = std::to_string(array.rank());
    call.raise("ValueError", axes.everything
                                 ? "Since axis is None, must provide window_shape for all dimensions of `x`; got " +
                                       std::to_string(sizes.listed.rank) + " window_shape elements and `x.ndim` is " + known + "."
                                 : "Must provide matching length window_shape and axis; got " + std::to_string(sizes.listed.rank) +
                                       " window_shape elements and " + std::to_string(count) + " axes elements.");
    return {};
  }
  for (int32_t each = 0; each < count; ++each) {
    int32_t axis = each;
    if (!axes.everything && !normal_axis(call, axes.listed[each], array.rank(), axis)) return {};
    const int64_t size = sizes.listed[each];
    if (size < 0) return call.raise("ValueError", "`window_shape` cannot contain negative values"), Array();
    if (out.shape[axis] < size) return call.raise("ValueError", "window shape cannot be larger than input array shape"), Array();
    if (out.rank() == Extents::maximum) return call.raise("ValueError", "compiled numpy code has at most 8 axes"), Array();
    out.shape[axis] -= size - 1;
    out.shape[out.shape.rank++] = size;
    out.strides[out.strides.rank++] = array.strides[axis];
  }
  return out;
}

Array pad_zeros(Call &call, const Array &array, const Array &widths, Extents &begin) {
  Extents after;
  if (!widths_of(call, array, widths, begin, after)) return {};
  Extents shape = array.shape;
  for (int32_t axis = 0; axis < shape.rank; ++axis) shape[axis] += begin[axis] + after[axis];
  return zeros(call, array.dtype, shape);
}

Array pad(Call &call, const Array &array, const Array &widths, int64_t mode) {
  Extents before, after;
  if (!widths_of(call, array, widths, before, after)) return {};
  Array out = array;
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    const int64_t extent = array.shape[axis];
    if (before[axis] + after[axis] == 0) continue;
    if (extent == 0) {
      call.raise("ValueError", "can't extend empty axis " + std::to_string(axis) + " using modes other than 'constant' or 'empty'");
      return {};
    }
    out = gathered(call, out, axis, before[axis] + extent + after[axis],
                   [&](int64_t index) { return mirrored(index - before[axis], extent, static_cast<Padding>(mode)); });
    if (call.failed()) return {};
  }
  return out.data() == array.data() ? copy(call, array) : out;
}

python::List<Array> split(Call &call, const Array &array, int64_t parts, int64_t axis, bool even) {
  auto out = python::new_list<Array>(call);
  int32_t place = 0;
  if (array.rank() == 0 || !normal_axis(call, axis, array.rank(), place)) {
    if (array.rank() == 0) call.raise("ValueError", "array split does not work on scalars");
    return out;
  }
  const int64_t extent = array.shape[place];
  if (even && parts == 0) return call.raise("ZeroDivisionError", "integer modulo by zero"), out;
  if (even && extent % parts != 0) return call.raise("ValueError", "array split does not result in an equal division"), out;
  if (parts <= 0) return call.raise("ValueError", "number sections must be larger than 0."), out;
  int64_t first = 0;
  for (int64_t index = 0; index < parts && !call.failed(); ++index) {
    const int64_t count = extent / parts + (index < extent % parts ? 1 : 0);
    out.push(call, part(array, place, first, count));
    first += count;
  }
  return out;
}

python::List<Array> split_at(Call &call, const Array &array, const Array &places, int64_t axis) {
  auto out = python::new_list<Array>(call);
  int32_t place = 0;
  if (array.rank() == 0 || !normal_axis(call, axis, array.rank(), place)) {
    if (array.rank() == 0) call.raise("ValueError", "array split does not work on scalars");
    return out;
  }
  if (places.rank() != 1) {
    call.raise("TypeError", "the places to split at are a list, or an array of one axis");
    return out;
  }
  const int64_t extent = array.shape[place];
  auto bound = [&](int64_t at) { return std::clamp<int64_t>(at < 0 ? at + extent : at, 0, extent); };
  int64_t first = 0;
  for (int64_t index = 0; index <= places.shape[0] && !call.failed(); ++index) {
    const int64_t given = index < places.shape[0] ? at_position(places, index) : extent;
    const int64_t from = bound(first), to = index < places.shape[0] ? bound(given) : extent;
    out.push(call, part(array, place, from, std::max<int64_t>(to - from, 0)));
    first = given;
  }
  return out;
}

namespace {

bool along(Call &call, const Array &array, const Array &positions, int32_t axis, Array &source, Array &where) {
  if (array.rank() != positions.rank())
    return call.raise("ValueError", "`indices` and `arr` must have the same number of dimensions"), false;
  Extents shape = positions.shape;
  for (int32_t each = 0; each < array.rank(); ++each) {
    if (each == axis || array.shape[each] == shape[each]) continue;
    if (shape[each] == 1) {
      shape[each] = array.shape[each];
    } else if (array.shape[each] != 1) {
      std::string message = "shape mismatch: indexing arrays could not be broadcast together with shapes ";
      for (int32_t one = 0; one < array.rank(); ++one) {
        Extents own;
        for (int32_t each_axis = 0; each_axis < array.rank(); ++each_axis)
          own[own.rank++] = each_axis == one && one != axis ? array.shape[one] : 1;
        message += shape_text(one == axis ? positions.shape : own) + " ";
      }
      return call.raise("IndexError", message), false;
    }
  }
  Extents wide = shape;
  wide[axis] = array.shape[axis];
  source = axis_last(broadcast_to(array, wide), axis);
  where = axis_last(broadcast_to(positions, shape), axis);
  return true;
}

bool inside(Call &call, int64_t &position, int64_t extent, int32_t axis) {
  if (position < -extent || position >= extent) {
    call.raise("IndexError", "index " + std::to_string(position) + " is out of bounds for axis " + std::to_string(axis) + " with size " +
                                 std::to_string(extent));
    return false;
  }
  if (position < 0) position += extent;
  return true;
}

}  // namespace

Array take_along(Call &call, const Array &given, const Array &given_positions, const Axes &axes) {
  Array array, source, where;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  if (axes.everything && given_positions.rank() != 1)
    return call.raise("ValueError", "when axis=None, `indices` must have a single dimension."), Array();
  if (!along(call, array, given_positions, axis, source, where)) return {};
  const Array out = new_array(call, array.dtype, where.shape);
  if (call.failed() || out.size() == 0) return call.failed() ? Array() : axis_back(out, axis);
  const int64_t extent = source.shape[source.rank() - 1], step = source.strides[source.rank() - 1];
  const int64_t count = where.shape[where.rank() - 1], each = where.strides[where.rank() - 1];
  const std::size_t element = dtype_bytes(array.dtype);
  std::vector<const std::byte *> lines;
  each_line(source, [&](const std::byte *first, int64_t) { lines.push_back(first); });
  each_line(where, [&](const std::byte *first, int64_t line) {
    for (int64_t index = 0; index < count && !call.failed(); ++index) {
      int64_t position = load<int64_t>(first + index * each);
      if (!inside(call, position, extent, axis)) return;
      std::memcpy(out.data() + static_cast<std::size_t>(line * count + index) * element,
                  lines[static_cast<std::size_t>(line)] + position * step, element);
    }
  });
  return axis_back(out, axis);
}

void put_along(Call &call, const Array &array, const Array &given_positions, const Array &given_values, int64_t given_axis) {
  Array source, where;
  int32_t axis = 0;
  if (!normal_axis(call, given_axis, array.rank(), axis) || !writeable(call, array, "assignment destination is read-only")) return;
  if (!along(call, array, given_positions, axis, source, where)) return;
  const Array shaped = axis_back(where, axis);
  if (!check_assignment(call, shaped, given_values)) return;
  const Array spread = broadcast_to(given_values, shaped.shape);
  const Array values = copy(call, axis_last(spread, axis));
  if (call.failed() || where.size() == 0) return;
  const int64_t extent = source.shape[source.rank() - 1], step = source.strides[source.rank() - 1];
  const int64_t count = where.shape[where.rank() - 1], each = where.strides[where.rank() - 1];
  const std::size_t element = dtype_bytes(array.dtype);
  std::vector<std::byte *> lines;
  each_line(source, [&](std::byte *first, int64_t) { lines.push_back(first); });
  each_line(where, [&](const std::byte *first, int64_t line) {
    for (int64_t index = 0; index < count && !call.failed(); ++index) {
      int64_t position = load<int64_t>(first + index * each);
      if (!inside(call, position, extent, axis)) return;
      std::memcpy(lines[static_cast<std::size_t>(line)] + position * step,
                  values.data() + static_cast<std::size_t>(line * count + index) * element, element);
    }
  });
}

Array spread_weights(Call &call, const Array &weights, const Array &array, int64_t axis) {
  int32_t place = 0;
  if (!normal_axis(call, axis, array.rank(), place)) return {};
  if (weights.shape == array.shape) return weights;
  if (weights.rank() != 1 || weights.shape[0] != array.shape[place]) {
    call.raise(weights.rank() == 1 ? "ValueError" : "TypeError",
               weights.rank() == 1 ? "Shape of weights must be consistent with shape of a along specified axis."
                                   : "1D weights expected when shapes of a and weights differ.");
    return {};
  }
  Extents shape = array.shape;
  for (int32_t each = 0; each < shape.rank; ++each) shape[each] = each == place ? weights.shape[0] : 1;
  return reshape(call, weights, shape);
}

Array argwhere(Call &call, const Array &flat, const Array &array) {
  const Array out = new_array(call, DType::int64, {flat.shape[0], array.rank()});
  for (int32_t axis = 0; axis < array.rank() && !call.failed() && out.size() > 0; ++axis) {
    const Array column = positions_along(call, flat, array.shape, axis);
    if (!call.failed()) move_elements(part(out, 1, axis, 1), reshape(call, column, {flat.shape[0], 1}));
  }
  return out;
}

Array unravelled(Call &call, const Array &given, const Extents &shape, int32_t axis) {
  const Array flat = call.failed() ? Array() : copy(call, given);
  if (call.failed()) return {};
  const int64_t total = shape.product();
  auto *positions = reinterpret_cast<int64_t *>(flat.data());
  for (int64_t index = 0; index < flat.size(); ++index) {
    if (positions[index] < 0 || positions[index] >= total) {
      call.raise("ValueError",
                 "index " + std::to_string(positions[index]) + " is out of bounds for array with size " + std::to_string(total));
      return {};
    }
  }
  return positions_along(call, flat, shape, axis);
}

Array ravelled(Call &call, const python::List<Array> &positions, const Extents &shape) {
  std::vector<Array> arrays(positions.begin(), positions.end());
  if (static_cast<int32_t>(arrays.size()) != shape.rank) {
    call.raise("ValueError", "parameter multi_index must be a sequence of length " + std::to_string(shape.rank));
    return {};
  }
  Extents wide;
  if (!broadcast(call, arrays.data(), static_cast<int>(arrays.size()), wide)) return {};
  const Array out = zeros(call, DType::int64, wide);
  for (int32_t axis = 0; axis < shape.rank && !call.failed(); ++axis) {
    const Array pair[] = {out, broadcast_to(arrays[static_cast<std::size_t>(axis)], wide)};
    each_run(pair, 2, [&](std::byte **at, int64_t count, const int64_t *stride) {
      for (int64_t index = 0; index < count; ++index) {
        const int64_t position = load<int64_t>(at[1] + index * stride[1]);
        if (position < 0 || position >= shape[axis]) return call.raise("ValueError", "invalid entry in coordinates array");
        save<int64_t>(at[0] + index * stride[0], load<int64_t>(at[0] + index * stride[0]) * shape[axis] + position);
      }
    });
  }
  return out;
}

Array without(Call &call, const Array &given, const Array &positions, const Axes &axes) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  const int64_t extent = array.shape[axis];
  std::vector<bool> gone(static_cast<std::size_t>(extent));
  const Array flat = ravel(call, positions);
  for (int64_t index = 0; index < flat.size() && !call.failed(); ++index) {
    int64_t position = at_position(flat, index);
    if (!inside(call, position, extent, axis)) return {};
    gone[static_cast<std::size_t>(position)] = true;
  }
  std::vector<int64_t> kept;
  for (int64_t index = 0; index < extent; ++index)
    if (!gone[static_cast<std::size_t>(index)]) kept.push_back(index);
  return gathered(call, array, axis, static_cast<int64_t>(kept.size()),
                  [&](int64_t index) { return kept[static_cast<std::size_t>(index)]; });
}

Array inserted(Call &call, const Array &given, const Array &positions, const Array &given_values, const Axes &axes) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  const int64_t extent = array.shape[axis];
  const bool single = positions.size() == 1 && positions.rank() == 0;
  Array values = given_values;
  std::vector<int64_t> places;
  const Array flat = ravel(call, positions);
  for (int64_t index = 0; index < flat.size() && !call.failed(); ++index) {
    int64_t place = at_position(flat, index);
    if (place < -extent || place > extent) {
      call.raise("IndexError", "index " + std::to_string(place) + " is out of bounds for axis " + std::to_string(axis) + " with size " +
                                   std::to_string(extent));
      return {};
    }
    places.push_back(place < 0 ? place + extent : place);
  }
  int64_t count = static_cast<int64_t>(places.size());
  if (single) {
    // numpy takes the values' first axis for the one that grows
    if (values.rank() < array.rank()) values = at_least(call, values, array.rank());
    if (array.rank() > 1 && given_values.rank() > 0 && given_values.rank() < array.rank())
      values = move_axes(call, values, Axes(int64_t{0}), Axes(int64_t{axis}));
    count = values.shape[axis];
    places.assign(static_cast<std::size_t>(count), places.empty() ? 0 : places[0]);
  }
  Extents shape = array.shape;
  shape[axis] = extent + count;
  Extents fresh = array.shape;
  fresh[axis] = count;
  const Array out = call.failed() ? Array() : new_array(call, array.dtype, shape);
  const Array holder = call.failed() ? Array() : new_array(call, array.dtype, fresh);
  if (call.failed() || !check_assignment(call, holder, values)) return {};
  const Array spread = broadcast_to(values, fresh);
  std::vector<int64_t> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return places[static_cast<std::size_t>(a)] < places[static_cast<std::size_t>(b)]; });
  int64_t at = 0, old = 0;
  for (int64_t which : order) {
    for (; old < places[static_cast<std::size_t>(which)]; ++old) move_elements(part(out, axis, at++, 1), part(array, axis, old, 1));
    move_elements(part(out, axis, at++, 1), part(spread, axis, which, 1));
  }
  if (old < extent) move_elements(part(out, axis, at, extent - old), part(array, axis, old, extent - old));
  return out;
}

Array meshed(Call &call, const Array &line, int32_t place, const Extents &shape) {
  const Array flat = ravel(call, line);
  if (call.failed()) return {};
  Extents own = shape;
  for (int32_t axis = 0; axis < own.rank; ++axis) own[axis] = axis == place ? flat.shape[0] : 1;
  const Array turned = reshape(call, flat, own);
  return call.failed() ? Array() : copy(call, broadcast_to(turned, shape));
}

}  // namespace modelet::numpy
