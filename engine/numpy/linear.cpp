#include "numpy/linear.h"

#include "core/libm.h"

#include <cmath>

#include "numpy/product.h"

namespace modelet::numpy {

namespace {

struct Matrix {
  int64_t rows = 0, columns = 0;
  std::vector<double> values;

  Matrix(int64_t height, int64_t width) : rows(height), columns(width), values(static_cast<std::size_t>(height * width)) {}
  double &at(int64_t row, int64_t column) { return values[static_cast<std::size_t>(row * columns + column)]; }
  double at(int64_t row, int64_t column) const { return values[static_cast<std::size_t>(row * columns + column)]; }
};

Matrix read(const Array &array) {
  Matrix out(array.shape[0], array.shape[1]);
  for (int64_t row = 0; row < out.rows; ++row)
    for (int64_t column = 0; column < out.columns; ++column)
      out.at(row, column) = load<double>(array.data() + row * array.strides[0] + column * array.strides[1]);
  return out;
}

Matrix identity(int64_t size) {
  Matrix out(size, size);
  for (int64_t place = 0; place < size; ++place) out.at(place, place) = 1;
  return out;
}

Matrix transposed(const Matrix &matrix) {
  Matrix out(matrix.columns, matrix.rows);
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t column = 0; column < matrix.columns; ++column) out.at(column, row) = matrix.at(row, column);
  return out;
}

void write(const Array &array, const Matrix &matrix) {
  for (int64_t row = 0; row < matrix.rows; ++row)
    for (int64_t column = 0; column < matrix.columns; ++column)
      save<double>(array.data() + row * array.strides[0] + column * array.strides[1], matrix.at(row, column));
}

Array made(Call &call, const Matrix &matrix) {
  const Array out = new_array(call, DType::float64, {matrix.rows, matrix.columns});
  if (!call.failed()) write(out, matrix);
  return out;
}

Array line(Call &call, const std::vector<double> &values) {
  const Array out = new_array(call, DType::float64, {static_cast<int64_t>(values.size())});
  if (!call.failed()) std::copy(values.begin(), values.end(), reinterpret_cast<double *>(out.data()));
  return out;
}

bool problem(Call &call, const char *message) {
  call.raise("LinAlgError", message);
  return false;
}

bool check_matrix(Call &call, const Array &array, bool square) {
  if (array.rank() < 2) {
    call.raise("LinAlgError", std::to_string(array.rank()) + "-dimensional array given. Array must be at least two-dimensional");
    return false;
  }
  if (square && array.shape[array.rank() - 1] != array.shape[array.rank() - 2])
    return problem(call, "Last 2 dimensions of the array must be square");
  return true;
}

bool check_flat(Call &call, const Array &array, bool square) {
  if (!check_matrix(call, array, square)) return false;
  if (array.rank() == 2) return true;
  call.raise("TypeError", "stacks of matrices are not supported here in compiled numpy code");
  return false;
}

Extents leading_of(const Array &array) {
  Extents out = array.shape;
  out.rank -= 2;
  return out;
}

// In place: the upper triangle and the factors below it. False when singular.
bool decompose(Matrix &matrix, std::vector<int64_t> &order, double &sign) {
  const int64_t size = matrix.rows;
  order.resize(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  sign = 1;
  bool regular = true;
  for (int64_t step = 0; step < size; ++step) {
    int64_t best = step;
    for (int64_t row = step + 1; row < size; ++row)
      if (std::fabs(matrix.at(row, step)) > std::fabs(matrix.at(best, step))) best = row;
    if (best != step) {
      for (int64_t column = 0; column < size; ++column) std::swap(matrix.at(step, column), matrix.at(best, column));
      std::swap(order[static_cast<std::size_t>(step)], order[static_cast<std::size_t>(best)]);
      sign = -sign;
    }
    const double pivot = matrix.at(step, step);
    if (pivot == 0) {
      regular = false;
      continue;
    }
    for (int64_t row = step + 1; row < size; ++row) {
      const double factor = matrix.at(row, step) /= pivot;
      if (factor == 0) continue;
      for (int64_t column = step + 1; column < size; ++column) matrix.at(row, column) -= factor * matrix.at(step, column);
    }
  }
  return regular;
}

// The solution for each column of `right`.
Matrix substitute(const Matrix &factors, const std::vector<int64_t> &order, const Matrix &right) {
  Matrix out(right.rows, right.columns);
  for (int64_t column = 0; column < right.columns; ++column) {
    for (int64_t row = 0; row < right.rows; ++row) {
      double sum = right.at(order[static_cast<std::size_t>(row)], column);
      for (int64_t each = 0; each < row; ++each) sum -= factors.at(row, each) * out.at(each, column);
      out.at(row, column) = sum;
    }
    for (int64_t row = right.rows - 1; row >= 0; --row) {
      double sum = out.at(row, column);
      for (int64_t each = row + 1; each < right.rows; ++each) sum -= factors.at(row, each) * out.at(each, column);
      out.at(row, column) = sum / factors.at(row, row);
    }
  }
  return out;
}

// Jacobi's rotations until nothing is left beside the diagonal. Values rise; vectors are columns.
std::vector<double> diagonalise(Matrix &matrix, Matrix &vectors) {
  const int64_t size = matrix.rows;
  vectors = identity(size);
  for (int sweep = 0; sweep < 60; ++sweep) {
    double beside = 0, on = 0;
    for (int64_t row = 0; row < size; ++row)
      for (int64_t column = 0; column < size; ++column) (row == column ? on : beside) += matrix.at(row, column) * matrix.at(row, column);
    if (beside <= 1e-34 * on || beside == 0) break;
    for (int64_t p = 0; p < size; ++p) {
      for (int64_t q = p + 1; q < size; ++q) {
        const double off = matrix.at(p, q);
        if (off == 0) continue;
        const double theta = (matrix.at(q, q) - matrix.at(p, p)) / (2 * off);
        const double t = std::copysign(1, theta) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int64_t each = 0; each < size; ++each) {
          const double left = matrix.at(each, p), right = matrix.at(each, q);
          matrix.at(each, p) = c * left - s * right;
          matrix.at(each, q) = s * left + c * right;
        }
        for (int64_t each = 0; each < size; ++each) {
          const double left = matrix.at(p, each), right = matrix.at(q, each);
          matrix.at(p, each) = c * left - s * right;
          matrix.at(q, each) = s * left + c * right;
        }
        matrix.at(p, q) = matrix.at(q, p) = 0;
        for (int64_t each = 0; each < size; ++each) {
          const double left = vectors.at(each, p), right = vectors.at(each, q);
          vectors.at(each, p) = c * left - s * right;
          vectors.at(each, q) = s * left + c * right;
        }
      }
    }
  }
  std::vector<int64_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return matrix.at(a, a) < matrix.at(b, b); });
  std::vector<double> values;
  Matrix sorted(size, size);
  for (int64_t place = 0; place < size; ++place) {
    const int64_t from = order[static_cast<std::size_t>(place)];
    values.push_back(matrix.at(from, from));
    for (int64_t row = 0; row < size; ++row) sorted.at(row, place) = vectors.at(row, from);
  }
  vectors = sorted;
  return values;
}

