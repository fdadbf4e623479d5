#include "numpy/shape.h"

#include <utility>

#include "numpy/elementwise.h"
#include "numpy/reduce.h"

namespace modelet::numpy {

namespace {

Array with_shape(const Array &array, const Extents &shape) {
  Array out = array;
  share_value(out);
  out.shape = shape;
  out.strides.rank = shape.rank;
  auto stride = static_cast<int64_t>(dtype_bytes(array.dtype));
  for (int32_t axis = shape.rank - 1; axis >= 0; --axis) {
    out.strides[axis] = stride;
    stride *= shape[axis];
  }
  return out;
}

// As numpy writes a shape with an open extent: what is open at the front is left out.
std::string asked_text(const Extents &shape) {
  int32_t axis = 0;
  while (axis < shape.rank && shape[axis] < 0) ++axis;
  std::string out = "(";
  const int32_t first = axis;
  for (; axis < shape.rank; ++axis)
    out += (axis > first ? "," : "") + (shape[axis] < 0 ? std::string("newaxis") : std::to_string(shape[axis]));
  return out + (shape.rank == 1 ? ",)" : ")");
}

// A view of a non-contiguous array in another shape, when strides can say it: groups of axes with equal products whose old axes
// follow one another in memory.
bool view_as(const Array &array, const Extents &shape, Array &out) {
  if (array.size() == 0) return false;
  Extents old_shape, old_strides;
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    if (array.shape[axis] == 1) continue;
    old_shape[old_shape.rank++] = array.shape[axis];
    old_strides[old_strides.rank++] = array.strides[axis];
  }
  Extents strides = shape;
  int32_t old_first = 0, new_first = 0;
  while (old_first < old_shape.rank && new_first < shape.rank) {
    int32_t old_end = old_first + 1, new_end = new_first + 1;
    int64_t old_size = old_shape[old_first], new_size = shape[new_first];
    while (old_size != new_size) {
      if (new_size < old_size) {
        new_size *= shape[new_end++];
      } else {
        old_size *= old_shape[old_end++];
      }
    }
    for (int32_t axis = old_first; axis + 1 < old_end; ++axis)
      if (old_strides[axis] != old_shape[axis + 1] * old_strides[axis + 1]) return false;
    int64_t stride = old_strides[old_end - 1];
    for (int32_t axis = new_end - 1; axis >= new_first; --axis) {
      strides[axis] = stride;
      stride *= shape[axis];
    }
    old_first = old_end;
    new_first = new_end;
  }
  for (; new_first < shape.rank; ++new_first) strides[new_first] = static_cast<int64_t>(dtype_bytes(array.dtype));
  out = array;
  out.shape = shape;
  out.strides = strides;
  return true;
}

}  // namespace

Array reshape(Call &call, const Array &array, const Extents &wanted) {
  Extents shape = wanted;
  int64_t known = 1;
  int32_t open = -1;
  for (int32_t axis = 0; axis < shape.rank; ++axis) {
    if (shape[axis] >= 0) {
      known *= shape[axis];
    } else if (open >= 0) {
      return call.raise("ValueError", "can only specify one unknown dimension"), Array();
    } else {
      open = axis;
    }
  }
  if (open >= 0 && known != 0 && array.size() % known == 0) shape[open] = array.size() / known;
  if (shape.product() != array.size() || (open >= 0 && shape[open] < 0)) {
    call.raise("ValueError", "cannot reshape array of size " + std::to_string(array.size()) + " into shape " + asked_text(wanted));
    return {};
  }
  if (shape.rank == 0) return copy(call, with_shape(array, shape));
  Array out = array;
  if (!array.contiguous()) {
    if (view_as(array, shape, out)) return out;
    out = copy(call, array);
  }
  return call.failed() ? Array() : with_shape(out, shape);
}

