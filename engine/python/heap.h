// Where the Python objects of one call live.
//
// Objects are counted without atomics, since one thread at a time runs a call, and each that may hold others is linked into
// its call's heap, so that what is left in a cycle is swept when the call finishes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "core/call.h"
#include "python/pool.h"

namespace modelet::python {

class Heap;

// Base of every object that other objects may refer to. `clear` gives up the references it holds; it is called before
// the object is destroyed by the final sweep, when others may already be cleared.
class Object {
 public:
  explicit Object(Heap &heap);
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;
  virtual ~Object();
  virtual void clear() noexcept = 0;
  virtual std::size_t bytes() const noexcept = 0;  // of the object itself, as it was reserved

  // In the pool of its heap. Null when there is no memory.
  static void *operator new(std::size_t bytes, Heap &heap) noexcept;
  static void operator delete(void *memory, Heap &heap) noexcept;  // of an object whose constructor threw: it stays in the pool
  static void operator delete(Object *object, std::destroying_delete_t, std::size_t bytes) noexcept;

  Heap &heap() const { return *heap_; }
  void retain() noexcept { ++references_; }
  void drop() noexcept;
  // A captured constant: writing to it is an error.
  bool frozen = false;
  // Its repr is being made: inside of that, it is "...".
  bool showing = false;

 private:
  friend class Heap;
  Heap *heap_;
  Object *previous_ = nullptr;
  Object *next_ = nullptr;
  uint32_t references_ = 0;
};

// What a heap knows of the call that runs.
struct Running {
  Call *call = nullptr;       // for hooks that may raise (python/instance.h)
  Object *raised = nullptr;   // the exception that is raised, while the call's error says that it is an object; counted
  Object *handled = nullptr;  // the exception whose handler runs, counted by the handler
  struct Showing {
    const void *container;
    Showing *outer;
  };
  Showing *showing = nullptr;     // containers whose repr is being written, for those that hold themselves
  std::string_view wrong_field;   // of an argument: the innermost that is missing or of another type
  int32_t depth = 0;              // of Python calls, for RecursionError
  const char *stack = nullptr;    // address in the frame that entered the call
  std::ptrdiff_t stack_room = 0;  // below it, once deep recursion has asked; 0 before
};

// Memory and objects of one call, or of all that share the state of their module. Owned by Call::heap and by every Run, so that it
// outlives the last reference.
class Heap : public Running {
 public:
  explicit Heap(uint64_t limit) : limit_(limit) {}
  Heap(const Heap &) = delete;
  Heap &operator=(const Heap &) = delete;
  ~Heap();

  // False, with MemoryError raised, when the call's limit would be passed.
  bool reserve(Call &call, std::size_t bytes) {
    if (limit_ != 0 && bytes > limit_ - (bytes_ < limit_ ? bytes_ : limit_)) [[unlikely]]
      return refuse(call);
    bytes_ += bytes;
    if (bytes_ > peak_) peak_ = bytes_;
    return true;
  }
  void release(std::size_t bytes) noexcept { bytes_ -= bytes; }

  // Lets what runs while an object is destroyed destroy objects at once, as it would elsewhere; returns what to set afterwards.
  bool set_retiring(bool value) noexcept { return std::exchange(retiring_, value); }

  Pool &pool() { return pool_; }
  uint64_t bytes() const { return bytes_; }
  uint64_t objects() const { return objects_; }
  uint64_t peak() const { return peak_; }

  // Constants of the library that this call has built, by the address of what builds them; null when it has not.
  Object *constant(const void *key) const {
    for (const Constant *one = constants_; one != nullptr; one = one->next)
      if (one->key == key) return one->object;
    return nullptr;
  }
  void keep(const void *key, Object *object);

  // What belongs to the call that runs now: all of it, as long as a heap has one call only (python/run.cpp).
  Running &running() { return *this; }

 private:
  friend class Object;
  [[gnu::cold]] static bool refuse(Call &call);  // MemoryError; false
  void link(Object &object) noexcept;
  void unlink(Object &object) noexcept;
  void retire(Object &object) noexcept;

  struct Constant {
    const void *key;
    Object *object;
    Constant *next;
  };

