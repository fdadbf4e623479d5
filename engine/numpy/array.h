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

// Copies share memory, except for scalars, which carry their value with them: loops over elements make millions of those. None points
// into itself, as collections move their items by copying bytes. Null data with a call error set when an operation failed.
struct Array {
  DType dtype = DType::float64;
  bool writeable = true;
  Extents shape;
  Extents strides;              // in bytes
  std::shared_ptr<void> owner;  // keeps the data; may outlive the call

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

  // The first element. Of a scalar it is inside of this very object, and valid as long as that stays where it is.
  std::byte *data() const { return holds_value_ ? value_ : place_; }
  void refer(std::byte *place) {
    place_ = place;
    holds_value_ = false;
  }
  // To another first element, so many bytes on; a scalar has but one.
  void advance(int64_t bytes) {
    if (!holds_value_) place_ += bytes;
  }
  bool holds_value() const { return holds_value_; }
  int32_t rank() const { return shape.rank; }
  int64_t size() const { return shape.product(); }
  bool contiguous() const;  // C order

 private:
  friend Array new_scalar(DType dtype);

  void take(const Array &other) {
    dtype = other.dtype;
    writeable = other.writeable;
    shape = other.shape;
    strides = other.strides;
    place_ = other.place_;
    holds_value_ = other.holds_value_;
    if (holds_value_) copy_element(value_, other.value_, dtype);  // no more than was written: reading more would wait for the store
  }

  bool holds_value_ = false;
  std::byte *place_ = nullptr;
  alignas(8) mutable std::byte value_[16];  // of a scalar; else unset
};

// Uninitialised, C-contiguous, aligned to 64 bytes. MemoryError is raised when there is no memory, ValueError for a negative or
// too large extent.
Array new_array(Call &call, DType dtype, const Extents &shape);

// A scalar: of rank 0, its value unset.
inline Array new_scalar(DType dtype) {
  Array out;
  out.dtype = dtype;
  out.holds_value_ = true;
  return out;
}

// Gives a scalar an element that copies share, as those of arrays do: for arrays that are made of one, which can be written to.
void share_value(Array &array);

// Shares the tensor's memory. ValueError beyond 8 axes.
Array from_tensor(Call &call, Tensor tensor);

// Shares memory when the array is contiguous, else copies. Null data with an error raised.
Tensor to_tensor(Call &call, const Array &array);

}  // namespace modelet::numpy
