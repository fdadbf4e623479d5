#include "platform/clock.h"

#include <thread>

namespace modelet::platform {

bool local_time(std::time_t moment, std::tm &out) {
  return localtime_r(&moment, &out) != nullptr;
}

bool world_time(std::time_t moment, std::tm &out) {
  return gmtime_r(&moment, &out) != nullptr;
}

double processor_time() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

void sleep(std::chrono::nanoseconds time) {
  std::this_thread::sleep_for(time);
}

}  // namespace modelet::platform
