// Python's generators as coroutines. Copies of a Generator are the same generator.
#pragma once

#include <coroutine>
#include <cstdlib>
#include <exception>

#include "python/depth.h"
#include "python/heap.h"

namespace modelet::python {

template <typename T>
class Generator {
 public:
  using Item = T;

  struct promise_type {
    T value{};
    static Generator get_return_object_on_allocation_failure() { return {}; }
    static void *operator new(std::size_t bytes) noexcept { return std::malloc(bytes); }
    static void operator delete(void *memory) noexcept { std::free(memory); }
    Generator get_return_object() { return Generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(T item) noexcept {
      value = std::move(item);
      return {};
    }
    void return_void() noexcept {}
    void unhandled_exception() { throw; }  // only bad_alloc; the ABI makes a MemoryError of it
  };

  // The frame, on the call's heap, so that a generator that refers to itself is swept.
  class Frame final : public Object {
   public:
    Frame(Heap &heap, std::coroutine_handle<promise_type> handle) : Object(heap), handle(handle) {}
    ~Frame() override { clear(); }
    void clear() noexcept override {
      if (auto taken = std::exchange(handle, nullptr)) taken.destroy();
    }
    std::size_t bytes() const noexcept override { return sizeof(*this); }
    std::coroutine_handle<promise_type> handle;
    bool running = false;
  };

  Generator() = default;
  explicit Generator(std::coroutine_handle<promise_type> handle) : fresh_(handle) {}

  // Moves the new frame onto the heap; called once, on what the coroutine returned.
  Generator adopt(Call &call) {
    if (!fresh_) return call.raise("MemoryError", ""), Generator();
    Generator adopted;
    if (heap(call).reserve(call, sizeof(Frame))) adopted.frame_ = Ref<Frame>(new (std::nothrow) Frame(heap(call), fresh_));
    if (!adopted.frame_) {
      fresh_.destroy();
      call.raise("MemoryError", "");
    }
    fresh_ = nullptr;
    return adopted;
  }

  bool next(Call &call, T &item) const {
    if (frame_->running) return call.raise("ValueError", "generator already executing"), false;
    if (!frame_->handle || frame_->handle.done()) return false;
    const Depth depth(call);  // generators that run generators use the thread's stack
    if (call.failed()) return false;
    frame_->running = true;
    frame_->handle.resume();
    frame_->running = false;
    if (frame_->handle.done()) {
      frame_->clear();
      if (call.failed() && call.error.python_class == "StopIteration" && call.error.type == "python_exception") {
        call.error.python_class = call.error.code = "RuntimeError";
        call.error.message = "generator raised StopIteration";
      }
      return false;
    }
    item = std::move(frame_->handle.promise().value);
    return true;
  }

  friend bool operator==(const Generator &left, const Generator &right) { return left.frame_ == right.frame_; }

 private:
  std::coroutine_handle<promise_type> fresh_ = nullptr;
  Ref<Frame> frame_;
};

}  // namespace modelet::python
