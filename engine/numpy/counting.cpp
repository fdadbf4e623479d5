#include "numpy/counting.h"

#include <cmath>

namespace modelet::numpy {

namespace {

// The numbers as int64 in a row, and how many results there are; -1 with an error raised.
int64_t bins_of(Call &call, const Array &numbers, int64_t least, const int64_t *&values) {
  if (numbers.rank() != 1) {
    call.raise("ValueError", numbers.rank() > 1 ? "object too deep for desired array" : "object of too small depth for desired array");
    return -1;
  }
  if (least < 0) return call.raise("ValueError", "'minlength' must not be negative"), -1;
  values = reinterpret_cast<const int64_t *>(numbers.data());
  int64_t count = least;
  for (int64_t index = 0; index < numbers.size(); ++index) {
    if (values[index] < 0) return call.raise("ValueError", "'list' argument must have no negative elements"), -1;
    count = std::max(count, values[index] + 1);
  }
  return count;
}

}  // namespace

Array bincount(Call &call, const Array &given, int64_t least) {
  const Array numbers = copy(call, given);
  const int64_t *values = nullptr;
  const int64_t count = call.failed() ? -1 : bins_of(call, numbers, least, values);
  const Array out = count < 0 ? Array() : zeros(call, DType::int64, {count});
  if (call.failed()) return {};
  for (int64_t index = 0; index < numbers.size(); ++index) ++reinterpret_cast<int64_t *>(out.data())[values[index]];
  return out;
}

Array bincount_weights(Call &call, const Array &given, const Array &given_weights, int64_t least) {
  const Array numbers = copy(call, given), weights = copy(call, given_weights);
  const int64_t *values = nullptr;
  const int64_t count = call.failed() ? -1 : bins_of(call, numbers, least, values);
  if (count >= 0 && (weights.rank() != 1 || weights.size() != numbers.size()))
    call.raise("ValueError", "The weights and list don't have the same length.");
  // numpy's zeros are ints then, though they are floats whenever there are numbers
  if (numbers.size() == 0) call.raise("ValueError", "weighed counts of no numbers are not supported in compiled numpy code");
  const Array out = call.failed() ? Array() : zeros(call, DType::float64, {count});
  if (call.failed()) return {};
  const auto *shares = reinterpret_cast<const double *>(weights.data());
  for (int64_t index = 0; index < numbers.size(); ++index) reinterpret_cast<double *>(out.data())[values[index]] += shares[index];
  return out;
}

Array interpolate_between(Call &call, const Array &at, const Array &given_places, const Array &given_values, double low, double high) {
  const Array places = copy(call, given_places), values = copy(call, given_values), asked = copy(call, at);
  if (call.failed()) return {};
  const int64_t count = places.size();
  if (places.rank() != 1 || values.rank() != 1) return call.raise("ValueError", "object too deep for desired array"), Array();
  if (count == 0) return call.raise("ValueError", "array of sample points is empty"), Array();
  if (values.size() != count) return call.raise("ValueError", "fp and xp are not of the same length."), Array();
  const Array out = new_array(call, DType::float64, at.shape);
  if (call.failed()) return {};
  const auto *x = reinterpret_cast<const double *>(places.data()), *y = reinterpret_cast<const double *>(values.data());
  const auto *wanted = reinterpret_cast<const double *>(asked.data());
  auto *results = reinterpret_cast<double *>(out.data());
  for (int64_t index = 0; index < out.size(); ++index) {
    const double value = wanted[index];
    if (std::isnan(value)) {
      results[index] = value;
      continue;
    }
    const int64_t place = std::upper_bound(x, x + count, value) - x - 1;
    if (place < 0) {
      results[index] = low;
    } else if (place == count - 1) {
      results[index] = value > x[place] ? high : y[place];
    } else if (x[place] == value) {
      results[index] = y[place];
    } else {
      const double slope = (y[place + 1] - y[place]) / (x[place + 1] - x[place]);
      double result = slope * (value - x[place]) + y[place];
      if (std::isnan(result)) result = slope * (value - x[place + 1]) + y[place + 1];
      if (std::isnan(result) && y[place] == y[place + 1]) result = y[place];
      results[index] = result;
    }
  }
  return out;
}

Array interpolate(Call &call, const Array &at, const Array &places, const Array &values) {
  const bool some = values.rank() == 1 && values.size() > 0;
  const double low = some ? load<double>(values.data()) : 0;
  const double high = some ? load<double>(values.data() + (values.shape[0] - 1) * values.strides[0]) : 0;
  return interpolate_between(call, at, places, values, low, high);
}

bool check_kth(Call &call, const Array &given, int64_t kth, const Axes &axes) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return false;
  const int64_t count = array.shape[axis];
  if (kth >= -count && kth < count) return true;
  call.raise("ValueError", "kth(=" + std::to_string(kth < 0 ? kth + count : kth) + ") out of bounds (" + std::to_string(count) + ")");
  return false;
}

Extents reduced_shape(const Array &given, const Array &lines, int32_t axis, bool everything, bool keep) {
  Extents out;
  if (everything) {
    if (keep) out.rank = given.rank();
    for (int32_t each = 0; each < out.rank; ++each) out[each] = 1;
    return out;
  }
  // `lines` has the axis last
  for (int32_t each = 0; each + 1 < lines.rank(); ++each) {
    if (keep && each == axis) out[out.rank++] = 1;
    out[out.rank++] = lines.shape[each];
  }
  if (keep && axis == lines.rank() - 1) out[out.rank++] = 1;
  return out;
}

bool check_quantiles(Call &call, const Array &quantiles, const char *message) {
  for (int64_t index = 0; index < quantiles.size(); ++index) {
    const double value = load<double>(quantiles.data() + index * 8);
    if (value >= 0 && value <= 1) continue;
    call.raise("ValueError", message);
    return false;
  }
  return true;
}

}  // namespace modelet::numpy
