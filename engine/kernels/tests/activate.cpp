#include <limits>

#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

struct Function {
  Activation activation;
  double (*reference)(double);
  double absolute, relative;  // permitted error: absolute + relative · |result|
};

double gelu_erf(double x) {
  return 0.5 * x * std::erfc(-x / std::sqrt(2.0));
}
// x · (1 + tanh(u)) / 2 without the cancellation on the negative side.
double gelu_tanh(double x) {
  return x / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
}

constexpr Function functions[] = {
    {Activation::none, [](double x) { return x; }, 0, 0},
    {Activation::gelu_erf, gelu_erf, 1e-7, 2e-7},
    {Activation::gelu_erf, gelu_erf, 1e-37, 2e-5},  // far down its negative side too
    {Activation::gelu_tanh, gelu_tanh, 1e-7, 3e-7},
    {Activation::gelu_tanh, gelu_tanh, 1e-37, 4e-5},
    {Activation::relu, [](double x) { return x > 0 ? x : 0; }, 0, 0},
    {Activation::silu, [](double x) { return x / (1 + std::exp(-x)); }, 1e-37, 3e-7},
    {Activation::tanh, [](double x) { return std::tanh(x); }, 0, 2e-7},
    {Activation::sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }, 1e-37, 3e-7},
};

Floats inputs() {
  Floats values;
  for (int index = -60000; index <= 60000; ++index) values.push_back(static_cast<float>(index) * 2e-4F);
  for (const float value : {0.0F, -0.0F, 1e-40F, -1e-20F, 20.0F, -20.0F, 86.9F, -87.4F, 88.8F, -103.0F, -104.5F, 1e4F, -1e4F}) {
    values.push_back(value);
  }
  return values;
}

double worst_excess(const Function &function, const Floats &x, const Floats &y) {
  double worst = -1;
  for (std::size_t index = 0; index < x.size(); ++index) {
    const double expected = function.reference(static_cast<double>(x[index]));
    const double error = std::fabs(static_cast<double>(y[index]) - expected);
    worst = std::max(worst, error - function.absolute - function.relative * std::fabs(expected));
  }
  return worst;
}

void check_values(Isa isa) {
  const Floats x = inputs();
  for (const Function &function : functions) {
    Floats y(x.size());
    activate(alone(isa), function.activation, x.data(), y.data(), static_cast<int64_t>(x.size()));
    CHECK(worst_excess(function, x, y) <= 0);
    Floats shared = x;
    activate(pooled(isa), function.activation, shared.data(), shared.data(), static_cast<int64_t>(x.size()));
    CHECK(same_bits(y.data(), shared.data(), static_cast<int64_t>(x.size())));
    for (const std::size_t place : {std::size_t{0}, std::size_t{5}, std::size_t{777}}) {
      float one = 0;
      activate(alone(isa), function.activation, x.data() + place, &one, 1);
      CHECK(same_bits(&one, y.data() + place, 1));
    }
  }
}

void check_special(Isa isa) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  for (const Function &function : functions) {
    float y = 0;
    activate(alone(isa), function.activation, &nan, &y, 1);
    CHECK(std::isnan(y));
    activate(alone(isa), function.activation, &infinity, &y, 1);
    CHECK_EQUAL(static_cast<double>(y), function.reference(static_cast<double>(infinity)));
  }
}

}  // namespace

void test_activate(Isa isa) {
  check_values(isa);
  check_special(isa);
}

}  // namespace modelet::kernels::tests
