#include "abi/running_call.h"

#include <exception>
#include <new>
#include <utility>

#include "abi/message.h"
#include "abi/request.h"
#include "core/fork.h"

namespace modelet::abi {

RunningCall::RunningCall(Instance &instance) : instance_(instance), generation_(process_generation()) {
  instance.retain();
  call_.context = {instance.host, instance.options.isa, &call_.cancelled};
  call_.weights = instance.weights.get();
  call_.budget = instance.budget;
  call_.memory_limit = instance.options.memory_limit;
  call_.seed = instance.options.seed;
  call_.services = instance.services;
  call_.module_state = &instance.module_state;
  instance.counters.started.fetch_add(1, std::memory_order_relaxed);
  instance.counters.running.fetch_add(1, std::memory_order_relaxed);
}

RunningCall::~RunningCall() {
  instance_.counters.running.fetch_sub(1, std::memory_order_relaxed);
  task_.reset();
  call_.generations.reset();
  call_.heap.reset();
  instance_.drop();
}

RunningCall *RunningCall::start(Instance &instance, const modelet_message *request, Error &error) {
  struct Drop {
    void operator()(RunningCall *call) const { call->drop(); }
  };
  std::unique_ptr<RunningCall, Drop> call(new RunningCall(instance));
  if (call->prepare(request)) return call.release();
  instance.counters.failed.fetch_add(1, std::memory_order_relaxed);
  error = std::move(call->call_.error);
  return nullptr;
}

bool RunningCall::prepare(const modelet_message *request) {
  std::string_view json;
  std::vector<Tensor> tensors;
  if (!read_request(call_, request, json, tensors)) return false;
  PreparedTask prepared = prepare_task(instance_, call_, json, std::move(tensors));
  task_ = std::move(prepared.task);
  needs_weights_ = prepared.needs_weights;
  if (Error changed; needs_weights_ && !instance_.verification.unchanged(changed)) call_.fail(std::move(changed));
  if (task_ == nullptr && !call_.failed()) call_.fail(server_error("the function refused its arguments without a reason", "internal"));
  return task_ != nullptr && !call_.failed();
}

namespace {

// Marks the thread inside `next`, if it is the only one.
class Inside {
 public:
  explicit Inside(std::atomic<bool> &busy) : busy_(busy), alone(!busy.exchange(true, std::memory_order_acquire)) {}
  Inside(const Inside &) = delete;
  Inside &operator=(const Inside &) = delete;
  ~Inside() {
    if (alone) busy_.store(false, std::memory_order_release);
  }

 private:
  std::atomic<bool> &busy_;

 public:
  const bool alone;
};

}  // namespace

modelet_status RunningCall::next(modelet_message *out) {
  Error error;
  if (!same_process(generation_, error)) return write_error(error, out);
  struct Hold {
    RunningCall &call;
    ~Hold() { call.drop(); }
  };
  references_.fetch_add(1, std::memory_order_relaxed);
  const Hold hold{*this};
  const Inside inside(busy_);
  if (inside.alone) return advance(out);
  return write_error({"RuntimeError", "another thread is waiting in this call already", 409, "invalid_request_error", "busy", ""}, out);
}

modelet_status RunningCall::advance(modelet_message *out) {
  if (ended_) return call_.failed() ? write_error(call_.error, out) : static_cast<modelet_status>(MODELET_END);
  Answer answer;
  const Progress progress = guarded_step(answer);
  if (progress == Progress::pending) return MODELET_PENDING;
  if (progress != Progress::message) return end(progress, out);
#if defined(__cpp_exceptions)
  try {
#endif
    return write_answer(call_, std::move(answer), out) ? static_cast<modelet_status>(MODELET_MESSAGE) : end(Progress::error, out);
#if defined(__cpp_exceptions)
  } catch (...) {
    call_.fail(memory_error("no memory for the answer"));
    return end(Progress::error, out);
  }
#endif
}

// Under verify=always, and when the file was touched, nothing runs before the weights' digest is known to be right; the calls that wait
// read it together.
Progress RunningCall::step(Answer &answer) {
  if (call_.interrupted()) return Progress::error;
  Verification &verification = instance_.verification;
  if (Error changed; needs_weights_ && !verification.unchanged(changed)) {
    call_.fail(std::move(changed));
    return Progress::error;
  }
  const bool unverified = needs_weights_ && verification.needed();
  if (needs_weights_ && (verification.failed() || (unverified && !verification.step()))) {
    call_.fail(verification.error());
    return Progress::error;
  }
  if (unverified) return Progress::pending;
  const Progress progress = task_->next(call_, answer);
  return progress != Progress::error && call_.interrupted() ? Progress::error : progress;
}

Progress RunningCall::guarded_step(Answer &answer) noexcept {
#if defined(__cpp_exceptions)
  try {
    return step(answer);
  } catch (const std::bad_alloc &) {
    call_.error = memory_error("no memory is left for this call");
  } catch (const std::exception &error) {
    call_.error = server_error(std::string("a defect of Modelet: ") + error.what(), "internal");
  } catch (...) {
    call_.error = server_error("a defect of Modelet: an unknown exception", "internal");
  }
  return Progress::error;
#else
  return step(answer);
#endif
}

modelet_status RunningCall::end(Progress how, modelet_message *out) {
  ended_ = true;
  if (how == Progress::error && !call_.failed()) call_.fail(server_error("the call failed without a reason", "internal"));
  instance_.counters.prompt_tokens.fetch_add(static_cast<uint64_t>(call_.usage.prompt_tokens), std::memory_order_relaxed);
  if (!call_.failed()) {
    instance_.counters.completed.fetch_add(1, std::memory_order_relaxed);
    return MODELET_END;
  }
  (call_.error.code == "cancelled" ? instance_.counters.cancelled : instance_.counters.failed).fetch_add(1, std::memory_order_relaxed);
  return write_error(call_.error, out);
}

void RunningCall::finish() {
  if (Error ignored; !same_process(generation_, ignored)) return;
  cancel();
  drop();
}

void RunningCall::drop() {
  if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

}  // namespace modelet::abi
