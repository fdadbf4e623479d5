#include "numpy/buffers.h"

#include <cstring>

#include "numpy/elementwise.h"

namespace modelet::numpy {

Array from_buffer(Call &call, const python::Bytes &bytes, DType dtype, int64_t count, int64_t offset) {
  const int64_t length = bytes.size(), width = static_cast<int64_t>(dtype_bytes(dtype));
  if (offset < 0 || offset > length) {
    call.raise("ValueError", "offset must be non-negative and no greater than buffer length (" + std::to_string(length) + ")");
    return {};
  }
  const int64_t left = length - offset;
  if (count < 0 && left % width != 0) return call.raise("ValueError", "buffer size must be a multiple of element size"), Array();
  if (count > left / width) return call.raise("ValueError", "buffer is smaller than requested size"), Array();
  Array out = new_array(call, dtype, {count < 0 ? left / width : count});
  if (call.failed()) return {};
  if (out.size() > 0) std::memcpy(out.data(), bytes.view().data() + offset, static_cast<std::size_t>(out.size() * width));
  out.writeable = false;
  return out;
}

python::Bytes to_bytes(Call &call, const Array &array) {
  const Array whole = array.contiguous() ? array : copy(call, array);
  if (call.failed() || whole.size() == 0) return {};
  const auto length = static_cast<std::size_t>(whole.size()) * dtype_bytes(whole.dtype);
  return python::Bytes(std::string(reinterpret_cast<const char *>(whole.data()), length));
}

}  // namespace modelet::numpy
