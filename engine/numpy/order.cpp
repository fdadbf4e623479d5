#include "numpy/order.h"

namespace modelet::numpy {

Array axis_last(const Array &array, int32_t axis) {
  Array out = array;
  for (int32_t each = axis; each + 1 < array.rank(); ++each) {
    std::swap(out.shape.values[each], out.shape.values[each + 1]);
    std::swap(out.strides.values[each], out.strides.values[each + 1]);
  }
  return out;
}

Array axis_back(const Array &array, int32_t axis) {
  Array out = array;
  for (int32_t each = array.rank() - 1; each > axis; --each) {
    std::swap(out.shape.values[each], out.shape.values[each - 1]);
    std::swap(out.strides.values[each], out.strides.values[each - 1]);
  }
  return out;
}

bool one_axis(Call &call, const Array &given, const Axes &axes, Array &array, int32_t &axis) {
  array = given;
  axis = 0;
  if (axes.everything || given.rank() == 0) {
    array = ravel(call, given);
    return !call.failed() && (axes.everything || normal_axis(call, axes.listed[0], 1, axis));
  }
  return normal_axis(call, axes.listed[0], given.rank(), axis);
}

bool check_positions(Call &call, const Array &array, int32_t axis, const char *name) {
  if (array.shape[axis] > 0) return true;
  call.raise("ValueError", std::string("attempt to get ") + name + " of an empty sequence");
  return false;
}

bool check_section(Call &call, int64_t first, int64_t length, const char *name) {
  if (first >= 0 && first < length) return true;
  call.raise("IndexError",
             "index " + std::to_string(first) + " out-of-bounds in " + name + ".reduceat [0, " + std::to_string(length) + ")");
  return false;
}

}  // namespace modelet::numpy
