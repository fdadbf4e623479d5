#include "python/range.h"

namespace modelet::python {

namespace {

int64_t clamp(const Bound &bound, int64_t absent, int64_t length, int64_t low, int64_t high) {
  const int64_t *given = std::get_if<int64_t>(&bound);
  if (given == nullptr) return absent;
  int64_t value = *given;
  if (value < 0) value = value < -length ? low : value + length;
  if (value < low) value = low;
  return value > high ? high : value;
}

}  // namespace

Cut cut(Call &call, const Slice &slice, int64_t length) {
  Cut result;
  if (const int64_t *step = std::get_if<int64_t>(&slice.step)) result.step = *step < -INT64_MAX ? -INT64_MAX : *step;
  if (result.step == 0) {
    call.raise("ValueError", "slice step cannot be zero");
    return result;
  }
  const bool forward = result.step > 0;
  const int64_t low = forward ? 0 : -1;
  const int64_t high = forward ? length : length - 1;
  result.start = clamp(slice.lower, forward ? 0 : length - 1, length, low, high);
  result.stop = clamp(slice.upper, forward ? length : -1, length, low, high);
  result.count = Range{result.start, result.stop, result.step}.length();
  return result;
}

}  // namespace modelet::python
