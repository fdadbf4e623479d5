// Runs over several arrays of one shape in the order that numpy walks memory, so that sums add up in the same order.
#pragma once

#include "numpy/types.h"

namespace modelet::numpy {

// The axes of arrays that were broadcast to `shape`, innermost first: by strides, C order where they do not decide.
struct AxisOrder {
  int32_t axes[Extents::maximum] = {};
};
AxisOrder axis_order(const Array *arrays, int count, const Extents &shape);

// Arrays walked together: axes innermost first, those that follow one another in every array joined to one.
struct Walk {
  static constexpr int most = 4;
  int32_t rank = 0;
  int64_t shape[Extents::maximum] = {};
  int64_t strides[most][Extents::maximum] = {};
};
// `sorting`: how many of the arrays, from the first, decide the order.
Walk walk_of(const Array *arrays, int count, int sorting);

// body(pointers, count, strides) for each innermost run.
template <int count, typename Body>
void each_run(const Array (&arrays)[count], int sorting, Body &&body) {
  if (arrays[0].size() == 0) return;
  const Walk walk = walk_of(arrays, count, sorting);
  std::byte *pointers[count];
  int64_t inner[count];
  for (int which = 0; which < count; ++which) {
    pointers[which] = arrays[which].data();
    inner[which] = walk.strides[which][0];
  }
  int64_t at[Extents::maximum] = {};
  for (;;) {
    body(pointers, walk.shape[0], inner);
    int32_t axis = 1;
    for (; axis < walk.rank; ++axis) {
      for (int which = 0; which < count; ++which) pointers[which] += walk.strides[which][axis];
      if (++at[axis] < walk.shape[axis]) break;
      for (int which = 0; which < count; ++which) pointers[which] -= walk.strides[which][axis] * walk.shape[axis];
      at[axis] = 0;
    }
    if (axis >= walk.rank) return;
  }
}

// Copies `count` elements of so many bytes.
void move_run(std::byte *to, int64_t to_stride, const std::byte *from, int64_t from_stride, int64_t count, std::size_t element);

// The strides of a new array whose memory is laid out as the arrays' is (numpy's order "K"). The arrays were broadcast to `shape`.
Extents strides_like(DType dtype, const Extents &shape, const Array *arrays, int count);
// Uninitialised, its memory laid out as the arrays' is (numpy's order "K"). The arrays were broadcast to `shape`.
Array new_array_like(Call &call, DType dtype, const Extents &shape, const Array *arrays, int count);

// The shape that operands broadcast to; ValueError as numpy says it.
bool broadcast(Call &call, const Array *operands, int count, Extents &shape);
// The array seen with `shape`, which it broadcasts to: strides of 0 where it repeats.
Array broadcast_to(const Array &array, const Extents &shape);

}  // namespace modelet::numpy
