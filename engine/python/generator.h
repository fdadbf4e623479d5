// Python's generators as coroutines. Copies of a Generator are the same generator.
#pragma once

#include <coroutine>
#include <cstdlib>
#include <exception>

#include "python/exception.h"
#include "python/union.h"

namespace modelet::python {

// What a generator's code asks its frame for, by `co_await`: what was sent in, where its return value goes, and that it has
// something to finish when it is left.
template <typename S>
struct Received {};
template <typename R>
struct Returning {
  Call &call;
  R value;
};
struct Unfinished {};

// Resumes at once.
template <typename V>
struct Ready {
  V value;
  bool await_ready() noexcept { return true; }
  void await_suspend(std::coroutine_handle<>) noexcept {}
  V await_resume() noexcept { return std::move(value); }
};

// A StopIteration that leaves a generator becomes a RuntimeError.
void generator_stopped(Call &call);

template <typename T>
class Generator {
 public:
  using Item = T;

  struct promise_type {
    T value{};
    Ref<Object> received;  // Kept<S>, when something was sent
    Ref<Object> returned;  // Kept<R>, once it ended with a value
    bool unfinished = false;
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
    template <typename S>
    Ready<S> await_transform(Received<S>) {
      const Ref<Object> taken = std::exchange(received, Ref<Object>());
      return {taken ? static_cast<Kept<S> *>(taken.get())->value : convert<S>(None{})};
    }
    template <typename R>
    Ready<None> await_transform(Returning<R> given) {
      returned = keep_value<R>(given.call, std::move(given.value));
      return {};
    }
    Ready<None> await_transform(Unfinished) {
      unfinished = true;
      return {};
    }
    void return_void() noexcept {}
#if defined(__cpp_exceptions)
    void unhandled_exception() { throw; }  // only bad_alloc; the ABI makes a MemoryError of it
#else
    void unhandled_exception() noexcept { __builtin_trap(); }
#endif
  };

  // The frame, on the call's heap, so that a generator that refers to itself is swept.
  class Frame final : public Object {
   public:
    Frame(Heap &heap, std::coroutine_handle<promise_type> handle) : Object(heap), handle(handle) {}
    ~Frame() override {
      if (waits() && heap().call != nullptr) abandon(*heap().call);
      clear();
    }
    void clear() noexcept override {
      if (auto taken = std::exchange(handle, nullptr)) taken.destroy();
    }
    std::size_t bytes() const noexcept override { return sizeof(*this); }

    // Whether it waits at a `yield` with something left to finish.
    bool waits() const { return handle && !running && started && !handle.done() && handle.promise().unfinished; }

    // Nobody can ask for more: as close(), and an error in what it finishes is lost.
    void abandon(Call &call) {
      const bool retiring = heap().set_retiring(false);
      const Exception held = caught(call);
      close(call);
      if (call.failed()) caught(call);
      restore(call, held);
      heap().set_retiring(retiring);
    }

    void close(Call &call) {
      if (running) return call.raise("ValueError", "generator already executing");
      if (!waits()) return clear();
      call.raise("GeneratorExit", "");
      resume();
      if (handle && !handle.done()) return call.raise("RuntimeError", "generator ignored GeneratorExit");
      clear();
      if (call.failed() && call.error.python_class == "GeneratorExit") caught(call);
    }

    void resume() {
      running = started = true;
      handle.resume();
      running = false;
    }

    std::coroutine_handle<promise_type> handle;
    Ref<Object> returned;
    bool running = false;
    bool started = false;
  };

  Generator() = default;
  explicit Generator(std::coroutine_handle<promise_type> handle) : fresh_(handle) {}

  // Moves the new frame onto the heap; called on what the coroutine returned. A plain function may return a generator that has one.
  Generator adopt(Call &call) {
    if (frame_) return *this;
    if (!fresh_) return call.failed() ? void() : call.raise("MemoryError", ""), Generator();
    Generator adopted;
    adopted.frame_ = new_object<Frame, Ref<Frame>>(call, fresh_);
    if (!adopted.frame_) fresh_.destroy();
    fresh_ = nullptr;
    return adopted;
  }

