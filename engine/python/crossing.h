// Values of the standard library across the ABI (include/modelet/VALUES.md).
#pragma once

#include "python/bytearray.h"
#include "python/complex.h"
#include "python/deque.h"
#include "python/values.h"

namespace modelet::python {

inline bool decode_object(Call &, const Reader &reader, Complex &out) {
  return reader.complex(out.real, out.imag);
}
inline void encode_object(Call &, Writer &writer, const Complex &value) {
  writer.complex(value.real, value.imag);
}

inline bool decode_object(Call &call, const Reader &reader, ByteArray &out) {
  Bytes bytes;
  if (!reader.bytearray(bytes)) return false;
  out = to_bytearray(call, bytes);
  return !call.failed();
}
inline void encode_object(Call &, Writer &writer, const ByteArray &value) {
  writer.bytearray(value.view());
}

inline bool decode_object(Call &call, const Reader &reader, Range &out) {
  return reader.range(call, out);
}

// A deque crosses as a list.
template <typename T>
void encode_object(Call &call, Writer &writer, const Deque<T> &value) {
  writer.open(Reader::Kind::list, false);
  for (int64_t at = 0; at < value.size(); ++at) encode(call, writer, value.at(at));
  writer.close();
}

}  // namespace modelet::python
