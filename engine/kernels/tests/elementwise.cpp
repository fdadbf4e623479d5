#include "kernels/elementwise.h"

#include <limits>

#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr int64_t rows = 5, width = 7;

struct BinaryCase {
  Binary operation;
  float (*reference)(float, float);
};

constexpr BinaryCase binaries[] = {
    {Binary::add, [](float a, float b) { return a + b; }},
    {Binary::subtract, [](float a, float b) { return a - b; }},
    {Binary::multiply, [](float a, float b) { return a * b; }},
    {Binary::divide, [](float a, float b) { return a / b; }},
    {Binary::maximum, [](float a, float b) { return std::isnan(a) || std::isnan(b) ? nan : std::fmax(a, b); }},
    {Binary::minimum, [](float a, float b) { return std::isnan(a) || std::isnan(b) ? nan : std::fmin(a, b); }},
    {Binary::power, [](float a, float b) { return std::pow(a, b); }},
    {Binary::equal, [](float a, float b) { return a == b ? 1.0F : 0.0F; }},
    {Binary::not_equal, [](float a, float b) { return a != b ? 1.0F : 0.0F; }},
    {Binary::less, [](float a, float b) { return a < b ? 1.0F : 0.0F; }},
    {Binary::less_equal, [](float a, float b) { return a <= b ? 1.0F : 0.0F; }},
    {Binary::greater, [](float a, float b) { return a > b ? 1.0F : 0.0F; }},
    {Binary::greater_equal, [](float a, float b) { return a >= b ? 1.0F : 0.0F; }},
    {Binary::logical_and, [](float a, float b) { return a != 0 && b != 0 ? 1.0F : 0.0F; }},
    {Binary::logical_or, [](float a, float b) { return a != 0 || b != 0 ? 1.0F : 0.0F; }},
};

bool same(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) || a == b;
}

float at(const Operand &operand, int64_t row, int64_t column) {
  return operand.data[row * operand.row_stride + column * operand.column_stride];
}

// A matrix, a row, a column and a scalar against each other.
void check_binary(Isa isa) {
  Floats left = random_floats(rows * width, 1), right = random_floats(rows * width, 2);
  left[3] = nan;
  left[5] = right[5] = 0.0F;
  left[8] = right[8];
  for (const BinaryCase &one : binaries) {
    for (const Operand &a : {Operand{left.data(), width, 1}, Operand{left.data(), 0, 1}, Operand{left.data(), 1, 0}}) {
      for (const Operand &b : {Operand{right.data(), width, 1}, Operand{right.data(), 1, 0}, Operand{right.data(), 0, 0}}) {
        Floats y(rows * (width + 2), -9.0F);
        binary(alone(isa), one.operation, a, b, y.data(), width + 2, rows, width);
        for (int64_t row = 0; row < rows; ++row) {
          for (int64_t column = 0; column < width; ++column) {
            CHECK(same(y[static_cast<std::size_t>(row * (width + 2) + column)], one.reference(at(a, row, column), at(b, row, column))));
          }
          CHECK(y[static_cast<std::size_t>(row * (width + 2) + width)] == -9.0F);
        }
      }
    }
  }
}

struct UnaryCase {
  Unary operation;
  double (*reference)(double);
};

constexpr UnaryCase unaries[] = {
    {Unary::copy, [](double x) { return x; }},
    {Unary::negate, [](double x) { return -x; }},
    {Unary::absolute, [](double x) { return std::fabs(x); }},
    {Unary::square, [](double x) { return x * x; }},
    {Unary::sqrt, [](double x) { return std::sqrt(x); }},
    {Unary::rsqrt, [](double x) { return 1 / std::sqrt(x); }},
    {Unary::reciprocal, [](double x) { return 1 / x; }},
    {Unary::exp, [](double x) { return std::exp(x); }},
    {Unary::log, [](double x) { return std::log(x); }},
    {Unary::sin, [](double x) { return std::sin(x); }},
    {Unary::cos, [](double x) { return std::cos(x); }},
    {Unary::erf, [](double x) { return std::erf(x); }},
    {Unary::sign, [](double x) { return x > 0   ? 1.0
                                        : x < 0 ? -1.0
                                                : x; }},
    {Unary::floor, [](double x) { return std::floor(x); }},
    {Unary::ceil, [](double x) { return std::ceil(x); }},
    {Unary::round, [](double x) { return std::nearbyint(x); }},
    {Unary::trunc, [](double x) { return std::trunc(x); }},
    {Unary::logical_not, [](double x) { return x == 0 ? 1.0 : 0.0; }},
    {Unary::gelu_erf, [](double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); }},
    {Unary::gelu_tanh, [](double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }},
    {Unary::relu, [](double x) { return x > 0 ? x : 0; }},
    {Unary::silu, [](double x) { return x / (1 + std::exp(-x)); }},
    {Unary::tanh, [](double x) { return std::tanh(x); }},
    {Unary::sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }},
};

void check_unary(Isa isa) {
  Floats input = random_floats(rows * width, 3, 2.0F);
  input[2] = 2.5F;
  input[4] = 0.0F;
  for (const UnaryCase &one : unaries) {
    for (const Operand &x : {Operand{input.data(), width, 1}, Operand{input.data(), 0, 1}, Operand{input.data(), 1, 0}}) {
      Floats y(rows * width);
      unary(alone(isa), one.operation, x, y.data(), width, rows, width);
      for (int64_t row = 0; row < rows; ++row) {
        for (int64_t column = 0; column < width; ++column) {
          const double expected = one.reference(static_cast<double>(at(x, row, column)));
          const auto value = static_cast<double>(y[static_cast<std::size_t>(row * width + column)]);
          const bool both_nan = std::isnan(expected) && std::isnan(value);
          CHECK(both_nan || value == expected || std::fabs(value - expected) <= 5e-7 * (1 + std::fabs(expected)));
        }
      }
    }
  }
}

void check_choice(Isa isa) {
  const Floats condition = {1, 0, 0, 2, 0, nan, 0}, yes = random_floats(rows * width, 4), no = {7.0F};
  Floats y(rows * width);
  select(alone(isa), {condition.data(), 0, 1}, {yes.data(), width, 1}, {no.data(), 0, 0}, y.data(), width, rows, width);
  for (std::size_t index = 0; index < y.size(); ++index) CHECK(y[index] == (condition[index % width] != 0 ? yes[index] : 7.0F));

  const Floats x = {-2, -1, 0, 0.5F, 1, 3, nan};
  Floats bounded(7);
  clamp(alone(isa), {x.data(), 7, 1}, -1.0F, 1.0F, bounded.data(), 7, 1, 7);
  const Floats expected = {-1, -1, 0, 0.5F, 1, 1, nan};
  for (std::size_t index = 0; index < 7; ++index) CHECK(same(bounded[index], expected[index]));
}

}  // namespace

void test_elementwise(Isa isa) {
  check_binary(isa);
  check_unary(isa);
  check_choice(isa);
}

}  // namespace modelet::kernels::tests
