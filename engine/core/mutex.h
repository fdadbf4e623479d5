// A mutex that is nothing where there are no threads (WebAssembly).
#pragma once

#if defined(__wasm__)

namespace modelet {
struct Mutex {};
struct Lock {
  explicit Lock(Mutex &) {}
};
struct UniqueLock {
  explicit UniqueLock(Mutex &) {}
  void lock() {}
  void unlock() {}
};
// Nobody can be waited for: who would wait works.
struct Condition {
  void notify_all() {}
  void wait_a_while(UniqueLock &) {}
};
}  // namespace modelet

#else

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace modelet {
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
using UniqueLock = std::unique_lock<std::mutex>;

class Condition {
 public:
  void notify_all() { condition_.notify_all(); }
  // Until notified, or for a few milliseconds: who waits looks whether its call was cancelled, which notifies nobody.
  void wait_a_while(UniqueLock &lock) { condition_.wait_for(lock, std::chrono::milliseconds(3)); }

 private:
  std::condition_variable condition_;
};
}  // namespace modelet

#endif
