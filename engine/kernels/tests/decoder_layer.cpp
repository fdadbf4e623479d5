// The small kernels of decoder layers: gated activations and norms of heads.
#include "kernels/language.h"
#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

double activated(Activation activation, double x) {
  switch (activation) {
    case Activation::silu:
      return x / (1 + std::exp(-x));
    case Activation::gelu_tanh:
      return x / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979324) * (x + 0.044715 * x * x * x)));
    default:
      return x / 2 * std::erfc(-x / std::sqrt(2.0));
  }
}

void check_gates(Isa isa, Activation activation) {
  for (const auto &[rows, width] : std::vector<std::array<int64_t, 2>>{{1, 1}, {1, 1536}, {5, 17}, {33, 1031}, {200, 512}}) {
    const Floats input = random_floats(rows * 2 * width, 8, 2.0F);
    Floats y(static_cast<std::size_t>(rows * width), NAN), shared = y;
    gated_activation(alone(isa), activation, input.data(), y.data(), rows, width);
    gated_activation(pooled(isa), activation, input.data(), shared.data(), rows, width);
    CHECK(same_bits(y.data(), shared.data(), rows * width));
    Doubles reference;
    for (int64_t row = 0; row < rows; ++row) {
      const float *gate = input.data() + row * 2 * width;
      for (int64_t c = 0; c < width; ++c) {
        reference.push_back(activated(activation, static_cast<double>(gate[c])) * static_cast<double>(gate[width + c]));
      }
    }
    CHECK(nmse(y, reference) < bound);
  }
}

// Heads of rows that are wider than the heads: what stands beside them stays.
void check_heads(Isa isa, bool weighted) {
  for (const auto &[rows, heads, head_dim] : std::vector<std::array<int64_t, 3>>{{1, 1, 1}, {3, 9, 64}, {40, 2, 80}, {700, 3, 37}}) {
    const int64_t stride = heads * head_dim + 5;
    const Floats input = random_floats(rows * stride, 9, 3.0F), weight = random_floats(head_dim, 2);
    Floats x = input, shared = input;
    head_norm(alone(isa), x.data(), stride, rows, heads, head_dim, weighted ? weight.data() : nullptr, 1e-6F);
    head_norm(pooled(isa), shared.data(), stride, rows, heads, head_dim, weighted ? weight.data() : nullptr, 1e-6F);
    CHECK(same_bits(x.data(), shared.data(), rows * stride));
    Doubles reference(input.begin(), input.end());
    for (int64_t index = 0; index < rows * heads; ++index) {
      double *head = reference.data() + index / heads * stride + index % heads * head_dim;
      double square = 0;
      for (int64_t d = 0; d < head_dim; ++d) square += head[d] * head[d] / static_cast<double>(head_dim);
      for (int64_t d = 0; d < head_dim; ++d) {
        head[d] = head[d] / std::sqrt(square + 1e-6) * (weighted ? static_cast<double>(weight[static_cast<std::size_t>(d)]) : 1.0);
      }
    }
    CHECK(nmse(x, reference) < bound);
  }
}

}  // namespace

void test_decoder_layer(Isa isa) {
  for (const Activation activation : {Activation::silu, Activation::gelu_tanh, Activation::gelu_erf}) check_gates(isa, activation);
  check_heads(isa, true);
  check_heads(isa, false);
}

}  // namespace modelet::kernels::tests
