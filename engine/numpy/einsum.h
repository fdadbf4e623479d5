// numpy.einsum of any number of operands: letters are axes, and what the output does not name is summed.
#pragma once

#include <string_view>

#include "numpy/arrange.h"

namespace modelet::numpy {

struct Summation {
  Extents kept, summed;               // extents of the output's letters, and of those that go
  std::vector<Extents> outer, inner;  // strides of each operand for both
};
// `terms` holds the letters of each operand, then those of the output, separated by commas. ValueError as numpy raises it.
bool plan_sum(Call &call, const std::vector<Array> &operands, std::string_view terms, Summation &out);

// All operands in T.
template <typename T>
Array einsum(Call &call, const python::List<Array> &given, const char *terms) {
  const std::vector<Array> operands(given.begin(), given.end());
  Summation plan;
  if (!plan_sum(call, operands, terms, plan)) return {};
  const Array out = new_array(call, dtype_of<T>, plan.kept);
  if (call.failed() || out.size() == 0) return out;
  auto *results = reinterpret_cast<T *>(out.data());
  const std::size_t count = operands.size();
  std::vector<const std::byte *> base(count), at(count);
  for (std::size_t which = 0; which < count; ++which) base[which] = operands[which].data();
  // the last summed axis runs in the innermost loop
  const int32_t last = plan.summed.rank - 1;
  const int64_t length = last >= 0 ? plan.summed[last] : 1, total = plan.summed.product();
  int64_t outer[Extents::maximum] = {};
  for (int64_t index = 0; index < out.size(); ++index) {
    T sum{};
    at = base;
    int64_t inner[Extents::maximum] = {};
    for (int64_t done = 0; done < total; done += length) {
      for (int64_t step = 0; step < length; ++step) {
        T product = load<T>(at[0] + (last >= 0 ? step * plan.inner[0][last] : 0));
        for (std::size_t which = 1; which < count; ++which)
          product = Multiply()(product, load<T>(at[which] + (last >= 0 ? step * plan.inner[which][last] : 0)));
        sum = Add()(sum, product);
      }
      for (int32_t axis = last - 1; axis >= 0; --axis) {
        for (std::size_t which = 0; which < count; ++which) at[which] += plan.inner[which][axis];
        if (++inner[axis] < plan.summed[axis]) break;
        for (std::size_t which = 0; which < count; ++which) at[which] -= plan.inner[which][axis] * plan.summed[axis];
        inner[axis] = 0;
      }
    }
    results[index] = sum;
    for (int32_t axis = plan.kept.rank - 1; axis >= 0; --axis) {
      for (std::size_t which = 0; which < count; ++which) base[which] += plan.outer[which][axis];
      if (++outer[axis] < plan.kept[axis]) break;
      for (std::size_t which = 0; which < count; ++which) base[which] -= plan.outer[which][axis] * plan.kept[axis];
      outer[axis] = 0;
    }
  }
  return out;
}

}  // namespace modelet::numpy
