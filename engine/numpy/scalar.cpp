// Numbers out of arrays, and arrays of rank 0, which stand for numpy's scalars, as text.
#include <cmath>

#include "numpy/scalar.h"
#include "numpy/text.h"
#include "python/format.h"
#include "python/numbers.h"

namespace modelet::numpy {

int64_t len(Call &call, const Array &array) {
  if (array.rank() > 0) return array.shape[0];
  call.raise("TypeError", "len() of unsized object");
  return 0;
}

Array part_at(const Array &array, int64_t position) {
  Array out = array;
  out.advance(position * array.strides[0]);
  for (int32_t axis = 1; axis < array.rank(); ++axis) {
    out.shape[axis - 1] = array.shape[axis];
    out.strides[axis - 1] = array.strides[axis];
  }
  out.shape.rank = out.strides.rank = array.rank() - 1;
  return out;
}

bool ragged(Call &call, int32_t axis, const Extents &shape) {
  Extents detected = shape;
  detected.rank = axis;
  call.raise("ValueError", "setting an array element with a sequence. The requested array has an inhomogeneous shape after " +
                               std::to_string(axis) + " dimensions. The detected shape was " + shape_repr(detected) +
                               " + inhomogeneous part.");
  return false;
}

namespace {

bool single(Call &call, const Array &array) {
  if (array.rank() == 0) return true;
  call.raise("TypeError", "only 0-dimensional arrays can be converted to Python scalars");
  return false;
}

}  // namespace

Array unpack(Call &call, const Array &array, int64_t count) {
  if (array.rank() == 0) {
    call.raise("TypeError", "cannot unpack non-iterable numpy." + std::string(dtype_name(array.dtype)) + " object");
  } else if (array.shape[0] < count) {
    call.raise("ValueError",
               "not enough values to unpack (expected " + std::to_string(count) + ", got " + std::to_string(array.shape[0]) + ")");
  } else if (array.shape[0] > count) {
    call.raise("ValueError", "too many values to unpack (expected " + std::to_string(count) + ")");
  }
  return array;
}

int64_t as_index(Call &call, const Array &array) {
  if (array.rank() != 0) return call.raise("TypeError", "only integer scalar arrays can be converted to a scalar index"), 0;
  if (array.dtype == DType::uint64 && load<uint64_t>(array.data()) > INT64_MAX)
    return call.raise("IndexError", "cannot fit 'numpy.uint64' into an index-sized integer"), 0;
  return to_int64(call, array);
}

int64_t detail::any_to_int64(Call &call, const Array &array) {
  int64_t out = 0;
  if (!single(call, array)) return out;
  with_type(call, array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T value = load<T>(array.data());
    if constexpr (std::is_floating_point_v<T>) {
      out = python::to_int(call, static_cast<double>(value));
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      out = value > INT64_MAX ? python::overflowed(call) : static_cast<int64_t>(value);
    } else {
      out = static_cast<int64_t>(value);
    }
  });
  return out;
}

bool check_single(Call &call, const Array &array) {
  if (array.size() == 1) return true;
  call.raise("ValueError", "can only convert an array of size 1 to a Python scalar");
  return false;
}

double detail::any_to_double(Call &call, const Array &array) {
  double out = 0;
  if (!single(call, array)) return out;
  with_type(call, array.dtype, [&](auto tag) { out = static_cast<double>(load<typename decltype(tag)::type>(array.data())); });
  return out;
}

bool detail::any_truth(Call &call, const Array &array) {
  bool out = false;
  if (array.size() != 1) {
    const char *message = array.size() == 0
                              ? "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty."
                              : "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()";
    call.raise("ValueError", message);
    return out;
  }
  with_type(call, array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    out = load<T>(array.data()) != T{};
  });
  return out;
}

python::Str str(Call &call, const Array &array) {
  return python::new_str(call, std::string_view(array_text(call, array, {})));
}

python::Str repr(Call &call, const Array &array) {
  if (array.rank() > 0) return python::new_str(call, std::string_view(array_repr(call, array)));
  const std::string text = scalar_text(call, array);
  const std::string named = array.dtype == DType::boolean ? text + "_" : std::string(dtype_name(array.dtype)) + "(" + text + ")";
  return python::new_str(call, std::string_view("np." + named));
}

python::Str shape_str(Call &call, const Extents &shape) {
  return python::new_str(call, std::string_view(shape_repr(shape)));
}

python::Str format(Call &call, const Array &array, const python::Str &spec) {
  if (array.rank() != 0) {
    if (spec.view().empty()) return str(call, array);
    return call.raise("TypeError", "unsupported format string passed to numpy.ndarray.__format__"), python::Str();
  }
  if (array.dtype == DType::boolean) return python::format(call, to_bool(call, array), spec);
  const bool real = array.dtype == DType::float32 || array.dtype == DType::float64;
  return real ? python::format(call, to_double(call, array), spec) : python::format(call, to_int64(call, array), spec);
}

void raise_not_a_number(Call &call, const python::JsonValue &value) {
  call.raise("TypeError",
             std::string("compiled numpy code compares an array with a number, which this ") + python::kind_name(value) + " is not");
}

}  // namespace modelet::numpy
