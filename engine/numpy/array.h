// numpy's ndarray: dtype, shape, strides and shared memory. Views alias, as in numpy; the dtype is known at run time only,
// so that each operation is compiled once, in the engine. An array of rank 0 stands for a numpy scalar (`numpy.float32(1)`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include "core/call.h"
#include "core/tensor.h"

namespace modelet::numpy {

// A shape, or strides. numpy allows 64 axes, the engine 8; whoever makes one checks.
struct Extents {
  static constexpr int32_t maximum = 8;
  int32_t rank = 0;
  int64_t values[maximum] = {};

  Extents() = default;
  // Most arrays have two axes or fewer, and scalars are copied in loops: eight values each time took longer than what is computed.
  Extents(const Extents &other) { *this = other; }
  Extents &operator=(const Extents &other) {
    rank = other.rank;
    values[0] = other.values[0];
    values[1] = other.values[1];
    for (int32_t axis = 2; axis < rank; ++axis) values[axis] = other.values[axis];
    return *this;
  }
  Extents(std::initializer_list<int64_t> items) {
    for (int64_t item : items) values[rank++] = item;
  }
  int64_t &operator[](int32_t axis) { return values[axis]; }
  int64_t operator[](int32_t axis) const { return values[axis]; }
  const int64_t *begin() const { return values; }
  const int64_t *end() const { return values + rank; }
  int64_t product() const {
    int64_t result = 1;
    for (int64_t value : *this) result *= value;
    return result;
  }
  friend bool operator==(const Extents &left, const Extents &right) {
    if (left.rank != right.rank) return false;
    for (int32_t axis = 0; axis < left.rank; ++axis)
      if (left.values[axis] != right.values[axis]) return false;
    return true;
  }
};

// Copies share memory. Null data with a call error set when an operation failed.
struct Array {
  DType dtype = DType::float64;
  Extents shape;
  Extents strides;  // in bytes
  std::byte *data = nullptr;
  std::shared_ptr<void> owner;  // keeps `data`; may outlive the call
  bool writeable = true;

  int32_t rank() const { return shape.rank; }
  int64_t size() const { return shape.product(); }
  bool contiguous() const;  // C order
};

// Uninitialised, C-contiguous, aligned to 64 bytes. MemoryError is raised when there is no memory, ValueError for a negative or
// too large extent.
Array new_array(Call &call, DType dtype, const Extents &shape);

// The same of rank 0: a scalar, uninitialised. Never fails.
Array new_scalar(DType dtype);

// Shares the tensor's memory. ValueError beyond 8 axes.
Array from_tensor(Call &call, Tensor tensor);

// Shares memory when the array is contiguous, else copies. Null data with an error raised.
Tensor to_tensor(Call &call, const Array &array);

}  // namespace modelet::numpy
