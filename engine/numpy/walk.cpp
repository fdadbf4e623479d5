#include "numpy/walk.h"

#include <cstring>

namespace modelet::numpy {

namespace {

int64_t size_of(int64_t stride) {
  return stride < 0 ? -stride : stride;
}

int64_t stride_of(const Array &array, int32_t axis) {
  return array.shape[axis] == 1 ? 0 : array.strides[axis];
}

enum class Decision { unknown, stay, swap };

// Whether `axis` goes inside of `other`, which is further in so far.
Decision decide(const Array *arrays, int count, int32_t axis, int32_t other) {
  Decision decision = Decision::unknown;
  for (int which = 0; which < count; ++which) {
    const int64_t own = stride_of(arrays[which], axis);
    const int64_t inner = stride_of(arrays[which], other);
    if (own == 0 || inner == 0) continue;
    if (size_of(inner) <= size_of(own)) {
      decision = Decision::stay;
    } else if (decision == Decision::unknown) {
      decision = Decision::swap;
    }
  }
  return decision;
}

bool follows(const Walk &walk, int count, int32_t inner, const Array *arrays, int32_t axis) {
  for (int which = 0; which < count; ++which)
    if (walk.strides[which][inner] * walk.shape[inner] != stride_of(arrays[which], axis)) return false;
  return true;
}

// Of a size that the compiler knows, since a call for each would take longer than the copy.
template <std::size_t element>
void move_elements_of(std::byte *to, int64_t to_stride, const std::byte *from, int64_t from_stride, int64_t count) {
  if (to_stride == static_cast<int64_t>(element)) {
    for (int64_t index = 0; index < count; ++index)
      std::memcpy(to + index * static_cast<int64_t>(element), from + index * from_stride, element);
    return;
  }
  for (int64_t index = 0; index < count; ++index) std::memcpy(to + index * to_stride, from + index * from_stride, element);
}

}  // namespace

void move_run(std::byte *to, int64_t to_stride, const std::byte *from, int64_t from_stride, int64_t count, std::size_t element) {
  if (from_stride == static_cast<int64_t>(element) && to_stride == from_stride) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * element);
    return;
  }
  switch (element) {
    case 1:
      return move_elements_of<1>(to, to_stride, from, from_stride, count);
    case 2:
      return move_elements_of<2>(to, to_stride, from, from_stride, count);
    case 4:
      return move_elements_of<4>(to, to_stride, from, from_stride, count);
    case 8:
      return move_elements_of<8>(to, to_stride, from, from_stride, count);
    default:
      return move_elements_of<16>(to, to_stride, from, from_stride, count);
  }
}

AxisOrder axis_order(const Array *arrays, int count, const Extents &shape) {
  AxisOrder order;
  for (int32_t place = 0; place < shape.rank; ++place) order.axes[place] = shape.rank - 1 - place;
  for (int32_t place = 1; place < shape.rank; ++place) {
    const int32_t axis = order.axes[place];
    int32_t target = place;
    for (int32_t other = place - 1; other >= 0; --other) {
      const Decision decision = decide(arrays, count, axis, order.axes[other]);
      if (decision == Decision::stay) break;
      if (decision == Decision::swap) target = other;
    }
    for (int32_t moved = place; moved > target; --moved) order.axes[moved] = order.axes[moved - 1];
    order.axes[target] = axis;
  }
  return order;
}

Walk walk_of(const Array *arrays, int count, int sorting) {
  const Extents &shape = arrays[0].shape;
  const AxisOrder order = axis_order(arrays, sorting, shape);
  Walk walk;
  for (int32_t place = 0; place < shape.rank; ++place) {
    const int32_t axis = order.axes[place];
    if (shape[axis] == 1) continue;
    if (walk.rank > 0 && follows(walk, count, walk.rank - 1, arrays, axis)) {
      walk.shape[walk.rank - 1] *= shape[axis];
      continue;
    }
    walk.shape[walk.rank] = shape[axis];
    for (int which = 0; which < count; ++which) walk.strides[which][walk.rank] = arrays[which].strides[axis];
    ++walk.rank;
  }
  if (walk.rank == 0) walk.shape[walk.rank++] = 1;
  return walk;
}

Extents strides_like(DType dtype, const Extents &shape, const Array *arrays, int count) {
  Extents out = shape;
  const AxisOrder order = axis_order(arrays, count, shape);
  auto stride = static_cast<int64_t>(dtype_bytes(dtype));
  for (int32_t place = 0; place < shape.rank; ++place) {
    out[order.axes[place]] = stride;
    stride *= shape[order.axes[place]];
  }
  return out;
}

Array new_array_like(Call &call, DType dtype, const Extents &shape, const Array *arrays, int count) {
  Array out = new_array(call, dtype, shape);
  if (!call.failed()) out.strides = strides_like(dtype, shape, arrays, count);
  return out;
}

bool broadcast(Call &call, const Array *operands, int count, Extents &shape) {
  shape = Extents();
  for (int which = 0; which < count; ++which)
    if (operands[which].rank() > shape.rank) shape.rank = operands[which].rank();
  for (int32_t axis = 0; axis < shape.rank; ++axis) {
    int64_t extent = 1;
    for (int which = 0; which < count; ++which) {
      const int32_t own = axis - (shape.rank - operands[which].rank());
      if (own < 0 || operands[which].shape[own] == 1) continue;
      if (extent != 1 && extent != operands[which].shape[own]) {
        std::string message = "operands could not be broadcast together with shapes ";
        for (int each = 0; each < count; ++each) message += shape_text(operands[each].shape) + " ";
        return call.raise("ValueError", message), false;
      }
      extent = operands[which].shape[own];
    }
    shape[axis] = extent;
  }
  return true;
}

Array broadcast_to(const Array &array, const Extents &shape) {
  Array out = array;
  out.shape = shape;
  out.strides = Extents();
  out.strides.rank = shape.rank;
  for (int32_t axis = 0; axis < shape.rank; ++axis) {
    const int32_t own = axis - (shape.rank - array.rank());
    out.strides[axis] = own < 0 || array.shape[own] == 1 ? 0 : array.strides[own];
  }
  return out;
}

std::string shape_text(const Extents &shape) {
  std::string out = "(";
  for (int32_t axis = 0; axis < shape.rank; ++axis) out += (axis > 0 ? "," : "") + std::to_string(shape[axis]);
  return out + (shape.rank == 1 ? ",)" : ")");
}

}  // namespace modelet::numpy
