#include "core/host.h"

#include <atomic>
#include <cstdio>
#include <limits>

#include "core/fork.h"
#include "core/pool.h"

namespace modelet {

namespace {

// The process's state behind this library's table: the only global that changes. The pool is made when first asked for and
// never destroyed; a forked child makes its own.
struct Process {
  std::atomic<Pool *> pool{nullptr};
  std::atomic<int64_t> reserved{0};
};
constinit Process process;

void forget_parent() {
  process.pool.store(nullptr, std::memory_order_relaxed);
  process.reserved.store(0, std::memory_order_relaxed);
}

Pool &pool() {
  if (Pool *known = process.pool.load(std::memory_order_acquire)) return *known;
  Pool *made = new Pool, *other = nullptr;
  if (process.pool.compare_exchange_strong(other, made, std::memory_order_acq_rel)) return *made;
  delete made;
  return *other;
}

void run_parallel(void *, uint64_t count, void (*body)(void *, uint64_t), void *argument) {
  pool().parallel(count, body, argument);
}
uint64_t ask_concurrency(void *) {
  return pool().concurrency();
}
void configure(void *, uint64_t threads) {
  pool().configure(threads);
}
void work(void *) {
  pool().work();
}
void attach(void *, int32_t change) {
  pool().attach(change);
}

void log(void *, int32_t level, const char *text, uint64_t bytes) {
  if (level < static_cast<int32_t>(Level::warning)) return;
  const int length = static_cast<int>(bytes < 65536 ? bytes : 65536);
  std::fprintf(stderr, "modelet: %.*s\n", length, text);
}

int32_t reserve(void *, int64_t bytes) {
  const int64_t before = process.reserved.fetch_add(bytes, std::memory_order_relaxed);
  if (bytes <= 0 || before <= std::numeric_limits<int64_t>::max() - bytes) return 1;
  process.reserved.fetch_sub(bytes, std::memory_order_relaxed);
  return 0;
}

uint64_t ask_reserved(void *) {
  const int64_t bytes = process.reserved.load(std::memory_order_relaxed);
  return bytes > 0 ? static_cast<uint64_t>(bytes) : 0;
}

template <typename Function>
uint64_t address(Function *function) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(function));
}

modelet_host make_table() {
  watch_forks(forget_parent);
  return {sizeof(modelet_host),      MODELET_ABI_VERSION, address(&process), address(&run_parallel),
          address(&ask_concurrency), address(&configure), address(&log),     address(&reserve),
          address(&ask_reserved),    address(&work),      address(&attach)};
}

}  // namespace

const modelet_host &own_host() {
  static const modelet_host table = make_table();
  return table;
}

void host_configure(const modelet_host &host, uint64_t threads) {
  host_function<void (*)(void *, uint64_t)>(host.configure_function)(host_context(host), threads);
}
void host_log(const modelet_host &host, Level level, std::string_view text) {
  using Function = void (*)(void *, int32_t, const char *, uint64_t);
  host_function<Function>(host.log_function)(host_context(host), static_cast<int32_t>(level), text.data(), text.size());
}
bool host_reserve(const modelet_host &host, int64_t bytes) {
  return host_function<int32_t (*)(void *, int64_t)>(host.reserve_function)(host_context(host), bytes) != 0;
}
uint64_t host_reserved(const modelet_host &host) {
  return host_function<uint64_t (*)(void *)>(host.reserved_function)(host_context(host));
}
void host_work(const modelet_host &host) {
  host_function<void (*)(void *)>(host.work_function)(host_context(host));
}
void host_attach(const modelet_host &host, int32_t change) {
  host_function<void (*)(void *, int32_t)>(host.attach_function)(host_context(host), change);
}

}  // namespace modelet
