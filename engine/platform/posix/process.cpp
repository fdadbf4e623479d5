#include "platform/process.h"

#include <pthread.h>
#include <signal.h>

namespace modelet::platform {

void at_fork(void (*in_child)()) {
  pthread_atfork(nullptr, nullptr, in_child);
}

bool make_thread(void *(*entry)(void *), void *argument) {
  constexpr std::size_t stack_bytes = std::size_t{2} << 20;  // musl's default is small
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const bool made = pthread_create(&thread, &attributes, entry, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  return made;
}

}  // namespace modelet::platform
