#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

using Kernel = void (*)(const Context &, const NormArguments &);

struct Problem {
  int64_t rows, width;
  Floats x = random_floats(rows * width, 1, 3.0F);
  Floats weight = random_floats(width, 2);
  Floats bias = random_floats(width, 3);

  Floats run(const Context &context, Kernel kernel) const {
    Floats y(x.size(), NAN);
    kernel(context, {x.data(), weight.data(), bias.data(), y.data(), rows, width, 1e-5F});
    return y;
  }

  Doubles reference(bool centered) const {
    Doubles y;
    const auto n = static_cast<std::size_t>(width);
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
      double mean = 0, square = 0;
      for (std::size_t c = 0; c < n; ++c) mean += static_cast<double>(x[row * n + c]) / static_cast<double>(n);
      if (!centered) mean = 0;
      for (std::size_t c = 0; c < n; ++c) square += std::pow(static_cast<double>(x[row * n + c]) - mean, 2) / static_cast<double>(n);
      for (std::size_t c = 0; c < n; ++c) {
        const double value = (static_cast<double>(x[row * n + c]) - mean) / std::sqrt(square + static_cast<double>(1e-5F));
        y.push_back(value * static_cast<double>(weight[c]) + (centered ? static_cast<double>(bias[c]) : 0));
      }
    }
    return y;
  }
};

void check_kernel(Isa isa, Kernel kernel, bool centered) {
  for (const int64_t width : {1, 3, 16, 17, 63, 64, 65, 384, 391, 1024}) {
    const Problem problem{700, width};
    const Floats whole = problem.run(alone(isa), kernel);
    CHECK(nmse(whole, problem.reference(centered)) < bound);
    const Floats shared = problem.run(pooled(isa), kernel);
    CHECK(same_bits(whole.data(), shared.data(), 700 * width));
    Floats inside = problem.x;
    kernel(alone(isa), {inside.data() + width, problem.weight.data(), problem.bias.data(), inside.data() + width, 1, width, 1e-5F});
    CHECK(same_bits(inside.data() + width, whole.data() + width, width));
  }
}

}  // namespace

void test_norm(Isa isa) {
  check_kernel(isa, layer_norm, true);
  check_kernel(isa, rms_norm, false);
}

}  // namespace modelet::kernels::tests
