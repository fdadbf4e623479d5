// time: the clocks of the machine, and what datetime needs of them.
#pragma once

#include "python/heap.h"

namespace modelet::python {

double time_time(Call &call);
int64_t time_nanoseconds(Call &call);
double time_monotonic(Call &call);
int64_t time_monotonic_nanoseconds(Call &call);
double time_process(Call &call);
void time_sleep(Call &call, double seconds);

int64_t now_microseconds(Call &call);
int64_t local_offset(Call &call, int64_t seconds);         // of local time from UTC, in seconds
int64_t scaled(Call &call, int64_t value, double factor);  // value * factor, rounded to even

}  // namespace modelet::python