double column_product(const Matrix &matrix, int64_t first, int64_t second) {
  double sum = 0;
  for (int64_t row = 0; row < matrix.rows; ++row) sum += matrix.at(row, first) * matrix.at(row, second);
  return sum;
}

// Columns from `first` on become orthonormal to those before them.
void complete(Matrix &basis, int64_t first) {
  int64_t unit = 0;
  for (int64_t column = first; column < basis.columns; ++column) {
    for (; unit < basis.rows; ++unit) {
      for (int64_t row = 0; row < basis.rows; ++row) basis.at(row, column) = row == unit ? 1 : 0;
      for (int pass = 0; pass < 2; ++pass) {
        for (int64_t other = 0; other < column; ++other) {
          const double part = column_product(basis, other, column);
          for (int64_t row = 0; row < basis.rows; ++row) basis.at(row, column) -= part * basis.at(row, other);
        }
      }
      const double size = std::sqrt(column_product(basis, column, column));
      if (size < 0.05 / std::sqrt(static_cast<double>(basis.rows) + 1)) continue;
      for (int64_t row = 0; row < basis.rows; ++row) basis.at(row, column) /= size;
      ++unit;
      break;
    }
  }
}

struct Singular {
  Matrix left, right;  // columns
  std::vector<double> values;
};

