#include <pthread.h>

#include "platform/process.h"

namespace modelet::platform {

Stack thread_stack() {
  pthread_attr_t attributes;
  void *low = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {nullptr, 0};
  if (pthread_attr_getstack(&attributes, &low, &size) != 0) size = 0;
  pthread_attr_destroy(&attributes);
  return {static_cast<const char *>(low), size};
}

}  // namespace modelet::platform
