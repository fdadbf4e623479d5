// The waist: what every kernel gets instead of globals.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "modelet/modelet.h"

namespace modelet {

// Instruction sets that kernels are written for, in rising order of preference within one architecture. The one a host may
// use is decided once, at open, from CPUID and XCR0 (core/cpu.h) and the policy option.
enum class Isa : uint8_t { generic, neon, avx2, avx512 };

// Passed to every kernel. Lives on the caller's stack for one run of a graph.
//  `host`       pool and accounting shared by the process; null means: stay on this thread
//  `isa`        the best instruction set kernels may use
//  `cancelled`  long kernels look at it between blocks; never null
struct Context {
  const modelet_host *host = nullptr;
  Isa isa = Isa::generic;
  const std::atomic<bool> *cancelled = nullptr;
};

// body(index) for 0 <= index < count, on this thread and on the pool's. How work is cut never changes a result.
template <typename Body>
void parallel(const Context &context, int64_t count, Body &&body) {
  if (context.host == nullptr || count <= 1) {
    for (int64_t index = 0; index < count; ++index) body(index);
    return;
  }
  using Function = void (*)(void *, uint64_t, void (*)(void *, uint64_t), void *);
  auto run = reinterpret_cast<Function>(static_cast<uintptr_t>(context.host->parallel_function));
  auto step = [](void *argument, uint64_t index) {
    (*static_cast<std::remove_reference_t<Body> *>(argument))(static_cast<int64_t>(index));
  };
  run(reinterpret_cast<void *>(static_cast<uintptr_t>(context.host->context)), static_cast<uint64_t>(count), step,
      const_cast<void *>(static_cast<const void *>(&body)));
}

inline int64_t concurrency(const Context &context) {
  if (context.host == nullptr) return 1;
  using Function = uint64_t (*)(void *);
  auto ask = reinterpret_cast<Function>(static_cast<uintptr_t>(context.host->concurrency_function));
  return static_cast<int64_t>(ask(reinterpret_cast<void *>(static_cast<uintptr_t>(context.host->context))));
}

}  // namespace modelet
