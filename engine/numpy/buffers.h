// Arrays from bytes, and bytes of arrays. Both are little-endian, as every host is.
#pragma once

#include "numpy/types.h"
#include "python/bytes.h"

namespace modelet::numpy {

// `count` elements from byte `offset` on, all there are when it is negative. The array cannot be written to. ValueError, in numpy's words,
// when the bytes do not hold them.
Array from_buffer(Call &call, const python::Bytes &bytes, DType dtype, int64_t count, int64_t offset);
template <typename T>
Array from_buffer(Call &call, const python::Bytes &bytes, int64_t count, int64_t offset) {
  return from_buffer(call, bytes, dtype_of<T>, count, offset);
}

// In C order.
python::Bytes to_bytes(Call &call, const Array &array);

}  // namespace modelet::numpy