// One-sided Jacobi: columns are turned until they are orthogonal. For at least as many rows as columns.
Singular tall_singular(Matrix matrix, bool full) {
  const int64_t width = matrix.columns;
  Matrix right = identity(width);
  for (int sweep = 0; sweep < 60; ++sweep) {
    bool turned = false;
    for (int64_t p = 0; p < width; ++p) {
      for (int64_t q = p + 1; q < width; ++q) {
        const double a = column_product(matrix, p, p), b = column_product(matrix, q, q), c = column_product(matrix, p, q);
        if (c == 0 || std::fabs(c) <= 1e-16 * std::sqrt(a * b)) continue;
        turned = true;
        const double theta = (b - a) / (2 * c);
        const double t = std::copysign(1, theta) / (std::fabs(theta) + std::sqrt(1 + theta * theta));
        const double cosine = 1 / std::sqrt(1 + t * t), sine = cosine * t;
        for (Matrix *each : {&matrix, &right}) {
          for (int64_t row = 0; row < each->rows; ++row) {
            const double x = each->at(row, p), y = each->at(row, q);
            each->at(row, p) = cosine * x - sine * y;
            each->at(row, q) = sine * x + cosine * y;
          }
        }
      }
    }
    if (!turned) break;
  }
  std::vector<std::pair<double, int64_t>> sizes;
  for (int64_t column = 0; column < width; ++column) sizes.emplace_back(std::sqrt(column_product(matrix, column, column)), column);
  std::stable_sort(sizes.begin(), sizes.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
  Singular out{Matrix(matrix.rows, full ? matrix.rows : width), Matrix(width, width), {}};
  int64_t filled = 0;
  const double least = sizes.empty() ? 0 : sizes[0].first * 1e-15 * static_cast<double>(matrix.rows);
  for (int64_t place = 0; place < width; ++place) {
    const auto [size, from] = sizes[static_cast<std::size_t>(place)];
    out.values.push_back(size);
    for (int64_t row = 0; row < width; ++row) out.right.at(row, place) = right.at(row, from);
    if (size <= least || filled < place) continue;
    for (int64_t row = 0; row < matrix.rows; ++row) out.left.at(row, place) = matrix.at(row, from) / size;
    ++filled;
  }
  complete(out.left, filled);
  return out;
}

// LAPACK's signs: every reflected column turns against its first element.
void reflect(Matrix &matrix, Matrix &basis) {
  basis = identity(matrix.rows);
  for (int64_t step = 0; step < std::min(matrix.rows, matrix.columns); ++step) {
    double rest = 0;
    for (int64_t row = step + 1; row < matrix.rows; ++row) rest += matrix.at(row, step) * matrix.at(row, step);
    if (rest == 0) continue;
    const double first = matrix.at(step, step), size = -std::copysign(std::sqrt(first * first + rest), first);
    std::vector<double> mirror(static_cast<std::size_t>(matrix.rows));
    mirror[static_cast<std::size_t>(step)] = 1;
    for (int64_t row = step + 1; row < matrix.rows; ++row) mirror[static_cast<std::size_t>(row)] = matrix.at(row, step) / (first - size);
    const double share = (size - first) / size;
    for (int64_t column = step; column < matrix.columns; ++column) {
      double sum = 0;
      for (int64_t row = step; row < matrix.rows; ++row) sum += mirror[static_cast<std::size_t>(row)] * matrix.at(row, column);
      for (int64_t row = step; row < matrix.rows; ++row) matrix.at(row, column) -= share * sum * mirror[static_cast<std::size_t>(row)];
    }
    for (int64_t row = step + 1; row < matrix.rows; ++row) matrix.at(row, step) = 0;
    for (int64_t row = 0; row < basis.rows; ++row) {
      double sum = 0;
      for (int64_t each = step; each < basis.columns; ++each) sum += basis.at(row, each) * mirror[static_cast<std::size_t>(each)];
      for (int64_t each = step; each < basis.columns; ++each) basis.at(row, each) -= share * sum * mirror[static_cast<std::size_t>(each)];
    }
  }
}

Singular decomposed(const Matrix &matrix, bool full) {
  if (matrix.rows >= matrix.columns) return tall_singular(matrix, full);
  Singular turned = tall_singular(transposed(matrix), full);
  return {turned.right, turned.left, turned.values};
}

bool finite(const Matrix &matrix) {
  return std::all_of(matrix.values.begin(), matrix.values.end(), [](double value) { return std::isfinite(value); });
}

Matrix symmetric(const Array &array, bool upper) {
  Matrix out = read(array);
  for (int64_t row = 0; row < out.rows; ++row)
    for (int64_t column = 0; column < row; ++column)
      (upper ? out.at(row, column) : out.at(column, row)) = upper ? out.at(column, row) : out.at(row, column);
  return out;
}

// The matrix whose singular values were turned into their reciprocals, the small ones into zero.
Matrix inverted(const Singular &parts, double least) {
  Matrix out(parts.right.rows, parts.left.rows);
  for (std::size_t which = 0; which < parts.values.size(); ++which) {
    if (!(parts.values[which] > least)) continue;
    const auto column = static_cast<int64_t>(which);
    for (int64_t row = 0; row < out.rows; ++row)
      for (int64_t each = 0; each < out.columns; ++each)
        out.at(row, each) += parts.right.at(row, column) / parts.values[which] * parts.left.at(each, column);
  }
  return out;
}

Matrix multiplied(const Matrix &left, const Matrix &right) {
  Matrix out(left.rows, right.columns);
  for (int64_t row = 0; row < left.rows; ++row)
    for (int64_t depth = 0; depth < left.columns; ++depth)
      for (int64_t column = 0; column < right.columns; ++column) out.at(row, column) += left.at(row, depth) * right.at(depth, column);
  return out;
}

// body(matrix of `stack`, the result's) for each.
template <typename Body>
Array each_matrix(Call &call, const Array &stack, bool square, Body &&body) {
  if (!check_matrix(call, stack, square)) return {};
  const Array out = new_array(call, DType::float64, stack.shape);
  const Extents leading = leading_of(stack);
  for (int64_t which = 0; which < leading.product() && !call.failed(); ++which)
    body(read(matrix_at(stack, which, leading)), matrix_at(out, which, leading));
  return call.failed() ? Array() : out;
}

}  // namespace

