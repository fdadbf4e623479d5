// Accounting of memory: one budget an instance, and the process's total in the host table.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/call.h"
#include "core/context.h"
#include "core/tensor.h"

namespace modelet {

// Bytes that one instance's calls and answers hold. Any thread; shared by whoever has memory to give back.
class Budget {
 public:
  // `limit` in bytes, 0 for none. `host` lives as long as the process.
  Budget(const modelet_host *host, uint64_t limit);

  // False when the instance's limit or the host refuses.
  bool reserve(uint64_t bytes);
  void release(uint64_t bytes);

  uint64_t limit() const { return limit_; }
  uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }

 private:
  const modelet_host *host_;
  uint64_t limit_;
  uint64_t generation_;  // a forked child does not give back what its parent reserved
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
};

// Memory aligned to 64 bytes that the call's budget accounts until the last owner is gone, also after the call.
// Null with MemoryError set when the budget or the system refuses.
std::shared_ptr<void> new_bytes(Call &call, uint64_t bytes);

// The same as a tensor; null data with MemoryError set.
Tensor new_tensor(Call &call, DType dtype, std::vector<int64_t> shape);

}  // namespace modelet
