// numpy's ndarray: dtype, shape, strides and shared memory. Views alias, as in numpy; the dtype is known at run time only,
// so that each operation is compiled once, in the engine. An array of rank 0 stands for a numpy scalar (`numpy.float32(1)`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <utility>

#include "core/call.h"
#include "core/tensor.h"

namespace modelet::numpy {

// A shape, or strides. numpy allows 64 axes, the engine 8; whoever makes one checks.
struct Extents {
  static constexpr int32_t maximum = 8;
  int32_t rank = 0;
  int64_t values[maximum];  // of the axes; behind them whatever was there

  // Scalars are made and copied in loops, and most arrays have two axes or fewer: eight values each time took longer than what is computed.
  Extents() { values[0] = values[1] = 0; }
  Extents(const Extents &other) { *this = other; }
  Extents &operator=(const Extents &other) {
    rank = other.rank;
    if (rank == 0) return *this;
    values[0] = other.values[0];
    values[1] = other.values[1];
    for (int32_t axis = 2; axis < rank; ++axis) values[axis] = other.values[axis];
    return *this;
  }
  Extents(std::initializer_list<int64_t> items) : Extents() {
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

// Sizes that the compiler knows, since a call of memcpy takes longer than the copy.
inline void copy_element(std::byte *to, const std::byte *from, DType dtype) {
  switch (dtype_bytes(dtype)) {
    case 1:
      *to = *from;
      return;
    case 2:
      std::memcpy(to, from, 2);
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    default:
      std::memcpy(to, from, 16);
  }
}

// Copies share memory, except for scalars, which carry their value with them: loops over elements make millions of those. Null data with
// a call error set when an operation failed.
struct Array {
  DType dtype = DType::float64;
  Extents shape;
  Extents strides;  // in bytes
  std::byte *data = nullptr;
  std::shared_ptr<void> owner;  // keeps `data`; may outlive the call
  bool writeable = true;
  alignas(16) std::byte value[16];  // of a scalar, where `data` points to it; else unset

  Array() = default;
  Array(const Array &other) : owner(other.owner) { take(other); }
  Array(Array &&other) noexcept : owner(std::move(other.owner)) { take(other); }
  Array &operator=(const Array &other) {
    if (this == &other) return *this;
    owner = other.owner;
    return take(other), *this;
  }
  Array &operator=(Array &&other) noexcept {
    if (this == &other) return *this;
    owner = std::move(other.owner);
    return take(other), *this;
  }
  ~Array() = default;

  bool holds_value() const { return data == value; }
  int32_t rank() const { return shape.rank; }
  int64_t size() const { return shape.product(); }
  bool contiguous() const;  // C order

 private:
  void take(const Array &other) {
    dtype = other.dtype;
    shape = other.shape;
    strides = other.strides;
    writeable = other.writeable;
    data = other.data;
    if (!other.holds_value()) return;
    copy_element(value, other.value, dtype);  // no more than was written: reading more would wait for the store
    data = value;
  }
};

// Uninitialised, C-contiguous, aligned to 64 bytes. MemoryError is raised when there is no memory, ValueError for a negative or
// too large extent.
Array new_array(Call &call, DType dtype, const Extents &shape);

// A scalar: of rank 0, zero.
inline Array new_scalar(DType dtype) {
  Array out;
  out.dtype = dtype;
  out.data = out.value;
  return out;
}

// Shares the tensor's memory. ValueError beyond 8 axes.
Array from_tensor(Call &call, Tensor tensor);

// Shares memory when the array is contiguous, else copies. Null data with an error raised.
Tensor to_tensor(Call &call, const Array &array);

}  // namespace modelet::numpy