  Constant *constants_ = nullptr;
  uint64_t limit_;
  uint64_t bytes_ = 0;
  uint64_t peak_ = 0;
  uint64_t objects_ = 0;
  Object *first_ = nullptr;
  Object *retired_ = nullptr;
  bool retiring_ = false;
  Pool pool_;
};

inline void *Object::operator new(std::size_t bytes, Heap &heap) noexcept {
  return heap.pool().take(bytes);
}
inline void Object::operator delete(void *, Heap &) noexcept {}

// Gives the call a heap; `limit` in bytes, 0 for none. Compiled functions call it when they start.
void attach_heap(Call &call, uint64_t limit);

inline Heap &heap(Call &call) {
  return *static_cast<Heap *>(call.heap.get());
}

// Tells the optimiser what compiled code guarantees: an operation runs only while nothing has been raised. Said where an
// operation succeeds, it makes the check behind the operation free.
inline void assume_running(const Call &call) {
  if (call.failed()) __builtin_unreachable();
}

// Its counterpart, said where something has been raised: the optimiser then knows that the check behind leaves, and need not keep what the
// code that goes on holds in registers.
inline void assume_failed(const Call &call) {
  if (!call.failed()) __builtin_unreachable();
}

// Out of line, so that the paths that are not taken stay small.
[[gnu::cold, gnu::noinline]] void raise_now(Call &call, const char *python_class, const char *message);
inline void raise(Call &call, const char *python_class, const char *message) {
  raise_now(call, python_class, message);
  assume_failed(call);
}
[[gnu::cold, gnu::noinline]] void stop_now(Call &call);  // the error `cancelled`
inline bool stop(Call &call) {
  stop_now(call);
  assume_failed(call);
  return true;
}

// For loops: true when the call shall stop.
inline bool interrupted(Call &call) {
  return call.cancelled.load(std::memory_order_relaxed) ? stop(call) : false;
}

// For functions that loops call once in a while: they keep the registers that the loop computes in.
#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(_WIN32)
#define MODELET_KEEPS_REGISTERS [[clang::preserve_all]]
#else
#define MODELET_KEEPS_REGISTERS
#endif

// Whether the call shall stop. It reads nothing that the loop's own code could be kept from holding in registers, as it must not be
// seen as writing: `turn`, which differs each time, keeps it from being asked once for all.
[[gnu::cold, gnu::noinline, gnu::pure]] MODELET_KEEPS_REGISTERS bool asked_to_stop(const Call &call, uint32_t turn);

// For loops of compiled code: looks every 16 turns, as each look would cost as much as a small body; a body
// may be slow, so not more seldom.
inline bool interrupted(Call &call, uint32_t turn) {
  return (turn & 15) == 0 && asked_to_stop(call, turn) && stop(call);
}

inline void Object::drop() noexcept {
  if (--references_ == 0) heap_->retire(*this);
}

// A counted reference. Null only before assignment and after an error was raised.
template <typename T>
class Ref {
 public:
  using Type = T;

  Ref() = default;
  explicit Ref(T *object) : object_(object) {
    if (object_ != nullptr) object_->retain();
  }
  Ref(const Ref &other) : Ref(other.object_) {}
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) object_->drop();
  }

  T *get() const { return object_; }
  T *operator->() const { return object_; }
  T &operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  void reset() noexcept { *this = Ref(); }
  friend bool operator==(const Ref &left, const Ref &right) { return left.object_ == right.object_; }

 private:
  T *object_ = nullptr;
};

// A new object of the call's heap in its handle, a class around Ref. Null with MemoryError raised.
template <typename T, typename Handle, typename... Argument>
Handle new_object(Call &call, Argument &&...argument) {
  static_assert(alignof(T) <= Pool::alignment);
  Heap &home = heap(call);
  if (!home.reserve(call, sizeof(T))) return {};
  T *object = new (home) T(home, std::forward<Argument>(argument)...);
  if (object == nullptr) {
    home.release(sizeof(T));
    raise(call, "MemoryError", "");
    return {};
  }
  return Handle{Ref<T>(object)};
}

// A value that is no object itself, kept alive by the heap.
template <typename T>
class Kept final : public Object {
 public:
  Kept(Heap &heap, T value) : Object(heap), value(std::move(value)) {}
  void clear() noexcept override { value = T{}; }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  T value;
};

// Null with MemoryError raised.
template <typename T>
Ref<Object> keep_value(Call &call, T value) {
  return Ref<Object>(new_object<Kept<T>, Ref<Kept<T>>>(call, std::move(value)).get());
}

// Python's None.
struct None {
  friend bool operator==(None, None) { return true; }
};

}  // namespace modelet::python
