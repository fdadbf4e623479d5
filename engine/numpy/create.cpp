#include "numpy/create.h"

#include "numpy/scalar.h"

namespace modelet::numpy {

namespace {

bool check_step(Call &call, bool zero) {
  if (zero) call.raise("ZeroDivisionError", "division by zero");
  return !zero;
}

}  // namespace

int64_t steps_between(Call &call, double start, double stop, double step) {
  if (!check_step(call, step == 0)) return -1;
  const double length = std::ceil((stop - start) / step);
  if (std::isnan(length)) return call.raise("ValueError", "arange: cannot compute length"), -1;
  if (length >= 1e15) return call.raise("ValueError", "Maximum allowed size exceeded"), -1;
  return length > 0 ? static_cast<int64_t>(length) : 0;
}

int64_t steps_between(Call &call, int64_t start, int64_t stop, int64_t step) {
  return check_step(call, step == 0) ? python::Range{start, stop, step}.length() : -1;
}

bool check_samples(Call &call, int64_t count) {
  if (count < 0) call.raise("ValueError", "Number of samples, " + std::to_string(count) + ", must be non-negative.");
  return count >= 0;
}

std::vector<Array> with_rank(Call &call, const python::List<Array> &arrays, int32_t rank) {
  std::vector<Array> out;
  for (const Array &one : arrays) out.push_back(call.failed() ? Array() : at_least(call, one, rank));
  return out;
}

python::List<Array> rows(Call &call, const Array &array) {
  auto out = python::new_list<Array>(call);
  for (int64_t index = 0; index < array.shape[0] && !call.failed(); ++index) {
    Array row = part(array, 0, index, 1);
    Gone gone = {true};
    out.push(call, without_axes(row, gone, false));
  }
  return out;
}

bool regular(Call &call, std::span<const Array> arrays) {
  int32_t common = arrays[0].rank();
  bool same = true;
  for (const Array &one : arrays) {
    int32_t axis = 0;
    while (axis < common && axis < one.rank() && one.shape[axis] == arrays[0].shape[axis]) ++axis;
    same = same && axis == one.rank() && axis == arrays[0].rank();
    common = axis;
  }
  if (same) return true;
  Extents shape{static_cast<int64_t>(arrays.size())};
  for (int32_t axis = 0; axis < common && shape.rank < Extents::maximum; ++axis) shape[shape.rank++] = arrays[0].shape[axis];
  return ragged(call, shape.rank, shape);
}

}  // namespace modelet::numpy
