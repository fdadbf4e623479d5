#include "numpy/array.h"

#include <algorithm>
#include <cstring>

#include "core/memory.h"

namespace modelet::numpy {

namespace {

// Runs body(pointer) over every element in C order.
template <typename Body>
void each(const Array &array, Body &&body) {
  const int32_t rank = array.rank();
  int64_t at[Extents::maximum] = {};
  const std::byte *pointer = array.data;
  for (int64_t left = array.size(); left > 0; --left) {
    body(pointer);
    for (int32_t axis = rank - 1; axis >= 0; --axis) {
      pointer += array.strides[axis];
      if (++at[axis] < array.shape[axis]) break;
      pointer -= array.strides[axis] * array.shape[axis];
      at[axis] = 0;
    }
  }
}

Extents packed(const Extents &shape, int64_t element) {
  Extents strides;
  strides.rank = shape.rank;
  for (int32_t axis = shape.rank - 1; axis >= 0; --axis) {
    strides[axis] = element;
    element *= shape[axis];
  }
  return strides;
}

}  // namespace

bool Array::contiguous() const {
  int64_t expected = static_cast<int64_t>(dtype_bytes(dtype));
  for (int32_t axis = rank() - 1; axis >= 0; --axis) {
    if (shape[axis] != 1 && strides[axis] != expected) return false;
    expected *= shape[axis];
  }
  return true;
}

namespace {

// A scalar, in one piece with what counts its owners; too small to be accounted.
Array new_scalar(DType dtype) {
  struct alignas(16) Room {
    std::byte bytes[16];
  };
  const auto room = std::make_shared<Room>();
  Array out;
  out.dtype = dtype;
  out.data = room->bytes;
  out.owner = room;
  return out;
}

}  // namespace

Array new_array(Call &call, DType dtype, const Extents &shape) {
  if (shape.rank == 0) return new_scalar(dtype);
  Array out;
  int64_t elements = 1;
  for (int64_t extent : shape) {
    if (extent < 0) return call.raise("ValueError", "negative dimensions are not allowed"), Array();
    if (__builtin_mul_overflow(elements, extent, &elements) || elements > (int64_t{1} << 46)) return call.raise("MemoryError", ""), Array();
  }
  const uint64_t bytes = static_cast<uint64_t>(elements) * dtype_bytes(dtype);
  // Arrays may outlive the call, so that they count against the instance's budget; one that passes the call's limit alone is refused.
  if (call.memory_limit != 0 && bytes > call.memory_limit) return call.raise("MemoryError", ""), Array();
  out.owner = new_bytes(call, std::max<uint64_t>(bytes, 1));
  if (call.failed()) return Array();
  out.dtype = dtype;
  out.shape = shape;
  out.strides = packed(shape, static_cast<int64_t>(dtype_bytes(dtype)));
  out.data = static_cast<std::byte *>(out.owner.get());
  return out;
}

Array from_tensor(Call &call, Tensor tensor) {
  Array out;
  if (tensor.shape.size() > static_cast<std::size_t>(Extents::maximum)) {
    call.raise("ValueError", "an array of " + std::to_string(tensor.shape.size()) + " axes: compiled code has at most 8");
    return out;
  }
  out.dtype = tensor.dtype;
  for (int64_t extent : tensor.shape) out.shape[out.shape.rank++] = extent;
  out.strides = packed(out.shape, static_cast<int64_t>(dtype_bytes(out.dtype)));
  out.data = static_cast<std::byte *>(tensor.data);
  out.owner = std::move(tensor.owner);
  return out;
}

Array contiguous_copy(Call &call, const Array &array) {
  Array out = new_array(call, array.dtype, array.shape);
  if (call.failed()) return out;
  const std::size_t element = dtype_bytes(array.dtype);
  if (array.contiguous()) {
    if (array.size() > 0) std::memcpy(out.data, array.data, static_cast<std::size_t>(array.size()) * element);
    return out;
  }
  std::byte *target = out.data;
  each(array, [&](const std::byte *source) {
    std::memcpy(target, source, element);
    target += element;
  });
  return out;
}

Tensor to_tensor(Call &call, const Array &array) {
  const Array source = array.contiguous() ? array : contiguous_copy(call, array);
  Tensor out;
  if (call.failed()) return out;
  out.dtype = source.dtype;
  out.shape.assign(source.shape.begin(), source.shape.end());
  out.data = source.data;
  out.owner = source.owner;
  return out;
}

}  // namespace modelet::numpy
