// A mutex that is nothing where there are no threads (WebAssembly).
#pragma once

#if defined(__wasm__)

namespace modelet {
struct Mutex {};
struct Lock {
  explicit Lock(Mutex &) {}
};
}  // namespace modelet

#else

#include <mutex>

namespace modelet {
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
}  // namespace modelet

#endif
