#include "python/range.h"

#include "python/numbers.h"

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

std::tuple<int64_t, int64_t, int64_t> indices(Call &call, const Slice &slice, int64_t length) {
  if (length < 0) return call.raise("ValueError", "length should not be negative"), std::tuple<int64_t, int64_t, int64_t>();
  const Cut taken = cut(call, slice, length);
  return {taken.start, taken.stop, taken.step};
}

Range index(Call &call, const Range &range, const Slice &slice) {
  const Cut taken = cut(call, slice, range.length());
  if (call.failed()) return {};
  auto place = [&](int64_t at) {
    const int64_t distance = multiply(call, at, range.step);
    return call.failed() ? 0 : add(call, range.start, distance);
  };
  const int64_t start = place(taken.start);
  const int64_t stop = call.failed() ? 0 : place(taken.stop);
  return {start, stop, call.failed() ? 1 : multiply(call, range.step, taken.step)};
}

}  // namespace modelet::python
