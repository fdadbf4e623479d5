// Numbers out of arrays, and arrays of rank 0, which stand for numpy's scalars, as text.
#include <charconv>
#include <cmath>

#include "numpy/scalar.h"
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
  out.data += position * array.strides[0];
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
                               std::to_string(axis) + " dimensions. The detected shape was " +
                               (axis == 1 ? "(" + std::to_string(shape[0]) + ",)" : shape_text(detected)) + " + inhomogeneous part.");
  return false;
}

namespace {

bool single(Call &call, const Array &array, const char *message) {
  if (array.size() == 1) return true;
  call.raise("TypeError", message);
  return false;
}

}  // namespace

int64_t to_int64(Call &call, const Array &array) {
  int64_t out = 0;
  if (!single(call, array, "only length-1 arrays can be converted to Python scalars")) return out;
  with_type(call, array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T value = load<T>(array.data);
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

double to_double(Call &call, const Array &array) {
  double out = 0;
  if (!single(call, array, "only length-1 arrays can be converted to Python scalars")) return out;
  with_type(call, array.dtype, [&](auto tag) { out = static_cast<double>(load<typename decltype(tag)::type>(array.data)); });
  return out;
}

bool to_bool(Call &call, const Array &array) {
  return truth(call, array);
}

bool truth(Call &call, const Array &array) {
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
    out = load<T>(array.data) != T{};
  });
  return out;
}

namespace {

// The shortest digits that give the same float32, in repr's form.
std::string float32_text(float value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char text[64];
  auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  const std::string scientific(text, end);
  const int exponent = std::atoi(scientific.c_str() + scientific.find('e') + 1);
  if (value != 0 && (exponent < -4 || exponent >= 16)) return scientific;
  end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed).ptr;
  std::string fixed(text, end);
  // to_chars writes the float's exact digits; numpy the shortest ones, filled with zeros.
  std::string digits;
  for (char character : scientific.substr(0, scientific.find('e')))
    if (character >= '0' && character <= '9') digits.push_back(character);
  if (exponent >= static_cast<int>(digits.size())) {
    digits.append(static_cast<std::size_t>(exponent + 1) - digits.size(), '0');
    return (std::signbit(value) ? "-" : "") + digits + ".0";
  }
  if (fixed.find('.') == fixed.npos) fixed += ".0";
  return fixed;
}

std::string text_of(Call &call, const Array &array) {
  std::string out;
  if (array.rank() != 0) {
    call.raise("TypeError", "the text of an array is not supported in compiled code");
    return out;
  }
  with_type(call, array.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T value = load<T>(array.data);
    if constexpr (std::is_same_v<T, bool>) {
      out = value ? "True" : "False";
    } else if constexpr (std::is_same_v<T, float>) {
      out = float32_text(value);
    } else if constexpr (std::is_same_v<T, double>) {
      out = python::float_text(value);
    } else {
      out = std::to_string(value);
    }
  });
  return out;
}

}  // namespace

python::Str str(Call &call, const Array &array) {
  return python::new_str(call, std::string_view(text_of(call, array)));
}

python::Str repr(Call &call, const Array &array) {
  const std::string text = text_of(call, array);
  if (array.dtype == DType::boolean) return python::new_str(call, std::string_view("np." + text + "_").substr(0, text.size() + 3));
  return python::new_str(call, std::string_view("np." + std::string(dtype_name(array.dtype)) + "(" + text + ")"));
}

python::Str format(Call &call, const Array &array, const python::Str &spec) {
  if (spec.length() == 0) return str(call, array);
  if (array.rank() != 0) return call.raise("TypeError", "unsupported format string passed to numpy.ndarray.__format__"), python::Str();
  const bool real = array.dtype == DType::float32 || array.dtype == DType::float64;
  if (array.dtype == DType::boolean)
    return call.raise("TypeError", "unsupported format string passed to numpy.bool.__format__"), python::Str();
  return real ? python::format(call, to_double(call, array), spec) : python::format(call, to_int64(call, array), spec);
}

}  // namespace modelet::numpy
