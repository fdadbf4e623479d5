#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

struct Shape {
  int64_t rows, in, out;
};

double reference_activation(Activation activation, double x) {
  switch (activation) {
    case Activation::none:
      return x;
    case Activation::gelu_erf:
      return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    case Activation::gelu_tanh:
      return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    case Activation::relu:
      return x > 0 ? x : 0;
    case Activation::silu:
      return x / (1 + std::exp(-x));
    case Activation::tanh:
      return std::tanh(x);
    case Activation::sigmoid:
      return 1 / (1 + std::exp(-x));
  }
  return x;
}

// One layer with all its inputs.
struct Layer {
  Shape shape;
  Floats x = random_floats(shape.rows * shape.in, 1);
  Floats weight = random_floats(shape.out * shape.in, 2, 1 / std::sqrt(static_cast<float>(shape.in + 1)));
  Floats bias = random_floats(shape.out, 3);
  Floats residual = random_floats(shape.rows * shape.out, 4);
  Floats panels = Floats(static_cast<std::size_t>((shape.out + 15) / 16 * 16 * shape.in));

  explicit Layer(Shape given) : shape(given) { pack_panels(weight.data(), panels.data(), shape.out, shape.in); }

  LinearArguments arguments(float *y, Activation activation) const {
    return {x.data(), shape.in, panels.data(), bias.data(), residual.data(), y, shape.out, shape.rows, shape.in, shape.out, activation};
  }

  Floats run(const Context &context, Activation activation = Activation::none) const {
    Floats y(static_cast<std::size_t>(shape.rows * shape.out), NAN);
    linear(context, arguments(y.data(), activation));
    return y;
  }

  Doubles reference(Activation activation) const {
    Doubles y;
    for (int64_t row = 0; row < shape.rows; ++row) {
      for (int64_t column = 0; column < shape.out; ++column) {
        double sum = bias[static_cast<std::size_t>(column)];
        for (int64_t k = 0; k < shape.in; ++k) {
          sum += static_cast<double>(x[static_cast<std::size_t>(row * shape.in + k)]) *
                 static_cast<double>(weight[static_cast<std::size_t>(column * shape.in + k)]);
        }
        y.push_back(reference_activation(activation, sum) +
                    static_cast<double>(residual[static_cast<std::size_t>(row * shape.out + column)]));
      }
    }
    return y;
  }
};

constexpr Shape shapes[] = {{1, 1, 1},    {1, 7, 5},     {2, 16, 16},   {3, 33, 17},  {5, 64, 31},  {7, 31, 32},   {13, 48, 33},
                            {14, 40, 47}, {15, 384, 48}, {29, 100, 64}, {64, 96, 96}, {71, 77, 79}, {300, 65, 130}};

void check_values(Isa isa) {
  for (const Shape &shape : shapes) {
    const Layer layer(shape);
    CHECK(nmse(layer.run(alone(isa)), layer.reference(Activation::none)) < bound);
  }
  const Layer layer({17, 50, 45});
  for (const Activation activation :
       {Activation::gelu_erf, Activation::gelu_tanh, Activation::relu, Activation::silu, Activation::tanh, Activation::sigmoid}) {
    CHECK(nmse(layer.run(alone(isa), activation), layer.reference(activation)) < bound);
  }
}

// Each row by itself gives the bits that it has among the others, on any number of threads.
void check_bits(Isa isa) {
  for (const Shape &shape : {Shape{71, 77, 79}, Shape{300, 65, 130}, Shape{33, 384, 1152}, Shape{1, 1536, 384}}) {
    const Layer layer(shape);
    const Floats whole = layer.run(alone(isa), Activation::gelu_erf);
    const Floats shared = layer.run(pooled(isa), Activation::gelu_erf);
    CHECK(same_bits(whole.data(), shared.data(), shape.rows * shape.out));
    for (int64_t first = 0; first < shape.rows; first += 1 + first % 5) {
      const int64_t rows = std::min<int64_t>(1 + first % 19, shape.rows - first);
      Floats part(static_cast<std::size_t>(rows * shape.out));
      LinearArguments arguments = layer.arguments(part.data(), Activation::gelu_erf);
      arguments.x += first * shape.in;
      arguments.residual += first * shape.out;
      arguments.rows = rows;
      linear(alone(isa), arguments);
      CHECK(same_bits(part.data(), whole.data() + first * shape.out, rows * shape.out));
    }
  }
}

// Rows with gaps between them, the residual in place, and nothing written beyond the last column.
void check_strides(Isa isa) {
  const Layer layer({9, 20, 21});
  constexpr int64_t x_stride = 23, y_stride = 40;
  Floats x(9 * x_stride, NAN), y(9 * y_stride, -7.0F);
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t k = 0; k < 20; ++k) x[row * x_stride + k] = layer.x[row * 20 + k];
    for (std::size_t c = 0; c < 21; ++c) y[row * y_stride + c] = layer.residual[row * 21 + c];
  }
  linear(alone(isa),
         {x.data(), x_stride, layer.panels.data(), layer.bias.data(), y.data(), y.data(), y_stride, 9, 20, 21, Activation::none});
  const Floats expected = layer.run(alone(isa));
  for (int64_t row = 0; row < 9; ++row) {
    CHECK(same_bits(y.data() + row * y_stride, expected.data() + row * 21, 21));
    for (int64_t c = 21; c < y_stride; ++c) CHECK(y[static_cast<std::size_t>(row * y_stride + c)] == -7.0F);
  }
}

void check_optional_inputs(Isa isa) {
  Layer layer({6, 10, 20});
  Floats bare(6 * 20);
  LinearArguments arguments = layer.arguments(bare.data(), Activation::none);
  arguments.bias = nullptr;
  arguments.residual = nullptr;
  linear(alone(isa), arguments);
  layer.bias.assign(layer.bias.size(), 0.0F);
  layer.residual.assign(layer.residual.size(), 0.0F);
  CHECK(nmse(bare, layer.reference(Activation::none)) < bound);
}

void check_cancelled(Isa isa) {
  const std::atomic<bool> stop{true};
  const Layer layer({64, 64, 64});
  Floats y(64 * 64, 5.0F);
  linear({nullptr, isa, &stop}, layer.arguments(y.data(), Activation::none));
  CHECK_EQUAL(y[0], 5.0F);
}

}  // namespace

void test_linear(Isa isa) {
  check_values(isa);
  check_bits(isa);
  check_strides(isa);
  check_optional_inputs(isa);
  check_cancelled(isa);
}

}  // namespace modelet::kernels::tests