Array transpose(Call &call, const Array &array, const Axes &named) {
  const Extents &axes = named.listed;
  const bool reversed = named.everything;
  Array out = array;
  if (!reversed && axes.rank != array.rank()) return call.raise("ValueError", "axes don't match array"), Array();
  bool seen[Extents::maximum] = {};
  for (int32_t axis = 0; axis < array.rank(); ++axis) {
    int32_t from = array.rank() - 1 - axis;
    if (!reversed && !normal_axis(call, axes[axis], array.rank(), from)) return {};
    if (seen[from]) return call.raise("ValueError", "repeated axis in transpose"), Array();
    seen[from] = true;
    out.shape[axis] = array.shape[from];
    out.strides[axis] = array.strides[from];
  }
  return out;
}

Array strided_view(Call &call, const Array &array, const Extents &shape, const Extents &strides) {
  if (shape.rank != strides.rank) return call.raise("ValueError", "mismatch in length of strides and shape"), Array();
  for (const int64_t extent : shape)
    if (extent < 0) return call.raise("ValueError", "negative dimensions are not allowed"), Array();
  Array source = array;
  share_value(source);
  Array out = source;
  out.shape = shape;
  out.strides = strides;
  if (out.size() == 0) return out;
  const auto [low, high] = reach(source);
  const auto [own_low, own_high] = reach(out);
  if (array.size() == 0 || own_low < low || own_high > high)
    return call.raise("ValueError", "as_strided would leave the array's memory, which compiled numpy code does not"), Array();
  return out;
}

Array viewed(Call &call, const Array &array, DType dtype) {
  const auto old_bytes = static_cast<int64_t>(dtype_bytes(array.dtype)), bytes = static_cast<int64_t>(dtype_bytes(dtype));
  Array out = array;
  if (bytes != old_bytes) share_value(out);  // of which copies would take what the other dtype has
  out.dtype = dtype;
  if (bytes == old_bytes) return out;
  if (array.rank() == 0) {
    call.raise("ValueError", "Changing the dtype of a 0d array is only supported if the itemsize is unchanged");
    return {};
  }
  const int32_t last = array.rank() - 1;
  if (array.shape[last] != 1 && array.size() > 0 && array.strides[last] != old_bytes) {
    call.raise("ValueError", "To change to a dtype of a different size, the last axis must be contiguous");
    return {};
  }
  const int64_t length = array.shape[last] * old_bytes;
  if (length % bytes != 0) {
    call.raise("ValueError", bytes > old_bytes
                                 ? "When changing to a larger dtype, its size must be a divisor of the total size in bytes of "
                                   "the last axis of the array."
                                 : "When changing to a smaller dtype, its size must be a divisor of the size of original dtype");
    return {};
  }
  out.shape[last] = length / bytes;
  out.strides[last] = bytes;
  return out;
}

Array swap_axes(Call &call, const Array &array, int64_t first, int64_t second) {
  int32_t a = 0;
  int32_t b = 0;
  if (!normal_axis(call, first, array.rank(), a, "axis1: ") || !normal_axis(call, second, array.rank(), b, "axis2: ")) return {};
  Array out = array;
  std::swap(out.shape.values[a], out.shape.values[b]);
  std::swap(out.strides.values[a], out.strides.values[b]);
  return out;
}

Array expand_dims(Call &call, const Array &array, int64_t axis) {
  int32_t place = 0;
  if (array.rank() == Extents::maximum) return call.raise("ValueError", "compiled numpy code has at most 8 axes"), Array();
  if (!normal_axis(call, axis, array.rank() + 1, place)) return {};
  Array out = array;
  share_value(out);
  ++out.shape.rank;
  ++out.strides.rank;
  for (int32_t each = array.rank(); each > place; --each) {
    out.shape[each] = array.shape[each - 1];
    out.strides[each] = array.strides[each - 1];
  }
  out.shape[place] = 1;
  out.strides[place] = 0;
  return out;
}

