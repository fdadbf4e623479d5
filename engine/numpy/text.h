// Arrays as text, laid out as numpy prints them.
#pragma once

#include "numpy/array.h"
#include "python/str.h"

namespace modelet::numpy {

struct TextOptions {
  int precision = 8;
  bool suppress_small = false;
  std::string separator = " ";
  int64_t width = 75;
  int64_t indent = 0;  // of lines after the first, besides one blank
};
std::string array_text(Call &call, const Array &array, const TextOptions &options);
std::string shape_repr(const Extents &shape);  // "(2, 3)"
std::string array_repr(Call &call, const Array &array);
std::string scalar_text(Call &call, const Array &array);  // of rank 0
python::Str array_to_string(Call &call, const Array &array, int64_t precision, bool suppress_small, const python::Str &separator);

}  // namespace modelet::numpy
