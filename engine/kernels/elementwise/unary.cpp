#include <cmath>

#include "kernels/elementwise/loop.h"

namespace modelet::kernels {
namespace {

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32", "rows"}};

// Zero and NaN stay what they are.
constexpr float sign_of(float x) {
  return x > 0 ? 1.0F : x < 0 ? -1.0F : x;
}

// The operations that `activate` has vector code for.
constexpr bool activation_of(Unary operation, Activation &out) {
  switch (operation) {
    case Unary::gelu_erf:
      out = Activation::gelu_erf;
      return true;
    case Unary::gelu_tanh:
      out = Activation::gelu_tanh;
      return true;
    case Unary::relu:
      out = Activation::relu;
      return true;
    case Unary::silu:
      out = Activation::silu;
      return true;
    case Unary::tanh:
      out = Activation::tanh;
      return true;
    case Unary::sigmoid:
      out = Activation::sigmoid;
      return true;
    default:
      return false;
  }
}

void activate_rows(const Context &context, Activation activation, const Operand &x, float *y, int64_t y_stride, int64_t rows,
                   int64_t width) {
  for (int64_t row = 0; row < rows; ++row) {
    float *to = y + row * y_stride;
    const float *from = x.data + row * x.row_stride;
    activate(context, activation, from, to, x.column_stride == 0 ? 1 : width);
    if (x.column_stride == 0) {
      for (int64_t column = 1; column < width; ++column) to[column] = to[0];
    }
  }
}

}  // namespace

const Family unary_family{"unary", implementations};

void unary(const Context &context, Unary operation, Operand x, float *y, int64_t y_stride, int64_t rows, int64_t width) {
  Activation activation{};
  if (activation_of(operation, activation)) {
    const bool dense = x.column_stride == 1 && x.row_stride == width && y_stride == width;
    if (dense) return activate(context, activation, x.data, y, rows * width);
    return activate_rows(context, activation, x, y, y_stride, rows, width);
  }
  auto run = [&](const auto &function) { map_rows(context, function, x, y, y_stride, rows, width); };
  switch (operation) {
    case Unary::negate:
      return run([](float v) { return -v; });
    case Unary::absolute:
      return run([](float v) { return std::fabs(v); });
    case Unary::square:
      return run([](float v) { return v * v; });
    case Unary::sqrt:
      return run([](float v) { return std::sqrt(v); });
    case Unary::rsqrt:
      return run([](float v) { return 1.0F / std::sqrt(v); });
    case Unary::reciprocal:
      return run([](float v) { return 1.0F / v; });
    case Unary::exp:
      return run([](float v) { return std::exp(v); });
    case Unary::log:
      return run([](float v) { return std::log(v); });
    case Unary::sin:
      return run([](float v) { return std::sin(v); });
    case Unary::cos:
      return run([](float v) { return std::cos(v); });
    case Unary::erf:
      return run([](float v) { return std::erf(v); });
    case Unary::sign:
      return run([](float v) { return sign_of(v); });
    case Unary::floor:
      return run([](float v) { return std::floor(v); });
    case Unary::ceil:
      return run([](float v) { return std::ceil(v); });
    case Unary::round:
      return run([](float v) { return std::nearbyint(v); });
    case Unary::trunc:
      return run([](float v) { return std::trunc(v); });
    case Unary::logical_not:
      return run([](float v) { return v == 0 ? 1.0F : 0.0F; });
    default:
      return run([](float v) { return v; });  // copy; activations were taken above
  }
}

}  // namespace modelet::kernels
