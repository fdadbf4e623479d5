// Tells a forked child from its parent: locks and threads do not survive a fork, so that handles made before it are refused.
#pragma once

#include <cstdint>

namespace modelet {

// Grows in each forked child. Equal numbers mean the same process.
uint64_t process_generation();

// Called when the first instance or host table of a process is asked for; any thread, any number of times.
// `in_child` runs in the forked child before `fork` returns there.
void watch_forks(void (*in_child)());

}  // namespace modelet