Array squeeze(Call &call, const Array &array, const Axes &axes) {
  Gone gone = {};
  if (axes.everything) {
    for (int32_t axis = 0; axis < array.rank(); ++axis) gone[axis] = array.shape[axis] == 1;
  } else {
    if (!chosen_axes(call, array, axes, gone)) return {};
    for (int32_t axis = 0; axis < array.rank(); ++axis)
      if (gone[axis] && array.shape[axis] != 1)
        return call.raise("ValueError", "cannot select an axis to squeeze out which has size not equal to one"), Array();
  }
  return without_axes(array, gone, false);
}

Array part(const Array &array, int32_t axis, int64_t first, int64_t count) {
  Array out = array;
  out.advance(first * array.strides[axis]);
  out.shape[axis] = count;
  return out;
}

bool joined_shape(Call &call, std::span<const Array> arrays, int32_t axis, Extents &shape) {
  shape = arrays[0].shape;
  shape[axis] = 0;
  for (std::size_t at = 0; at < arrays.size(); ++at) {
    const Array &one = arrays[at];
    if (one.rank() != shape.rank) {
      call.raise("ValueError", "all the input arrays must have same number of dimensions, but the array at index 0 has " +
                                   std::to_string(shape.rank) + " dimension(s) and the array at index " + std::to_string(at) + " has " +
                                   std::to_string(one.rank()) + " dimension(s)");
      return false;
    }
    for (int32_t each = 0; each < one.rank(); ++each) {
      if (each == axis || one.shape[each] == shape[each]) continue;
      call.raise("ValueError", "all the input array dimensions except for the concatenation axis must match exactly, but along dimension " +
                                   std::to_string(each) + ", the array at index 0 has size " + std::to_string(shape[each]) +
                                   " and the array at index " + std::to_string(at) + " has size " + std::to_string(one.shape[each]));
      return false;
    }
    shape[axis] += one.shape[axis];
  }
  return true;
}

int64_t extent(Call &call, const Extents &shape, int64_t position) {
  if (position >= -shape.rank && position < shape.rank) return shape[static_cast<int32_t>(position < 0 ? position + shape.rank : position)];
  call.raise("IndexError", "tuple index out of range");
  return 0;
}

Array expect_rank(Call &call, const Array &array, int64_t rank) {
  if (array.rank() != rank)
    call.raise("TypeError",
               "this code was compiled for an array of " + std::to_string(rank) + " axes, not of " + std::to_string(array.rank()));
  return array;
}

python::List<int64_t> shape_list(Call &call, const Extents &shape) {
  auto out = python::new_list<int64_t>(call, shape.rank);
  for (int64_t extent : shape) out.push(call, extent);
  return out;
}

Extents extents_slice(Call &call, const Extents &shape, const python::Slice &slice) {
  const python::Cut taken = python::cut(call, slice, shape.rank);
  Extents out;
  for (int64_t index = 0; index < taken.count && !call.failed(); ++index)
    out[out.rank++] = shape[static_cast<int32_t>(taken.start + index * taken.step)];
  return out;
}

Extents unpack_shape(Call &call, const Extents &shape, int64_t count) {
  if (shape.rank < count)
    call.raise("ValueError",
               "not enough values to unpack (expected " + std::to_string(count) + ", got " + std::to_string(shape.rank) + ")");
  if (shape.rank > count) call.raise("ValueError", "too many values to unpack (expected " + std::to_string(count) + ")");
  return shape;
}

Array ravel(Call &call, const Array &array) {
  return reshape(call, array, {-1});
}

Array flatten(Call &call, const Array &array) {
  const Array out = copy(call, array);
  return call.failed() ? Array() : reshape(call, out, {-1});
}

Array constant(DType dtype, const Extents &shape, const void *data) {
  Array out;
  out.dtype = dtype;
  out.refer(static_cast<std::byte *>(const_cast<void *>(data)));
  out.writeable = false;
  return with_shape(out, shape);
}

}  // namespace modelet::numpy
