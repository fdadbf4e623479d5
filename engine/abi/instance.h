// One opened library: its options, weights and counters.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "abi/options.h"
#include "abi/verification.h"
#include "core/library.h"
#include "core/memory.h"
#include "core/module_state.h"
#include "modelet/modelet.h"
#include "weights/weights.h"

namespace modelet::abi {

struct Counters {
  std::atomic<uint64_t> started{0};
  std::atomic<uint64_t> running{0};
  std::atomic<uint64_t> completed{0};
  std::atomic<uint64_t> failed{0};
  std::atomic<uint64_t> cancelled{0};
  std::atomic<uint64_t> prompt_tokens{0};
};

// Counted: one reference for the handle, one a call. Goes with the last. Immutable but for its atomics.
class Instance {
 public:
  // Null with an error set. `host` null: this library's own table.
  static Instance *open(const Library &library, std::string_view options, const modelet_host *host, Error &error);

  // False in a forked child and after close, with an error of code forked or closed.
  bool usable(Error &error) const;
  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void drop();
  void close();

  const Library &library;
  const Options options;
  const modelet_host *const host;
  const std::shared_ptr<Budget> budget;
  const std::unique_ptr<const Weights> weights;  // null when the library has none
  Verification verification;
  std::vector<std::shared_ptr<void>> services;  // in the order of Library::services
  Counters counters;
  ModuleState module_state;

 private:
  Instance(const Library &library, Options options, const modelet_host *host, std::shared_ptr<Budget> budget,
           std::unique_ptr<const Weights> weights);
  ~Instance();
  bool open_services(Error &error);

  const uint64_t generation_;
  std::atomic<uint32_t> references_{1};
  std::atomic<bool> closed_{false};
};

// An error of code forked unless `generation` is this process's.
bool same_process(uint64_t generation, Error &error);

}  // namespace modelet::abi
