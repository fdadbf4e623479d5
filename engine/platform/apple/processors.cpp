#include <sys/sysctl.h>

#include <cstddef>

#include "platform/arm_features.h"
#include "platform/process.h"

namespace modelet::platform {

namespace {

int read_number(const char *name, int otherwise) {
  int value = 0;
  std::size_t size = sizeof value;
  return sysctlbyname(name, &value, &size, nullptr, 0) == 0 && size == sizeof value ? value : otherwise;
}

}  // namespace

uint64_t available_processors() {
  const int count = read_number("hw.activecpu", 1);
  return count > 0 ? static_cast<uint64_t>(count) : 1;
}

bool arm_has_dotprod() {
  return read_number("hw.optional.arm.FEAT_DotProd", 0) == 1;
}

}  // namespace modelet::platform
