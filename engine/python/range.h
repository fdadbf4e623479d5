// Python's range and slice.
#pragma once

#include <cstdint>
#include <variant>

#include "python/union.h"

namespace modelet::python {

struct Range {
  int64_t start = 0;
  int64_t stop = 0;
  int64_t step = 1;

  int64_t length() const {
    if (step > 0 ? start >= stop : start <= stop) return 0;
    const uint64_t distance =
        step > 0 ? static_cast<uint64_t>(stop) - static_cast<uint64_t>(start) : static_cast<uint64_t>(start) - static_cast<uint64_t>(stop);
    const uint64_t width = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
    return static_cast<int64_t>((distance - 1) / width + 1);
  }
  int64_t at(int64_t index) const {
    return static_cast<int64_t>(static_cast<uint64_t>(start) + static_cast<uint64_t>(index) * static_cast<uint64_t>(step));
  }
  friend bool operator==(const Range &left, const Range &right) {
    const int64_t length = left.length();
    return length == right.length() && (length == 0 || (left.start == right.start && (length == 1 || left.step == right.step)));
  }
};

using Bound = std::variant<None, int64_t>;

struct Slice {
  Bound lower;
  Bound upper;
  Bound step;
  friend bool operator==(const Slice &, const Slice &) = default;
};

inline Slice slice(Call &, Bound lower, Bound upper, Bound step) {
  return {lower, upper, step};
}

// The positions a slice takes of `length` items: `start`, then every `step`, `count` in all. ValueError for a step of 0.
struct Cut {
  int64_t start = 0;
  int64_t stop = 0;
  int64_t step = 1;
  int64_t count = 0;
};
Cut cut(Call &call, const Slice &slice, int64_t length);
std::tuple<int64_t, int64_t, int64_t> indices(Call &call, const Slice &slice, int64_t length);

inline Bound slice_start(Call &, const Slice &slice) {
  return slice.lower;
}
inline Bound slice_stop(Call &, const Slice &slice) {
  return slice.upper;
}
inline Bound slice_step(Call &, const Slice &slice) {
  return slice.step;
}
inline int64_t range_start(Call &, const Range &range) {
  return range.start;
}
inline int64_t range_stop(Call &, const Range &range) {
  return range.stop;
}
inline int64_t range_step(Call &, const Range &range) {
  return range.step;
}
Range index(Call &call, const Range &range, const Slice &slice);

}  // namespace modelet::python
