#include "core/memory.h"

#include <string>
#include <utility>

#include "core/fork.h"
#include "core/host.h"

namespace modelet {

Budget::Budget(const modelet_host *host, uint64_t limit) : host_(host), limit_(limit), generation_(process_generation()) {}

bool Budget::reserve(uint64_t bytes) {
  const uint64_t before = used_.fetch_add(bytes, std::memory_order_relaxed);
  const uint64_t after = before + bytes;
  const bool overflow = after < before;
  if (overflow || (limit_ != 0 && after > limit_) || !host_reserve(*host_, static_cast<int64_t>(bytes))) {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (peak < after && !peak_.compare_exchange_weak(peak, after, std::memory_order_relaxed)) {
  }
  return true;
}

void Budget::release(uint64_t bytes) {
  used_.fetch_sub(bytes, std::memory_order_relaxed);
  if (generation_ == process_generation()) host_reserve(*host_, -static_cast<int64_t>(bytes));
}

namespace {

std::string refusal(const Call &call, uint64_t bytes) {
  std::string text = "no memory for " + std::to_string(bytes) + " bytes";
  if (call.budget == nullptr || call.budget->limit() == 0) return text;
  return text + ": the instance holds " + std::to_string(call.budget->used()) + " of its memory_limit of " +
         std::to_string(call.budget->limit());
}

}  // namespace

std::shared_ptr<void> new_bytes(Call &call, uint64_t bytes) {
  if (call.budget != nullptr && !call.budget->reserve(bytes)) {
    call.fail(memory_error(refusal(call, bytes)));
    return nullptr;
  }
  std::shared_ptr<void> memory = new_bytes(bytes);
  if (memory == nullptr) {
    if (call.budget != nullptr) call.budget->release(bytes);
    call.fail(memory_error(refusal(call, bytes)));
    return nullptr;
  }
  if (call.budget == nullptr) return memory;
  void *data = memory.get();
  return std::shared_ptr<void>(data, [memory = std::move(memory), budget = call.budget, bytes](void *) { budget->release(bytes); });
}

Tensor new_tensor(Call &call, DType dtype, std::vector<int64_t> shape) {
  Tensor tensor{dtype, std::move(shape), nullptr, nullptr};
  uint64_t bytes = 0;
  if (!shape_bytes(dtype, tensor.shape, bytes)) {
    call.fail(memory_error("a tensor of that shape is larger than memory can be"));
    return tensor;
  }
  tensor.owner = new_bytes(call, bytes);
  tensor.data = tensor.owner.get();
  return tensor;
}

}  // namespace modelet
