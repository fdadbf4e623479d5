#include "core/fork.h"

#include <atomic>

#include "platform/process.h"

namespace modelet {

namespace {

constinit std::atomic<uint64_t> generation{0};
constinit std::atomic<bool> watched{false};
constinit std::atomic<void (*)()> reset{nullptr};

void child() {
  generation.fetch_add(1, std::memory_order_relaxed);
  if (auto in_child = reset.load(std::memory_order_relaxed)) in_child();
}

}  // namespace

uint64_t process_generation() {
  return generation.load(std::memory_order_relaxed);
}

void watch_forks(void (*in_child)()) {
  if (watched.exchange(true)) return;
  reset.store(in_child);
  platform::at_fork(child);
}

}  // namespace modelet
