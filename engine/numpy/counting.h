// Sorted sequences and counts: searchsorted, unique, bincount, membership, order statistics.
#pragma once

#include "numpy/arrange.h"

namespace modelet::numpy {

// Where each value would go into the sorted line: before equal ones, or behind them.
template <typename T>
Array searchsorted(Call &call, const Array &line, const Array &values, bool right) {
  if (line.rank() != 1) return call.raise("ValueError", "object too deep for desired array"), Array();
  const Array sorted = line.contiguous() ? line : copy(call, line);
  const Array wanted = call.failed() ? Array() : copy(call, values);
  const Array out = call.failed() ? Array() : new_array(call, DType::int64, values.shape);
  if (call.failed()) return {};
  const auto *first = reinterpret_cast<const T *>(sorted.data()), *last = first + sorted.size();
  const auto *asked = reinterpret_cast<const T *>(wanted.data());
  auto *positions = reinterpret_cast<int64_t *>(out.data());
  for (int64_t index = 0; index < out.size(); ++index)
    positions[index] =
        (right ? std::upper_bound(first, last, asked[index], before<T>) : std::lower_bound(first, last, asked[index], before<T>)) - first;
  return out;
}

// numpy.digitize: the bins may fall, too.
template <typename T>
Array digitize(Call &call, const Array &values, const Array &bins, bool right) {
  bool rises = true, falls = true;
  for (int64_t index = 1; bins.rank() == 1 && index < bins.shape[0]; ++index) {
    const T low = load<T>(bins.data() + (index - 1) * bins.strides[0]), high = load<T>(bins.data() + index * bins.strides[0]);
    rises = rises && low <= high;
    falls = falls && low >= high;
  }
  if (!rises && !falls) return call.raise("ValueError", "bins must be monotonically increasing or decreasing"), Array();
  if (rises) return searchsorted<T>(call, bins, values, !right);
  const Array out = searchsorted<T>(call, flip(call, bins, python::None{}), values, !right);
  if (call.failed()) return {};
  auto *positions = reinterpret_cast<int64_t *>(out.data());
  for (int64_t index = 0; index < out.size(); ++index) positions[index] = bins.shape[0] - positions[index];
  return out;
}

// Whether each value is among the others. T is their common type.
template <typename T>
Array contains(Call &call, const Array &values, const Array &others, bool invert) {
  const Array sorted = sort<T>(call, others, python::None{});
  const Array wanted = call.failed() ? Array() : copy(call, values);
  const Array out = call.failed() ? Array() : new_array(call, DType::boolean, values.shape);
  if (call.failed()) return {};
  const auto *first = reinterpret_cast<const T *>(sorted.data()), *last = first + sorted.size();
  const auto *asked = reinterpret_cast<const T *>(wanted.data());
  for (int64_t index = 0; index < out.size(); ++index) {
    const T *at = std::lower_bound(first, last, asked[index], before<T>);
    save<bool>(out.data() + index, (at != last && *at == asked[index]) != invert);
  }
  return out;
}

// The values in order, each once; NaN counts as one value. With them the first place of each, which of them each element is, and how
// often each occurs.
struct Unique {
  Array values, first, inverse, counts;
};
template <typename T>
Unique unique_parts(Call &call, const Array &given) {
  Unique out;
  const Array array = ravel(call, given);
  const Array order = call.failed() ? Array() : argsort<T>(call, array, int64_t{-1});
  if (call.failed()) return out;
  const auto *places = reinterpret_cast<const int64_t *>(order.data());
  auto at = [&](int64_t index) { return load<T>(array.data() + places[index] * array.strides[0]); };
  std::vector<int64_t> starts;
  for (int64_t index = 0; index < order.size(); ++index)
    if (index == 0 || (at(index) != at(index - 1) && !(is_nan(at(index)) && is_nan(at(index - 1))))) starts.push_back(index);
  const auto count = static_cast<int64_t>(starts.size());
  out.values = new_array(call, dtype_of<T>, {count});
  out.first = new_array(call, DType::int64, {count});
  out.counts = new_array(call, DType::int64, {count});
  out.inverse = new_array(call, DType::int64, given.shape);
  if (call.failed()) return out;
  for (int64_t which = 0; which < count; ++which) {
    const int64_t start = starts[static_cast<std::size_t>(which)];
    const int64_t end = which + 1 < count ? starts[static_cast<std::size_t>(which + 1)] : order.size();
    reinterpret_cast<T *>(out.values.data())[which] = at(start);
    reinterpret_cast<int64_t *>(out.first.data())[which] = places[start];
    reinterpret_cast<int64_t *>(out.counts.data())[which] = end - start;
    for (int64_t index = start; index < end; ++index) reinterpret_cast<int64_t *>(out.inverse.data())[places[index]] = which;
  }
  return out;
}
template <typename T>
Array unique(Call &call, const Array &array) {
  const Array flat = ravel(call, array);
  const Array sorted = call.failed() ? Array() : sort<T>(call, flat, int64_t{-1});
  if (call.failed()) return {};
  const auto *values = reinterpret_cast<const T *>(sorted.data());
  std::vector<T> kept;
  std::unique_copy(values, values + sorted.size(), std::back_inserter(kept),
                   [](T left, T right) { return left == right || (is_nan(left) && is_nan(right)); });
  const Array out = new_array(call, dtype_of<T>, {static_cast<int64_t>(kept.size())});
  if (!call.failed()) std::copy(kept.begin(), kept.end(), reinterpret_cast<T *>(out.data()));
  return out;
}
// `parts` counts 1 for the first places, 2 for the inverse, 4 for the counts.
template <typename T, int parts>
auto unique_with(Call &call, const Array &array) {
  const Unique found = unique_parts<T>(call, array);
  auto chosen = [](auto wanted, const Array &part) {
    if constexpr (decltype(wanted)::value)
      return std::make_tuple(part);
    else
      return std::make_tuple();
  };
  return std::tuple_cat(std::make_tuple(found.values), chosen(std::bool_constant<(parts & 1) != 0>{}, found.first),
                        chosen(std::bool_constant<(parts & 2) != 0>{}, found.inverse),
                        chosen(std::bool_constant<(parts & 4) != 0>{}, found.counts));
}
// Different rows of a matrix, in order.
template <typename T>
Array unique_rows(Call &call, const Array &given) {
  const Array array = copy(call, given);
  if (call.failed()) return {};
  const auto *values = reinterpret_cast<const T *>(array.data());
  const int64_t width = array.shape[0] == 0 ? 0 : array.size() / array.shape[0];
  std::vector<int64_t> order(static_cast<std::size_t>(array.shape[0]));
  std::iota(order.begin(), order.end(), 0);
  auto row_before = [&](int64_t a, int64_t b) {
    return std::lexicographical_compare(values + a * width, values + (a + 1) * width, values + b * width, values + (b + 1) * width,
                                        before<T>);
  };
  std::stable_sort(order.begin(), order.end(), row_before);
  order.erase(std::unique(order.begin(), order.end(), [&](int64_t a, int64_t b) { return !row_before(a, b) && !row_before(b, a); }),
              order.end());
  const Array places = new_array(call, DType::int64, {static_cast<int64_t>(order.size())});
  if (call.failed()) return {};
  std::copy(order.begin(), order.end(), reinterpret_cast<int64_t *>(places.data()));
  return take(call, array, places, int64_t{0});
}

// The same along the first axis, of an array whose rank may be known at run time only.
template <typename T>
Array unique_along(Call &call, const Array &array) {
  int32_t place = 0;
  if (!normal_axis(call, 0, array.rank(), place)) return {};
  return array.rank() == 1 ? unique<T>(call, array) : unique_rows<T>(call, array);
}

// How often each number occurs, or what they weigh. `weights` is float64, or has no data.
Array bincount(Call &call, const Array &numbers, int64_t least);
Array bincount_weights(Call &call, const Array &numbers, const Array &weights, int64_t least);

// numpy.interp in float64; `low` and `high` for what lies outside.
Array interpolate(Call &call, const Array &at, const Array &places, const Array &values);
Array interpolate_between(Call &call, const Array &at, const Array &places, const Array &values, double low, double high);

bool check_kth(Call &call, const Array &array, int64_t kth, const Axes &axes);
// A sorted array is partitioned at every place.
template <typename T>
Array partition(Call &call, const Array &array, int64_t kth, const Axes &axes) {
  return check_kth(call, array, kth, axes) ? sort<T>(call, array, axes) : Array();
}
template <typename T>
Array argpartition(Call &call, const Array &array, int64_t kth, const Axes &axes) {
  return check_kth(call, array, kth, axes) ? argsort<T>(call, array, axes) : Array();
}

namespace detail {

// body(sorted values, how many, line) for each line along the axis; NaNs left out when asked.
template <typename T, typename Body>
void each_sorted(Call &call, const Array &lines, bool skip, Body &&body) {
  const int64_t count = lines.shape[lines.rank() - 1], stride = lines.strides[lines.rank() - 1];
  std::vector<T> values;
  each_line(lines, [&](const std::byte *first, int64_t line) {
    values.clear();
    for (int64_t index = 0; index < count; ++index) {
      const T value = load<T>(first + index * stride);
      if (!skip || !is_nan(value)) values.push_back(value);
    }
    sort_values(call, values.data(), static_cast<int64_t>(values.size()));
    if (!call.failed()) body(values, line);
  });
}

}  // namespace detail

// The shape along an axis after a reduction; keep: extent 1.
Extents reduced_shape(const Array &given, const Array &lines, int32_t axis, bool everything, bool keep);

// T is the result's type. NaN when one is NaN or there are none; `skip` leaves them out.
template <typename T, typename From>
Array median(Call &call, const Array &given, const Axes &axes, bool keep, bool skip) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  const Array lines = axis_last(array, axis);
  const Array out = new_array(call, dtype_of<T>, reduced_shape(given, lines, axis, axes.everything, keep));
  if (call.failed()) return {};
  auto *results = reinterpret_cast<T *>(out.data());
  if (out.size() == 0) return out;
  detail::each_sorted<From>(call, lines, skip, [&](const std::vector<From> &values, int64_t line) {
    const std::size_t count = values.size();
    if (count == 0 || is_nan(values[count - 1])) {
      results[line] = std::numeric_limits<T>::quiet_NaN();
    } else if (count % 2 == 1) {
      results[line] = static_cast<T>(values[count / 2]);
    } else {
      const T sum = static_cast<T>(static_cast<T>(values[count / 2 - 1]) + static_cast<T>(values[count / 2]));
      results[line] = static_cast<T>(static_cast<double>(sum) / 2);
    }
  });
  return out;
}

