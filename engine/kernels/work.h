// How much work is worth a task of its own. None of these numbers changes a result.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/context.h"

namespace modelet::kernels {

// About 30 microseconds of floating-point work: below, waking another thread costs more than it saves.
inline constexpr int64_t operations_per_task = 1 << 20;

inline bool cancelled(const Context &context) {
  return context.cancelled != nullptr && context.cancelled->load(std::memory_order_relaxed);
}

// body(first, last) over [0, count), cut into as many parts as threads can use; `cost` is the work of one item in
// floating-point operations. Parts are skipped once the call is cancelled.
template <typename Body>
void split(const Context &context, int64_t count, int64_t cost, const Body &body) {
  const int64_t worthwhile = std::max<int64_t>(count * cost / operations_per_task, 1);
  const int64_t parts = std::min({count, worthwhile, 4 * concurrency(context)});
  parallel(context, parts, [&](int64_t part) {
    if (!cancelled(context)) body(count * part / parts, count * (part + 1) / parts);
  });
}

}  // namespace modelet::kernels