Array inverse(Call &call, const Array &stack) {
  return each_matrix(call, stack, true, [&](Matrix matrix, const Array &out) {
    std::vector<int64_t> order;
    double sign = 1;
    if (!decompose(matrix, order, sign)) return static_cast<void>(problem(call, "Singular matrix"));
    write(out, substitute(matrix, order, identity(matrix.rows)));
  });
}

Array determinant(Call &call, const Array &stack) {
  if (!check_matrix(call, stack, true)) return {};
  const Extents leading = leading_of(stack);
  const Array out = new_array(call, DType::float64, leading);
  for (int64_t which = 0; which < leading.product() && !call.failed(); ++which) {
    Matrix matrix = read(matrix_at(stack, which, leading));
    std::vector<int64_t> order;
    double product = 1;
    decompose(matrix, order, product);
    for (int64_t place = 0; place < matrix.rows; ++place) product *= matrix.at(place, place);
    save<double>(out.data() + which * 8, product);
  }
  return out;
}

std::tuple<Array, Array> log_determinant(Call &call, const Array &array) {
  if (!check_flat(call, array, true)) return {};
  Matrix matrix = read(array);
  std::vector<int64_t> order;
  double sign = 1, sum = 0;
  decompose(matrix, order, sign);
  for (int64_t place = 0; place < matrix.rows; ++place) {
    const double value = matrix.at(place, place);
    if (value == 0) sign = 0;
    if (value < 0) sign = -sign;
    sum += libm::log(std::fabs(value));
  }
  return {scalar<double>(call, sign), scalar<double>(call, sum)};
}