enum class Between : uint8_t { linear, lower, higher, midpoint, nearest };

// numpy's quantile of one sorted line; R is the result's type.
template <typename R, typename T>
R quantile_of(const std::vector<T> &values, double quantile, Between method) {
  const auto last = static_cast<int64_t>(values.size()) - 1;
  if (last < 0 || is_nan(values[static_cast<std::size_t>(last)])) return std::numeric_limits<R>::quiet_NaN();
  const double place = static_cast<double>(last) * quantile;
  auto value = [&](double at) { return values[static_cast<std::size_t>(std::clamp<int64_t>(static_cast<int64_t>(at), 0, last))]; };
  if (method == Between::lower) return static_cast<R>(value(std::floor(place)));
  if (method == Between::higher) return static_cast<R>(value(std::ceil(place)));
  if (method == Between::nearest) return static_cast<R>(value(std::nearbyint(place)));
  const double middle = method == Between::midpoint ? 0.5 * (std::floor(place) + std::ceil(place)) : place;
  const double below = std::floor(middle);
  const bool top = middle >= static_cast<double>(last);
  const T a = value(below), b = top ? a : value(below + 1);
  const double share = method == Between::midpoint ? (middle == below ? 0 : 0.5) : top ? middle + 1 : middle - below;
  const R difference = static_cast<R>(Subtract()(b, a));
  return share >= 0.5 ? static_cast<R>(static_cast<R>(b) - difference * static_cast<R>(1 - share))
                      : static_cast<R>(static_cast<R>(a) + difference * static_cast<R>(share));
}

