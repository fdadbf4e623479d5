#include "core/fork.h"

#include <atomic>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace modelet {

namespace {

constinit std::atomic<uint64_t> generation{0};
constinit std::atomic<bool> watched{false};
constinit std::atomic<void (*)()> reset{nullptr};

[[maybe_unused]] void child() {
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
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__wasm__)
  pthread_atfork(nullptr, nullptr, child);
#endif
}

}  // namespace modelet
