#include "numpy/array.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/memory.h"
#include "numpy/walk.h"
#include "platform/pages.h"

namespace modelet::numpy {

namespace {

// In bytes. Below it, memory that is touched again counts for more than how it was first touched; numpy's own bound.
constexpr uint64_t large_array = uint64_t{4} << 20;

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

// Copies share the element, as those of an array with axes do. In one piece with what counts its owners; too small to be accounted.
Array new_shared_element(DType dtype) {
  struct alignas(16) Room {
    std::byte bytes[16];
  };
  auto room = std::make_shared<Room>();
  Array out;
  out.dtype = dtype;
  out.refer(room->bytes);
  out.owner = std::move(room);
  return out;
}

}  // namespace

void share_value(Array &array) {
  if (!array.holds_value()) return;
  Array shared = new_shared_element(array.dtype);
  copy_element(shared.data(), array.data(), array.dtype);
  array.owner = std::move(shared.owner);
  array.refer(shared.data());
}

Array new_array(Call &call, DType dtype, const Extents &shape) {
  if (shape.rank == 0) return new_shared_element(dtype);
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
  if (bytes >= large_array) platform::prefer_large_pages(out.owner.get(), static_cast<std::size_t>(bytes));
  out.dtype = dtype;
  out.shape = shape;
  out.strides = packed(shape, static_cast<int64_t>(dtype_bytes(dtype)));
  out.refer(static_cast<std::byte *>(out.owner.get()));
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
  out.refer(static_cast<std::byte *>(tensor.data));
  out.owner = std::move(tensor.owner);
  return out;
}

Array contiguous_copy(Call &call, const Array &array) {
  Array out = new_array(call, array.dtype, array.shape);
  if (call.failed()) return out;
  const std::size_t element = dtype_bytes(array.dtype);
  if (array.contiguous()) {
    if (array.size() > 0) std::memcpy(out.data(), array.data(), static_cast<std::size_t>(array.size()) * element);
    return out;
  }
  if (array.size() == 0) return out;
  const Array arrays[] = {out, array};
  each_run(arrays, 1,
           [&](std::byte **at, int64_t count, const int64_t *stride) { move_run(at[0], stride[0], at[1], stride[1], count, element); });
  return out;
}

Tensor to_tensor(Call &call, const Array &array) {
  const Array source = array.contiguous() && !array.holds_value() ? array : contiguous_copy(call, array);
  Tensor out;
  if (call.failed()) return out;
  out.dtype = source.dtype;
  out.shape.assign(source.shape.begin(), source.shape.end());
  out.data = source.data();
  out.owner = source.owner;
  return out;
}

}  // namespace modelet::numpy
