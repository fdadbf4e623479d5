// Python's list. Copies of a List refer to the same list, as names do in Python.
#pragma once

#include "python/buffer.h"

namespace modelet::python {

template <typename T>
class ListObject final : public Object {
 public:
  explicit ListObject(Heap &heap) : Object(heap), items(heap) {}
  void clear() noexcept override { items.truncate(0); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Buffer<T> items;
};

template <typename T>
class List {
 public:
  using Item = T;

  List() = default;
  explicit List(Ref<ListObject<T>> object) : object_(std::move(object)) {}

  // The engine's parts read lists through these; `at` takes 0 <= index < size.
  int64_t size() const { return object_->items.size(); }
  const T &at(int64_t index) const { return object_->items[index]; }
  const T *begin() const { return object_->items.begin(); }
  const T *end() const { return object_->items.end(); }
  // False with MemoryError raised.
  bool push(Call &call, T value) const { return object_->items.push(call, std::move(value)); }

  Buffer<T> &items() const { return object_->items; }
  ListObject<T> *object() const { return object_.get(); }
  explicit operator bool() const { return static_cast<bool>(object_); }

 private:
  Ref<ListObject<T>> object_;
};

// An empty list with room for `reserved` items. Null with MemoryError raised.
template <typename T>
List<T> new_list(Call &call, int64_t reserved = 0) {
  auto list = new_object<ListObject<T>, List<T>>(call);
  if (reserved > 0 && !call.failed()) list.items().reserve(call, reserved);
  return list;
}

}  // namespace modelet::python
