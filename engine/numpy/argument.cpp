#include "numpy/argument.h"

namespace modelet::numpy {

namespace {

std::string described(DType dtype, int32_t rank) {
  return "ndarray[" + std::string(dtype_name(dtype)) + (rank < 0 ? "" : ", " + std::to_string(rank) + "-D") + "]";
}

}  // namespace

void check_array(Call &call, const Array &array, const Expected &expected) {
  if (call.failed()) return;
  if (array.dtype == expected.dtype && (expected.rank < 0 || array.rank() == expected.rank)) return;
  call.fail({"TypeError",
             std::string(expected.function) + "() argument '" + expected.parameter + "' must be " +
                 described(expected.dtype, expected.rank) + ", not " + described(array.dtype, expected.rank < 0 ? -1 : array.rank()),
             400, "invalid_request_error", "invalid_type", expected.parameter});
}

}  // namespace modelet::numpy
