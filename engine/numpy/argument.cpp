#include "numpy/argument.h"

#include <optional>

#include "core/values.h"

namespace modelet::numpy {

namespace {

std::string described(DType dtype, int32_t rank) {
  return "ndarray[" + std::string(dtype_name(dtype)) + (rank < 0 ? "" : ", " + std::to_string(rank) + "-D") + "]";
}

// The dtype of the first array in an argument. What is malformed has none: decoding it will say so.
std::optional<DType> first_dtype(const Values &values, const Json &node) {
  if (!node.is_structured()) return std::nullopt;
  for (const char *tag : {"$tensor", "$image"}) {
    if (!node.is_object() || !node.contains(tag)) continue;
    const Json &index = node[tag];
    if (!index.is_number_unsigned() || index.get<uint64_t>() >= values.tensors.size()) return std::nullopt;
    return values.tensors[index.get<std::size_t>()].dtype;
  }
  for (const Json &part : node) {
    if (const auto found = first_dtype(values, part)) return found;
  }
  return std::nullopt;
}

std::string listed(std::span<const DType> dtypes) {
  std::string out;
  for (const DType dtype : dtypes) out += (out.empty() ? "" : ", ") + std::string(dtype_name(dtype));
  return dtypes.size() == 1 ? out : "(" + out + ")";
}

void refuse_dtypes(Call &call, const char *function, std::span<const char *const> parameters, std::span<const DType> rows,
                   std::span<const DType> found) {
  std::string names, compiled;
  for (const char *name : parameters) names += (names.empty() ? "" : ", ") + std::string(name);
  for (std::size_t row = 0; row < rows.size(); row += parameters.size()) {
    compiled += (row == 0 ? "" : ", ") + listed(rows.subspan(row, parameters.size()));
  }
  call.fail({"TypeError",
             std::string(function) + "() is compiled for arrays " + names + " of " + compiled + ", not of " + listed(found) +
                 "; annotate the parameters with these dtypes, as in NDArray[np." + std::string(dtype_name(found[0])) + "]",
             400, "invalid_request_error", "invalid_type", parameters[0]});
}

}  // namespace

int64_t find_variant(Call &call, const Values &values, const char *function, std::span<const char *const> parameters,
                     std::span<const DType> rows) {
  std::vector<std::optional<DType>> found;
  for (const char *name : parameters) {
    const auto argument = values.json.is_object() ? values.json.find(name) : values.json.end();
    found.push_back(argument == values.json.end() ? std::nullopt : first_dtype(values, *argument));
  }
  for (std::size_t row = 0; row < rows.size(); row += parameters.size()) {
    bool fits = true;
    for (std::size_t at = 0; at < parameters.size(); ++at) fits = fits && (!found[at] || *found[at] == rows[row + at]);
    if (fits) return static_cast<int64_t>(row / parameters.size());
  }
  std::vector<DType> shown;
  for (std::size_t at = 0; at < parameters.size(); ++at) shown.push_back(found[at].value_or(rows[at]));
  refuse_dtypes(call, function, parameters, rows, shown);
  return -1;
}

void check_array(Call &call, const Array &array, const Expected &expected) {
  if (call.failed()) return;
  if (array.dtype == expected.dtype && (expected.rank < 0 || array.rank() == expected.rank)) return;
  call.fail({"TypeError",
             std::string(expected.function) + "() argument '" + expected.parameter + "' must be " +
                 described(expected.dtype, expected.rank) + ", not " + described(array.dtype, expected.rank < 0 ? -1 : array.rank()),
             400, "invalid_request_error", "invalid_type", expected.parameter});
}

}  // namespace modelet::numpy
