// A growing array on a call's heap: the memory behind list, dict and set.
#pragma once

#include <algorithm>
#include <cstring>
#include <new>

#include "python/heap.h"

namespace modelet::python {

// Values of the engine's Python types may be moved by copying their bytes: none points into itself.
template <typename T>
class Buffer {
 public:
  explicit Buffer(Heap &heap) : heap_(&heap) {}
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer() {
    truncate(0);
    heap_->pool().give(data_, static_cast<std::size_t>(capacity_) * sizeof(T));
    heap_->release(static_cast<std::size_t>(capacity_) * sizeof(T));
  }

  int64_t size() const { return size_; }
  T *data() { return data_; }
  const T *data() const { return data_; }
  T &operator[](int64_t index) { return data_[index]; }
  const T &operator[](int64_t index) const { return data_[index]; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }

  // Room for `count` values in all; false with MemoryError raised.
  bool reserve(Call &call, int64_t count) {
    if (count <= capacity_) return true;
    if (static_cast<uint64_t>(count) > most_bytes / sizeof(T)) return fail(call);
    if (!heap_->reserve(call, static_cast<std::size_t>(count - capacity_) * sizeof(T))) return false;
    const auto bytes = static_cast<std::size_t>(capacity_) * sizeof(T);
    void *memory = heap_->pool().grow(static_cast<void *>(data_), bytes, static_cast<std::size_t>(count) * sizeof(T));
    if (memory == nullptr) {
      heap_->release(static_cast<std::size_t>(count - capacity_) * sizeof(T));
      return fail(call);
    }
    data_ = static_cast<T *>(memory);
    capacity_ = count;
    return true;
  }

  bool push(Call &call, T value) {
    if (size_ == capacity_ && !reserve(call, more())) return false;
    new (static_cast<void *>(data_ + size_)) T(std::move(value));
    ++size_;
    return true;
  }

  // Opens a gap of `count` unconstructed places at `index`; the caller constructs each with `place`.
  bool open(Call &call, int64_t index, int64_t count) {
    if (size_ + count > capacity_ && !reserve(call, grown(count))) return false;
    move(index + count, index, size_ - index);
    size_ += count;
    return true;
  }
  void place(int64_t index, T value) { new (static_cast<void *>(data_ + index)) T(std::move(value)); }

  // Takes out `count` values at `index`.
  void erase(int64_t index, int64_t count) {
    for (int64_t at = index; at < index + count; ++at) data_[at].~T();
    move(index, index + count, size_ - index - count);
    size_ -= count;
  }

  T take(int64_t index) {
    T value = std::move(data_[index]);
    erase(index, 1);
    return value;
  }

  void swap(Buffer &other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  void truncate(int64_t size) {
    while (size_ > size) data_[--size_].~T();
  }

  // So many copies of a value without parts instead of what it held; false with MemoryError raised.
  bool fill(Call &call, int64_t count, T value) {
    truncate(0);
    if (!reserve(call, count)) return false;
    std::fill_n(data_, count, value);
    size_ = count;
    return true;
  }

 private:
  // What can be asked for; its bytes can be counted where memory has 32 bits, too.
  static constexpr uint64_t most_bytes = sizeof(std::size_t) < sizeof(uint64_t) ? INT32_MAX : uint64_t{1} << 47;

  // Small ones grow fast; of large ones little is left over, and the C library moves them without copying.
  int64_t more() const { return capacity_ + (capacity_ < 4096 ? capacity_ / 2 : capacity_ / 8) + 4; }
  int64_t grown(int64_t count) const {
    const int64_t wanted = more();
    return wanted > size_ + count ? wanted : size_ + count;
  }
  void move(int64_t to, int64_t from, int64_t count) {
    if (count > 0)
      std::memmove(static_cast<void *>(data_ + to), static_cast<void *>(data_ + from), static_cast<std::size_t>(count) * sizeof(T));
  }
  static bool fail(Call &call) {
    call.raise("MemoryError", "");
    return false;
  }

  Heap *heap_;
  T *data_ = nullptr;
  int64_t size_ = 0;
  int64_t capacity_ = 0;
};

}  // namespace modelet::python
