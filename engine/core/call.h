// The state of one call, as compiled code and the engine's parts see it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/context.h"
#include "core/error.h"
#include "core/generation.h"

namespace modelet {

class Budget;        // core/memory.h
class Weights;       // weights/weights.h
struct ModuleState;  // core/module_state.h

// What the tokenizer calls of one call made; an endpoint reports it as `usage`.
struct Usage {
  int64_t prompt_tokens = 0;  // unpadded ids, special tokens included
};

// Used by one thread at a time, except `cancelled`. Everything the compiled function allocates hangs on `heap`
// and is swept when the call finishes.
struct Call {
  Context context;
  const Weights *weights = nullptr;  // of the instance; lives longer than the call
  std::atomic<bool> cancelled{false};
  Error error;  // set means: unwinding; compiled code checks it after each operation that may raise
  Usage usage;
  GenerationOptions generation;                     // what the request asks of a language model
  GenerationReport generated;                       // what the model says of its work
  std::span<const std::shared_ptr<void>> services;  // of the instance, in the order of Library::services
  std::shared_ptr<void> generations;                // what the call asked of language models: generation/calls.h
  std::shared_ptr<void> heap;                       // python/heap.h
  ModuleState *module_state = nullptr;              // of the instance; lives longer than the call
  std::shared_ptr<Budget> budget;                   // of the instance; null: memory is not accounted
  uint64_t memory_limit = 0;                        // of the call's heap, bytes; 0: none
  uint64_t seed = 0;                                // the instance's `seed` option

  bool failed() const { return static_cast<bool>(error); }
  // Python's `raise`: class and message as CPython has them. Keeps the first error.
  void raise(std::string_view python_class, std::string message) {
    if (failed()) return;
    error.python_class = std::string(python_class);
    error.message = std::move(message);
    error.code = error.python_class;
    error.type = "python_exception";
  }
  void fail(Error reason) {
    if (!failed()) error = std::move(reason);
  }
  // For loops: true when the call shall stop; sets the error `cancelled`.
  bool interrupted() {
    if (!cancelled.load(std::memory_order_relaxed)) return false;
    fail(cancelled_error());
    return true;
  }
};

}  // namespace modelet
