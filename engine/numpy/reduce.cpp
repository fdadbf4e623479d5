#include "numpy/reduce.h"

namespace modelet::numpy {

bool normal_axis(Call &call, int64_t axis, int32_t rank, int32_t &out, const char *name) {
  if (axis < -rank || axis >= rank) {
    call.raise("AxisError", name + ("axis " + std::to_string(axis)) + " is out of bounds for array of dimension " + std::to_string(rank));
    return false;
  }
  out = static_cast<int32_t>(axis < 0 ? axis + rank : axis);
  return true;
}

bool chosen_axes(Call &call, const Array &array, const Axes &axes, Gone &gone) {
  for (int32_t axis = 0; axis < Extents::maximum; ++axis) gone[axis] = axes.everything && axis < array.rank();
  for (int64_t named : axes.listed) {
    int32_t axis = 0;
    if (array.rank() == 0 && (named == 0 || named == -1)) continue;  // numpy takes a scalar for a row
    if (!normal_axis(call, named, array.rank(), axis)) return false;
    if (gone[axis]) return call.raise("ValueError", "duplicate value in 'axis'"), false;
    gone[axis] = true;
  }
  return true;
}

int64_t counted(const Array &array, const Gone &gone) {
  int64_t count = 1;
  for (int32_t axis = 0; axis < array.rank(); ++axis)
    if (gone[axis]) count *= array.shape[axis];
  return count;
}

Array reduced_array(Call &call, const Array &array, const Gone &gone, DType dtype) {
  Extents shape = array.shape;
  for (int32_t axis = 0; axis < array.rank(); ++axis)
    if (gone[axis]) shape[axis] = 1;
  Array out = new_array(call, dtype, shape);
  if (call.failed()) return out;
  const AxisOrder order = axis_order(&array, 1, array.shape);
  auto stride = static_cast<int64_t>(dtype_bytes(dtype));
  for (int32_t place = 0; place < shape.rank; ++place) {
    out.strides[order.axes[place]] = stride;
    stride *= shape[order.axes[place]];
  }
  return out;
}

Array without_axes(const Array &array, const Gone &gone, bool keep) {
  if (keep) return array;
  Array out = array;
  out.shape.rank = out.strides.rank = 0;
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    if (gone[axis]) continue;
    out.shape[out.shape.rank++] = array.shape[axis];
    out.strides[out.strides.rank++] = array.strides[axis];
  }
  return out;
}

bool check_not_empty(Call &call, const Array &array, const Gone &gone, const char *name) {
  if (counted(array, gone) != 0) return true;
  call.raise("ValueError", std::string("zero-size array to reduction operation ") + name + " which has no identity");
  return false;
}

detail::Blocks detail::blocks_of(const Walk &walk) {
  Blocks out;
  while (out.reduced < walk.rank && walk.strides[1][out.reduced] == 0) ++out.reduced;
  int64_t core = walk.shape[0];
  while (out.inner < out.reduced && core * walk.shape[out.inner] <= buffer_elements) core *= walk.shape[out.inner++];
  out.step = std::max<int64_t>(buffer_elements / std::max<int64_t>(core, 1), 1);
  return out;
}

}  // namespace modelet::numpy
