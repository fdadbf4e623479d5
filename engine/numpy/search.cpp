#include "numpy/search.h"

namespace modelet::numpy {

Array positions_along(Call &call, const Array &flat, const Extents &shape, int32_t axis) {
  const Array out = call.failed() ? Array() : new_array(call, DType::int64, flat.shape);
  if (call.failed()) return {};
  int64_t below = 1;
  for (int32_t inner = axis + 1; inner < shape.rank; ++inner) below *= shape[inner];
  const auto *from = reinterpret_cast<const int64_t *>(flat.data());
  auto *to = reinterpret_cast<int64_t *>(out.data());
  for (int64_t index = 0; index < flat.size(); ++index) to[index] = from[index] / below % shape[axis];
  return out;
}

Array flip(Call &call, const Array &array, const Axes &axes) {
  Gone turned = {};
  if (!chosen_axes(call, array, axes, turned)) return {};
  Array out = array;
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    if (!turned[axis]) continue;
    if (array.shape[axis] > 0) out.advance((array.shape[axis] - 1) * array.strides[axis]);
    out.strides[axis] = -array.strides[axis];
  }
  return out;
}

Array take(Call &call, const Array &given, const Array &positions, const Axes &axes) {
  Array array;
  int32_t place = 0;
  if (!one_axis(call, given, axes, array, place)) return {};
  std::vector<Index> indices(static_cast<std::size_t>(place), Index(python::Slice()));
  indices.emplace_back(positions);
  Selection selection;
  return select(call, array, indices, selection) ? gather(call, selection) : Array();
}

Array repeat(Call &call, const Array &given, int64_t count, const Axes &axes) {
  if (count < 0) return call.raise("ValueError", "negative dimensions are not allowed"), Array();
  Array array;
  int32_t place = 0;
  if (!one_axis(call, given, axes, array, place)) return {};
  int64_t total = 0;
  if (__builtin_mul_overflow(array.shape[place], count, &total)) return call.raise("MemoryError", ""), Array();
  const Array positions = new_array(call, DType::int64, {total});
  if (call.failed()) return {};
  auto *values = reinterpret_cast<int64_t *>(positions.data());
  for (int64_t index = 0; index < total; ++index) values[index] = index / count;
  return take(call, array, positions, static_cast<int64_t>(place));
}

}  // namespace modelet::numpy