bool check_quantiles(Call &call, const Array &quantiles, const char *message);

// `asked` is float64, a scalar or a line; the result has its axes in front. `percent`: they are divided by a hundred.
template <typename R, typename T>
Array quantile(Call &call, const Array &given, const Array &asked, const Axes &axes, bool keep, int64_t method, bool percent, bool skip) {
  Array array;
  int32_t axis = 0;
  if (!one_axis(call, given, axes, array, axis)) return {};
  const Array quantiles = copy(call, percent ? binary<Divide, double, double, double, double>(call, asked, 100.0) : asked);
  const char *message = percent ? "Percentiles must be in the range [0, 100]" : "Quantiles must be in the range [0, 1]";
  if (call.failed() || !check_quantiles(call, quantiles, message)) return {};
  const Array lines = axis_last(array, axis);
  const Extents rest = reduced_shape(given, lines, axis, axes.everything, keep);
  Extents shape = quantiles.shape;
  for (int64_t extent : rest) shape[shape.rank++] = extent;
  const Array out = new_array(call, dtype_of<R>, shape);
  if (call.failed() || out.size() == 0) return out;
  if (lines.shape[lines.rank() - 1] == 0 && !skip && std::is_integral_v<T>) {
    call.raise("IndexError", "index -1 is out of bounds for axis 0 with size 0");
    return {};
  }
  const int64_t count = rest.product();
  const auto *places = reinterpret_cast<const double *>(quantiles.data());
  auto *results = reinterpret_cast<R *>(out.data());
  detail::each_sorted<T>(call, lines, skip, [&](const std::vector<T> &values, int64_t line) {
    for (int64_t which = 0; which < quantiles.size(); ++which)
      results[which * count + line] = quantile_of<R, T>(values, places[which], static_cast<Between>(method));
  });
  return out;
}

