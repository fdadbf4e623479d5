// One call: its state, its task, and who may be inside.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "abi/instance.h"
#include "core/call.h"
#include "core/task.h"
#include "modelet/modelet.h"

namespace modelet::abi {

// Counted: one reference for the handle, one for the thread in `next`, so that a finish meanwhile is safe.
class RunningCall {
 public:
  // Reads the request and makes its task, which has not run yet. Null with an error set.
  static RunningCall *start(Instance &instance, const modelet_message *request, Error &error);

  modelet_status next(modelet_message *out);
  void cancel() { call_.cancelled.store(true, std::memory_order_relaxed); }
  void finish();

 private:
  explicit RunningCall(Instance &instance);
  ~RunningCall();

  bool prepare(const modelet_message *request);
  modelet_status advance(modelet_message *out);
  Progress step(Answer &answer);
  Progress guarded_step(Answer &answer) noexcept;
  modelet_status end(Progress how, modelet_message *out);
  void drop();

  Instance &instance_;
  const uint64_t generation_;
  Call call_;
  std::unique_ptr<Task> task_;  // after call_: it goes first
  bool needs_weights_ = true;
  bool ended_ = false;
  std::atomic<bool> busy_{false};
  std::atomic<uint32_t> references_{1};
};

}  // namespace modelet::abi