Array solve(Call &call, const Array &stack, const Array &right) {
  if (!check_matrix(call, stack, true)) return {};
  const bool vector = right.rank() == 1;
  const int64_t size = stack.shape[stack.rank() - 1];
  const int64_t given = right.rank() == 0 ? 0 : right.shape[vector ? 0 : right.rank() - 2];
  if (given != size) {
    call.raise("ValueError", std::string(vector ? "solve1" : "solve") +
                                 ": Input operand 1 has a mismatch in its core dimension 0, with gufunc signature " +
                                 (vector ? "(m,m),(m)->(m)" : "(m,m),(m,n)->(m,n)") + " (size " + std::to_string(given) +
                                 " is different from " + std::to_string(size) + ")");
    return {};
  }
  const Array wide = vector ? expand_dims(call, right, 1) : right;
  if (stack.rank() > 2 && wide.rank() != stack.rank())
    return call.raise("TypeError", "numpy.linalg.solve of stacks needs stacks of equal shape in compiled code"), Array();
  const Array out = new_array(call, DType::float64, wide.shape);
  const Extents leading = leading_of(wide);
  if (call.failed()) return {};
  if (!(leading == leading_of(stack)) && stack.rank() > 2)
    return call.raise("TypeError", "numpy.linalg.solve of stacks needs stacks of equal shape in compiled code"), Array();
  for (int64_t which = 0; which < leading.product() && !call.failed(); ++which) {
    Matrix matrix = read(stack.rank() > 2 ? matrix_at(stack, which, leading) : stack);
    std::vector<int64_t> order;
    double sign = 1;
    if (!decompose(matrix, order, sign)) return problem(call, "Singular matrix"), Array();
    write(matrix_at(out, which, leading), substitute(matrix, order, read(matrix_at(wide, which, leading))));
  }
  return vector ? squeeze(call, out, int64_t{1}) : out;
}

Array cholesky(Call &call, const Array &stack) {
  return each_matrix(call, stack, true, [&](const Matrix &matrix, const Array &out) {
    Matrix lower(matrix.rows, matrix.rows);
    for (int64_t row = 0; row < matrix.rows; ++row) {
      for (int64_t column = 0; column <= row; ++column) {
        double sum = matrix.at(row, column);
        for (int64_t each = 0; each < column; ++each) sum -= lower.at(row, each) * lower.at(column, each);
        if (row == column && !(sum > 0)) return static_cast<void>(problem(call, "Matrix is not positive definite"));
        lower.at(row, column) = row == column ? std::sqrt(sum) : sum / lower.at(column, column);
      }
    }
    write(out, lower);
  });
}

std::tuple<Array, Array> eigen(Call &call, const Array &array, bool upper) {
  if (!check_flat(call, array, true)) return {};
  Matrix matrix = symmetric(array, upper), vectors(0, 0);
  if (!finite(matrix)) return problem(call, "Eigenvalues did not converge"), std::tuple<Array, Array>();
  const std::vector<double> values = diagonalise(matrix, vectors);
  return {line(call, values), made(call, vectors)};
}

Array eigenvalues(Call &call, const Array &array, bool upper) {
  return std::get<0>(eigen(call, array, upper));
}

