#include "platform/clock.h"

namespace modelet::platform {

bool local_time(std::time_t moment, std::tm &out) {
  return localtime_r(&moment, &out) != nullptr;
}

bool world_time(std::time_t moment, std::tm &out) {
  return gmtime_r(&moment, &out) != nullptr;
}

// There is no clock of the process.
double processor_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void sleep(std::chrono::nanoseconds time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const std::timespec wanted{static_cast<std::time_t>(seconds.count()), static_cast<long>((time - seconds).count())};
  nanosleep(&wanted, nullptr);
}

}  // namespace modelet::platform
