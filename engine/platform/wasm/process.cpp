#include "platform/process.h"

namespace modelet::platform {

uint64_t available_processors() {
  return 1;
}

void at_fork(void (*)()) {}

bool make_thread(void *(*)(void *), void *) {
  return false;
}

// It lies below everything else, from the first address on.
Stack thread_stack() {
  return {nullptr, static_cast<std::size_t>(-1)};
}

}  // namespace modelet::platform
