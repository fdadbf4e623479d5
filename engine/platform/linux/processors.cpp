#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "platform/process.h"

namespace modelet::platform {

namespace {

uint64_t by_affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<uint64_t>(std::max(1, CPU_COUNT(&set)));
  return static_cast<uint64_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

// Reads up to two numbers from a file; how many were there.
int read_numbers(const char *path, long long &first, long long &second) {
  std::FILE *file = std::fopen(path, "re");
  if (file == nullptr) return 0;
  const int count = std::fscanf(file, "%lld %lld", &first, &second);
  std::fclose(file);
  return std::max(count, 0);
}

// Processors that the control group's time quota amounts to, rounded up; 0 without a quota ("max", or -1).
uint64_t by_quota() {
  long long quota = 0, period = 0, unused = 0;
  if (read_numbers("/sys/fs/cgroup/cpu.max", quota, period) < 2) {
    if (read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota, unused) < 1) return 0;
    if (read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_period_us", period, unused) < 1) return 0;
  }
  if (quota <= 0 || period <= 0) return 0;
  return static_cast<uint64_t>((quota + period - 1) / period);
}

}  // namespace

uint64_t available_processors() {
  const uint64_t quota = by_quota();
  return quota == 0 ? by_affinity() : std::min(by_affinity(), quota);
}

}  // namespace modelet::platform
