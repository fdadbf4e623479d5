#include "python/heap.h"

#include <new>

namespace modelet::python {

Object::Object(Heap &heap) : heap_(&heap) {
  heap.link(*this);
}

Object::~Object() {
  heap_->unlink(*this);
}

void Object::operator delete(Object *object, std::destroying_delete_t, std::size_t bytes) noexcept {
  Heap &heap = *object->heap_;
  object->~Object();
  heap.pool().give(object, bytes);
}

void Heap::link(Object &object) noexcept {
  object.next_ = first_;
  if (first_ != nullptr) first_->previous_ = &object;
  first_ = &object;
  ++objects_;
}

void Heap::unlink(Object &object) noexcept {
  if (object.previous_ != nullptr) object.previous_->next_ = object.next_;
  if (object.next_ != nullptr) object.next_->previous_ = object.previous_;
  if (first_ == &object) first_ = object.next_;
  object.previous_ = object.next_ = nullptr;
  --objects_;
}

bool Heap::refuse(Call &call) {
  call.raise("MemoryError", "");
  return false;
}

// Destroying one object may retire others; a list instead of recursion, since a nested list may be as deep as memory allows.
void Heap::retire(Object &object) noexcept {
  unlink(object);
  ++objects_;
  object.next_ = retired_;
  retired_ = &object;
  if (retiring_) return;
  retiring_ = true;
  while (retired_ != nullptr) {
    Object *last = retired_;
    retired_ = last->next_;
    last->next_ = nullptr;
    const std::size_t bytes = last->bytes();
    delete last;
    release(bytes);
  }
  retiring_ = false;
}

// What is left is in cycles. Each is held while all give up what they refer to, so that none goes twice.
Heap::~Heap() {
  for (Object *object = first_; object != nullptr; object = object->next_) object->retain();
  for (Object *object = first_; object != nullptr; object = object->next_) object->clear();
  while (first_ != nullptr) delete first_;
  while (constants_ != nullptr) delete std::exchange(constants_, constants_->next);
}

void Heap::keep(const void *key, Object *object) {
  constants_ = new Constant{key, object, constants_};
  object->retain();
}

void raise_now(Call &call, const char *python_class, const char *message) {
  call.raise(python_class, message);
}

MODELET_KEEPS_REGISTERS bool asked_to_stop(const Call &call, uint32_t) {
  return call.cancelled.load(std::memory_order_relaxed);
}

void stop_now(Call &call) {
  call.fail(cancelled_error());
}

void attach_heap(Call &call, uint64_t limit) {
  if (call.heap == nullptr) call.heap = std::make_shared<Heap>(limit);
  heap(call).call = &call;
}

}  // namespace modelet::python