std::tuple<Array, Array, Array> singular(Call &call, const Array &array, bool full) {
  if (!check_flat(call, array, false)) return {};
  const Matrix matrix = read(array);
  if (!finite(matrix)) return problem(call, "SVD did not converge"), std::tuple<Array, Array, Array>();
  const Singular parts = decomposed(matrix, full);
  return {made(call, parts.left), line(call, parts.values), made(call, transposed(parts.right))};
}

Array singular_values(Call &call, const Array &array) {
  return std::get<1>(singular(call, array, false));
}

std::tuple<Array, Array> orthogonal(Call &call, const Array &array, bool complete_basis) {
  if (!check_flat(call, array, false)) return {};
  Matrix upper = read(array), basis(0, 0);
  reflect(upper, basis);
  const int64_t kept = complete_basis ? upper.rows : std::min(upper.rows, upper.columns);
  const Array q = made(call, basis), r = made(call, upper);
  if (call.failed()) return {};
  return {copy(call, part(q, 1, 0, kept)), copy(call, part(r, 0, 0, kept))};
}

Array pseudo_inverse(Call &call, const Array &array, double cutoff) {
  if (!check_flat(call, array, false)) return {};
  const Matrix matrix = read(array);
  if (!finite(matrix)) return problem(call, "SVD did not converge"), Array();
  const Singular parts = decomposed(matrix, false);
  return made(call, inverted(parts, parts.values.empty() ? 0 : cutoff * parts.values[0]));
}

int64_t matrix_rank(Call &call, const Array &array, double epsilon) {
  if (array.rank() < 2) {
    bool some = false;
    const Array flat = ravel(call, array);
    for (int64_t index = 0; index < flat.size(); ++index) some = some || load<double>(flat.data() + index * flat.strides[0]) != 0;
    return some;
  }
  const Array values = singular_values(call, array);
  if (call.failed() || values.size() == 0) return 0;
  const auto *sizes = reinterpret_cast<const double *>(values.data());
  const double least = sizes[0] * static_cast<double>(std::max(array.shape[0], array.shape[1])) * epsilon;
  return std::count_if(sizes, sizes + values.size(), [&](double size) { return size > least; });
}

std::tuple<Array, Array, Array, Array> least_squares(Call &call, const Array &array, const Array &given, double cutoff) {
  if (!check_flat(call, array, false)) return {};
  if (given.rank() == 0 || given.rank() > 2 || given.shape[0] != array.shape[0])
    return problem(call, "Incompatible dimensions"), std::tuple<Array, Array, Array, Array>();
  const Array wide = given.rank() == 1 ? expand_dims(call, given, 1) : given;
  const Matrix matrix = read(array), right = read(wide);
  if (!finite(matrix)) return problem(call, "SVD did not converge in Linear Least Squares"), std::tuple<Array, Array, Array, Array>();
  const Singular parts = decomposed(matrix, false);
  const double share = cutoff < 0 ? 2.220446049250313e-16 * static_cast<double>(std::max(matrix.rows, matrix.columns)) : cutoff;
  const double least = parts.values.empty() ? 0 : share * parts.values[0];
  const auto rank = std::count_if(parts.values.begin(), parts.values.end(), [&](double value) { return value > least; });
  const Matrix solution = multiplied(inverted(parts, least), right);
  std::vector<double> residuals;
  if (rank == matrix.columns && matrix.rows > matrix.columns) {
    const Matrix fitted = multiplied(matrix, solution);
    for (int64_t column = 0; column < right.columns; ++column) {
      double sum = 0;
      for (int64_t row = 0; row < right.rows; ++row) sum += std::pow(right.at(row, column) - fitted.at(row, column), 2);
      residuals.push_back(sum);
    }
  }
  Array found = made(call, solution);
  if (given.rank() == 1 && !call.failed()) found = squeeze(call, found, int64_t{1});
  return {found, line(call, residuals), scalar<int32_t>(call, static_cast<int64_t>(rank)), line(call, parts.values)};
}

}  // namespace modelet::numpy
