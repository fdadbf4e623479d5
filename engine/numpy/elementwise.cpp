#include "numpy/elementwise.h"

#include <vector>

namespace modelet::numpy {

void raise_out_of_bounds(Call &call, int64_t number, DType dtype) {
  call.raise("OverflowError", "Python integer " + std::to_string(number) + " out of bounds for " + std::string(dtype_name(dtype)));
}

std::pair<const std::byte *, const std::byte *> reach(const Array &array) {
  const std::byte *low = array.data();
  const std::byte *high = array.data() + dtype_bytes(array.dtype);
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    const int64_t distance = (array.shape[axis] - 1) * array.strides[axis];
    (distance < 0 ? low : high) += distance;
  }
  return {low, high};
}

bool overlaps(const Array &target, const Array &source) {
  if (target.size() == 0 || source.size() == 0) return false;
  if (target.data() == source.data() && target.shape == source.shape && target.strides == source.strides && target.dtype == source.dtype)
    return false;
  const auto [low, high] = reach(target);
  const auto [other_low, other_high] = reach(source);
  return low < other_high && other_low < high;
}

bool shares_memory(Call &, const Array &left, const Array &right, bool bounds) {
  if (left.size() == 0 || right.size() == 0) return false;
  const auto [low, high] = reach(left);
  const auto [other_low, other_high] = reach(right);
  const bool near = low < other_high && other_low < high;
  if (bounds || !near || (left.contiguous() && right.contiguous())) return near;
  // Which bytes of the common stretch are the left one's.
  const std::byte *const first = std::max(low, other_low);
  const std::byte *const last = std::min(high, other_high);
  std::vector<bool> taken(static_cast<std::size_t>(last - first));
  const auto each_byte = [&](const Array &array, auto &&body) {
    const auto element = static_cast<int64_t>(dtype_bytes(array.dtype));
    const Array arrays[] = {array};
    each_run(arrays, 1, [&](std::byte **at, int64_t count, const int64_t *stride) {
      for (int64_t index = 0; index < count; ++index)
        for (int64_t byte = 0; byte < element; ++byte) {
          const std::byte *place = at[0] + index * stride[0] + byte;
          if (place >= first && place < last) body(static_cast<std::size_t>(place - first));
        }
    });
  };
  bool shared = false;
  each_byte(left, [&](std::size_t place) { taken[place] = true; });
  each_byte(right, [&](std::size_t place) { shared = shared || taken[place]; });
  return shared;
}

bool writeable(Call &call, const Array &target, const char *message) {
  if (!target.writeable) call.raise("ValueError", message);
  return target.writeable;
}

bool check_target(Call &call, const Array &target, const Array &right) {
  if (!writeable(call, target, "output array is read-only")) return false;
  const Array operands[] = {target, right, target};
  Extents shape;
  if (!broadcast(call, operands, 3, shape)) return false;
  if (shape == target.shape) return true;
  call.raise("ValueError", "non-broadcastable output operand with shape " + shape_text(target.shape) +
                               " doesn't match the broadcast shape " + shape_text(shape));
  return false;
}

bool check_out(Call &call, const Array &out, const Array &result) {
  if (!writeable(call, out, "output array is read-only")) return false;
  const Array operands[] = {result, out};
  Extents shape;
  if (!broadcast(call, operands, 2, shape)) return false;
  if (shape == out.shape) return true;
  call.raise("ValueError", "non-broadcastable output operand with shape " + shape_text(out.shape) + " doesn't match the broadcast shape " +
                               shape_text(shape));
  return false;
}

bool check_assignment(Call &call, const Array &target, const Array &source) {
  if (!writeable(call, target, "assignment destination is read-only")) return false;
  bool fits = true;
  for (int32_t axis = 0; fits && axis < source.rank(); ++axis) {
    const int32_t own = axis + target.rank() - source.rank();
    fits = source.shape[axis] == 1 || (own >= 0 && source.shape[axis] == target.shape[own]);
  }
  if (!fits)
    call.raise("ValueError",
               "could not broadcast input array from shape " + shape_text(source.shape) + " into shape " + shape_text(target.shape));
  return fits;
}

}  // namespace modelet::numpy
