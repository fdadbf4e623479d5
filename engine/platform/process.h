// The process and its threads, as the operating system has them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace modelet::platform {

// Processors this process may use at once, at least 1: by affinity and quota where the system has them.
uint64_t available_processors();

// Runs `in_child` in every child that is forked from now on, before `fork` returns there. Nothing where processes do not fork.
void at_fork(void (*in_child)());

// A detached thread that runs entry(argument), on a stack of a known size, with all signals left to the host's own threads. False when
// there can be no more.
bool make_thread(void *(*entry)(void *), void *argument);

// The calling thread's stack; `size` is 0 where the system does not say.
struct Stack {
  const char *low;
  std::size_t size;
};
Stack thread_stack();

}  // namespace modelet::platform