// numpy.correlate of lines, T their common type. `mode`: 0 valid, 1 same, 2 full.
template <typename T>
Array correlate(Call &call, const Array &given, const Array &given_kernel, int64_t mode) {
  if (given.rank() > 1 || given_kernel.rank() > 1) return call.raise("ValueError", "object too deep for desired array"), Array();
  if (given.size() < given_kernel.size()) {
    const Array turned = correlate<T>(call, given_kernel, given, mode);
    return call.failed() ? Array() : copy(call, flip(call, turned, python::None{}));
  }
  const Array line = copy(call, given), kernel = copy(call, given_kernel);
  if (call.failed()) return {};
  const int64_t size = line.size(), width = kernel.size();
  const int64_t left = mode == 0 ? 0 : mode == 1 ? width / 2 : width - 1;
  const int64_t count = mode == 0 ? size - width + 1 : mode == 1 ? size : size + width - 1;
  const Array out = new_array(call, dtype_of<T>, {count});
  if (call.failed()) return {};
  const auto *values = reinterpret_cast<const T *>(line.data()), *weights = reinterpret_cast<const T *>(kernel.data());
  for (int64_t index = 0; index < count; ++index) {
    T sum{};
    const int64_t first = index - left;
    for (int64_t place = std::max<int64_t>(0, -first); place < std::min(width, size - first); ++place)
      sum = Add()(sum, Multiply()(values[first + place], weights[place]));
    reinterpret_cast<T *>(out.data())[index] = sum;
  }
  return out;
}
// numpy.convolve: the shorter one slides, turned round.
template <typename T>
Array convolve(Call &call, const Array &left, const Array &right, int64_t mode) {
  if (left.size() == 0) return call.raise("ValueError", "a cannot be empty"), Array();
  if (right.size() == 0) return call.raise("ValueError", "v cannot be empty"), Array();
  const bool swapped = right.size() > left.size();
  const Array &line = swapped ? right : left;
  return correlate<T>(call, line, flip(call, swapped ? left : right, python::None{}), mode);
}

}  // namespace modelet::numpy
