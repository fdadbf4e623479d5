#include <cmath>
#include <numbers>

#include "numpy/complex.h"

namespace modelet::numpy {

namespace {

using Complex = std::complex<double>;
using Line = std::vector<Complex>;

Complex product(Complex left, Complex right) {
  return ComplexMultiply()(left, right);
}

// exp(-2 pi i k / n), or its conjugate.
Line roots(std::size_t count, bool inverse) {
  Line out(count);
  for (std::size_t index = 0; index < count; ++index) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(index) / static_cast<double>(count);
    out[index] = {std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle)};
  }
  return out;
}

std::size_t smallest_factor(std::size_t number) {
  for (std::size_t factor = 2; factor * factor <= number; ++factor)
    if (number % factor == 0) return factor;
  return number;
}

void transform(Line &values, bool inverse);

void transform_directly(Line &values, bool inverse) {
  const std::size_t count = values.size();
  const Line root = roots(count, inverse);
  Line out(count);
  for (std::size_t place = 0; place < count; ++place)
    for (std::size_t index = 0; index < count; ++index) out[place] += product(values[index], root[place * index % count]);
  values = out;
}

// A large prime length as a convolution of a length that is a power of two.
void transform_by_chirps(Line &values, bool inverse) {
  const std::size_t count = values.size();
  std::size_t size = 1;
  while (size < 2 * count) size *= 2;
  const Line root = roots(2 * count, inverse);
  Line left(size), right(size);
  for (std::size_t index = 0; index < count; ++index) {
    const Complex chirp = root[index * index % (2 * count)];
    left[index] = product(values[index], chirp);
    right[index] = std::conj(chirp);
    if (index > 0) right[size - index] = std::conj(chirp);
  }
  transform(left, false);
  transform(right, false);
  for (std::size_t index = 0; index < size; ++index) left[index] = product(left[index], right[index]);
  transform(left, true);
  for (std::size_t index = 0; index < count; ++index)
    values[index] = product(left[index] / static_cast<double>(size), root[index * index % (2 * count)]);
}

// Not scaled.
void transform(Line &values, bool inverse) {
  const std::size_t count = values.size();
  if (count <= 1) return;
  const std::size_t factor = smallest_factor(count);
  if (factor == count) return count < 100 ? transform_directly(values, inverse) : transform_by_chirps(values, inverse);
  const std::size_t part = count / factor;
  std::vector<Line> parts(factor, Line(part));
  for (std::size_t index = 0; index < count; ++index) parts[index % factor][index / factor] = values[index];
  for (Line &one : parts) transform(one, inverse);
  const Line root = roots(count, inverse);
  for (std::size_t place = 0; place < count; ++place) {
    Complex sum = parts[0][place % part];
    for (std::size_t which = 1; which < factor; ++which) sum += product(parts[which][place % part], root[which * place % count]);
    values[place] = sum;
  }
}

double scale_of(std::size_t count, bool inverse, int64_t norm) {
  const auto size = static_cast<double>(count);
  if (norm == 1) return 1 / std::sqrt(size);
  return (norm == 0) == inverse ? 1 / size : 1;
}

// The lines along an axis, cut or filled with zeros to `size`; `write` gets each with the place of its results.
template <typename Body>
Array each_transformed(Call &call, const Array &array, int64_t axis, DType dtype, int64_t size, int64_t results, Body &&body) {
  int32_t place = 0;
  if (!normal_axis(call, axis, array.rank(), place)) return {};
  if (size < 1 || results < 1) {
    call.raise("ValueError", "Invalid number of FFT data points (" + std::to_string(size) + ") specified.");
    return {};
  }
  const Array lines = axis_last(array, place);
  Extents shape = lines.shape;
  shape[shape.rank - 1] = results;
  const Array out = new_array(call, dtype, shape);
  if (call.failed()) return {};
  const int64_t stride = lines.strides[lines.rank() - 1], given = std::min(size, lines.shape[lines.rank() - 1]);
  each_line(lines, [&](const std::byte *first, int64_t line) {
    if (call.interrupted()) return;
    Line values(static_cast<std::size_t>(size));
    for (int64_t index = 0; index < given; ++index) {
      const std::byte *at = first + index * stride;
      values[static_cast<std::size_t>(index)] = array.dtype == DType::float64 ? Complex(load<double>(at)) : load<Complex>(at);
    }
    body(values, out.data() + static_cast<std::size_t>(line * results) * dtype_bytes(dtype));
  });
  return call.failed() ? Array() : axis_back(out, place);
}

int64_t extent_along(const Array &array, int64_t axis) {
  const int64_t place = axis < 0 ? axis + array.rank() : axis;
  return place >= 0 && place < array.rank() ? array.shape[static_cast<int32_t>(place)] : 1;
}

}  // namespace

Array fourier(Call &call, const Array &array, int64_t size, int64_t axis, bool inverse, int64_t norm) {
  if (size < 0) size = extent_along(array, axis);
  return each_transformed(call, array, axis, DType::complex128, size, size, [&](Line &values, std::byte *out) {
    transform(values, inverse);
    const double scale = scale_of(values.size(), inverse, norm);
    for (std::size_t index = 0; index < values.size(); ++index) reinterpret_cast<Complex *>(out)[index] = values[index] * scale;
  });
}

Array real_fourier(Call &call, const Array &array, int64_t size, int64_t axis, int64_t norm) {
  if (size < 0) size = extent_along(array, axis);
  return each_transformed(call, array, axis, DType::complex128, size, size / 2 + 1, [&](Line &values, std::byte *out) {
    transform(values, false);
    const double scale = scale_of(values.size(), false, norm);
    for (std::size_t index = 0; index <= values.size() / 2; ++index) reinterpret_cast<Complex *>(out)[index] = values[index] * scale;
    reinterpret_cast<Complex *>(out)[0].imag(0);
    if (values.size() % 2 == 0) reinterpret_cast<Complex *>(out)[values.size() / 2].imag(0);
  });
}

Array inverse_real_fourier(Call &call, const Array &array, int64_t size, int64_t axis, int64_t norm) {
  if (size < 0) size = 2 * (extent_along(array, axis) - 1);
  return each_transformed(call, array, axis, DType::float64, size, size, [&](Line &values, std::byte *out) {
    const std::size_t count = values.size();
    for (std::size_t index = count / 2 + 1; index < count; ++index) values[index] = std::conj(values[count - index]);
    values[0].imag(0);
    if (count % 2 == 0) values[count / 2].imag(0);
    transform(values, true);
    const double scale = scale_of(count, true, norm);
    for (std::size_t index = 0; index < count; ++index) reinterpret_cast<double *>(out)[index] = values[index].real() * scale;
  });
}

}  // namespace modelet::numpy
