// Calendar time and sleep.
#pragma once

#include <chrono>
#include <ctime>

namespace modelet::platform {

// The parts of a moment in the host's time zone, and in UTC. False when it is out of range.
bool local_time(std::time_t moment, std::tm &out);
bool world_time(std::time_t moment, std::tm &out);

// What the process has used of its processors, in seconds.
double processor_time();

void sleep(std::chrono::nanoseconds time);

}  // namespace modelet::platform
