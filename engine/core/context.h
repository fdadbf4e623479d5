// The waist: what every kernel gets instead of globals.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <type_traits>

#include "modelet/modelet.h"

namespace modelet {

// Instruction sets that kernels are written for, in rising order of preference within one architecture. The one a host may
// use is decided once, at open, from CPUID and XCR0 (core/cpu.h) and the policy option.
enum class Isa : uint8_t { generic, neon, avx2, avx512, avx512vnni };

// Passed to every kernel. Lives on the caller's stack for one run of a graph.
//  `host`       pool and accounting shared by the process; null means: stay on this thread
//  `isa`        the best instruction set kernels may use
//  `cancelled`  long kernels look at it between blocks; never null
struct Context {
  const modelet_host *host = nullptr;
  Isa isa = Isa::generic;
  const std::atomic<bool> *cancelled = nullptr;
};

// The function of a host table stored at `address`.
template <typename Function>
Function host_function(uint64_t address) {
  return reinterpret_cast<Function>(static_cast<uintptr_t>(address));
}
inline void *host_context(const modelet_host &host) {
  return reinterpret_cast<void *>(static_cast<uintptr_t>(host.context));
}

// Carries what a body throws (std::bad_alloc) from a worker to the caller: no exception may reach the pool, which may belong to
// another library.
template <typename Body>
class GuardedBody {
 public:
  explicit GuardedBody(Body &body) : body_(body) {}
  static void step(void *self, uint64_t index) noexcept { static_cast<GuardedBody *>(self)->run(static_cast<int64_t>(index)); }
#if defined(__cpp_exceptions)
  void rethrow() {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void run(int64_t index) noexcept {
    try {
      body_(index);
    } catch (...) {
      if (!failed_.exchange(true)) thrown_ = std::current_exception();
    }
  }
  std::atomic<bool> failed_{false};
  std::exception_ptr thrown_;
#else
  void rethrow() {}

 private:
  void run(int64_t index) noexcept { body_(index); }
#endif
  Body &body_;
};

// body(index) for 0 <= index < count, on this thread and on the pool's. How work is cut never changes a result.
template <typename Body>
void parallel(const Context &context, int64_t count, Body &&body) {
  if (context.host == nullptr || count <= 1) {
    for (int64_t index = 0; index < count; ++index) body(index);
    return;
  }
  using Function = void (*)(void *, uint64_t, void (*)(void *, uint64_t), void *);
  using Guarded = GuardedBody<std::remove_reference_t<Body>>;
  Guarded guarded(body);
  host_function<Function>(context.host->parallel_function)(host_context(*context.host), static_cast<uint64_t>(count), &Guarded::step,
                                                           &guarded);
  guarded.rethrow();
}

inline int64_t concurrency(const Context &context) {
  if (context.host == nullptr) return 1;
  return static_cast<int64_t>(host_function<uint64_t (*)(void *)>(context.host->concurrency_function)(host_context(*context.host)));
}

}  // namespace modelet
