// numpy.linalg in float64: decompositions and what follows from them. Results of float32 are rounded at the end.
#pragma once

#include <tuple>

#include "numpy/arrange.h"

namespace modelet::numpy {

// Every array here is float64. LinAlgError as numpy raises it.
Array inverse(Call &call, const Array &stack);
Array determinant(Call &call, const Array &stack);
std::tuple<Array, Array> log_determinant(Call &call, const Array &matrix);  // sign, logarithm
Array solve(Call &call, const Array &stack, const Array &right);
Array cholesky(Call &call, const Array &stack);
std::tuple<Array, Array> eigen(Call &call, const Array &matrix, bool upper);  // values that rise, vectors in columns
Array eigenvalues(Call &call, const Array &matrix, bool upper);
std::tuple<Array, Array, Array> singular(Call &call, const Array &matrix, bool full);
Array singular_values(Call &call, const Array &matrix);
std::tuple<Array, Array> orthogonal(Call &call, const Array &matrix, bool complete);  // Q, R
Array pseudo_inverse(Call &call, const Array &matrix, double cutoff);
int64_t matrix_rank(Call &call, const Array &matrix, double epsilon);
// Solution, residuals, rank, singular values; `cutoff` is negative for numpy's own.
std::tuple<Array, Array, Array, Array> least_squares(Call &call, const Array &matrix, const Array &right, double cutoff);

}  // namespace modelet::numpy
