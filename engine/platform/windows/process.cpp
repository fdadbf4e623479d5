#include "platform/process.h"

#include <bit>
#include <memory>

#include "platform/windows/windows.h"

namespace modelet::platform {

namespace {

struct Start {
  void *(*entry)(void *);
  void *argument;
};

DWORD WINAPI run(void *given) {
  const Start start = *std::unique_ptr<Start>(static_cast<Start *>(given));
  start.entry(start.argument);
  return 0;
}

}  // namespace

uint64_t available_processors() {
  DWORD_PTR ours = 0, all = 0;
  if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &all) || ours == 0) return 1;
  return static_cast<uint64_t>(std::popcount(ours));
}

void at_fork(void (*)()) {}

bool make_thread(void *(*entry)(void *), void *argument) {
  constexpr SIZE_T stack_bytes = SIZE_T{2} << 20;
  auto start = std::unique_ptr<Start>(new (std::nothrow) Start{entry, argument});
  if (start == nullptr) return false;
  const HANDLE thread = CreateThread(nullptr, stack_bytes, run, start.get(), STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (thread == nullptr) return false;
  start.release();  // the thread's
  CloseHandle(thread);
  return true;
}

Stack thread_stack() {
  ULONG_PTR low = 0, high = 0;
  GetCurrentThreadStackLimits(&low, &high);
  return {reinterpret_cast<const char *>(low), high - low};
}

}  // namespace modelet::platform
