// The vectors of an embeddings answer: whatever the function returned, as one float32 matrix.
#pragma once

#include <cstdint>

#include "core/call.h"
#include "core/tensor.h"
#include "core/values.h"

namespace modelet::openai {

// A float32 tensor [rows, width] from a 2-D float array or a list of lists of numbers. False with call.error of code
// invalid_result when the value is neither, or has another number of rows.
bool read_vectors(Call &call, Values value, int64_t rows, Tensor &out);

// Keeps the first `dimensions` of each row and makes rows of length 1 again (a row of zeros stays). False with a 400 that names
// `dimensions` when rows are shorter than that.
bool shorten_vectors(Call &call, int64_t dimensions, Tensor &vectors);

}  // namespace modelet::openai
