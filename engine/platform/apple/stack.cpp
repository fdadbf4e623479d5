#include <pthread.h>

#include "platform/process.h"

namespace modelet::platform {

Stack thread_stack() {
  const std::size_t size = pthread_get_stacksize_np(pthread_self());
  return {static_cast<const char *>(pthread_get_stackaddr_np(pthread_self())) - size, size};
}

}  // namespace modelet::platform
