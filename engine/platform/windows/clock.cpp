#include "platform/clock.h"

#include <cstdint>
#include <thread>

#include "platform/windows/windows.h"

namespace modelet::platform {

namespace {

// In units of 100 nanoseconds.
uint64_t ticks(const FILETIME &time) {
  return uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime;
}

}  // namespace

bool local_time(std::time_t moment, std::tm &out) {
  return localtime_s(&out, &moment) == 0;
}

bool world_time(std::time_t moment, std::tm &out) {
  return gmtime_s(&out, &moment) == 0;
}

// The C library's clock() is that on the wall.
double processor_time() {
  FILETIME begun, ended, system, user;
  if (!GetProcessTimes(GetCurrentProcess(), &begun, &ended, &system, &user)) return 0;
  return static_cast<double>(ticks(system) + ticks(user)) * 1e-7;
}

void sleep(std::chrono::nanoseconds time) {
  std::this_thread::sleep_for(time);
}

}  // namespace modelet::platform