  bool next(Call &call, T &item) const {
    if (frame_->running) return call.raise("ValueError", "generator already executing"), false;
    if (!frame_->handle || frame_->handle.done()) return false;
    const Depth depth(call);  // generators that run generators use the thread's stack
    return !call.failed() && step(call, item);
  }

  // Goes on with an error set, as if the `yield` had raised it.
  bool next_raised(Call &call, T &item) const {
    if (!frame_->running) return step(call, item);
    call.error = Error();
    return call.raise("ValueError", "generator already executing"), false;
  }

  friend bool operator==(const Generator &left, const Generator &right) { return left.frame_ == right.frame_; }
  Frame &frame() const { return *frame_; }

 private:
  bool step(Call &call, T &item) const {
    const Ref<Frame> frame = frame_;  // what runs may drop the last name
    frame->resume();
    if (frame->handle.done()) {
      frame->returned = std::move(frame->handle.promise().returned);
      frame->clear();
      if (call.failed() && call.error.python_class == "StopIteration" && call.error.type == "python_exception") {
        generator_stopped(call);
      }
      return false;
    }
    item = std::move(frame->handle.promise().value);
    return true;
  }

  std::coroutine_handle<promise_type> fresh_ = nullptr;
  Ref<Frame> frame_;
};

// What `yield from` gives: the value that the generator returned.
template <typename R, typename T>
R returned_by(Call &, const Generator<T> &generator) {
  const Ref<Object> &kept = generator.frame().returned;
  return kept ? static_cast<Kept<R> *>(kept.get())->value : convert<R>(None{});
}

// Leaves a value for the `yield` that comes next.
template <typename S, typename T, typename V>
void hand_on(Call &call, const Generator<T> &generator, const V &value) {
  if constexpr (!std::is_same_v<S, None>) {
    auto &frame = generator.frame();
    if (frame.handle && !frame.handle.done()) frame.handle.promise().received = keep_value<S>(call, convert<S>(value));
  }
}

template <typename V>
bool holds_none(const V &value) {
  if constexpr (is_variant<V>) {
    return std::visit([](const auto &member) { return holds_none(member); }, value);
  } else {
    return std::is_same_v<V, None>;
  }
}

template <typename S, typename T, typename V>
T send(Call &call, const Generator<T> &generator, const V &value) {
  auto &frame = generator.frame();
  if (!frame.started && frame.handle && !holds_none(value)) {
    call.raise("TypeError", "can't send non-None value to a just-started generator");
    return {};
  }
  hand_on<S>(call, generator, value);
  T item{};
  if (!generator.next(call, item) && !call.failed()) call.raise("StopIteration", "");
  return item;
}

// Raises at the `yield` where the generator waits.
template <typename T>
T throw_in(Call &call, const Generator<T> &generator, const Exception &exception) {
  T item{};
  const auto &frame = generator.frame();
  raise(call, exception);
  if (!frame.started && !frame.running) generator.frame().clear();
  const bool more = (frame.handle || frame.running) && generator.next_raised(call, item);
  if (!more && !call.failed()) call.raise("StopIteration", "");
  return item;
}

// What `yield from` does with the error that was thrown in: the generator behind it is closed, or has the error raised where it
// waits. Whether that gave another item; if not, the error is gone once the generator has ended without one.
template <typename T>
bool throw_on(Call &call, const Generator<T> &generator, T &item) {
  auto &frame = generator.frame();
  if (call.error.python_class != "GeneratorExit") return frame.handle && generator.next_raised(call, item);
  const Exception held = caught(call);
  frame.close(call);
  if (!call.failed()) restore(call, held);  // what closing raises takes its place
  return false;
}

template <typename T>
void close(Call &call, const Generator<T> &generator) {
  generator.frame().close(call);
}

}  // namespace modelet::python
