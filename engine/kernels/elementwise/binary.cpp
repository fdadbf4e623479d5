#include <cmath>

#include "kernels/elementwise/loop.h"

namespace modelet::kernels {
namespace {

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32", "rows"}};

constexpr float truth(bool value) {
  return value ? 1.0F : 0.0F;
}
// NaN when either is.
constexpr float larger(float a, float b) {
  return a > b || a != a ? a : b;
}
constexpr float smaller(float a, float b) {
  return a < b || a != a ? a : b;
}

}  // namespace

const Family binary_family{"binary", implementations};

void binary(const Context &context, Binary operation, Operand a, Operand b, float *y, int64_t y_stride, int64_t rows, int64_t width) {
  auto run = [&](const auto &function) { map_rows(context, function, a, b, y, y_stride, rows, width); };
  switch (operation) {
    case Binary::add:
      return run([](float l, float r) { return l + r; });
    case Binary::subtract:
      return run([](float l, float r) { return l - r; });
    case Binary::multiply:
      return run([](float l, float r) { return l * r; });
    case Binary::divide:
      return run([](float l, float r) { return l / r; });
    case Binary::maximum:
      return run([](float l, float r) { return larger(l, r); });
    case Binary::minimum:
      return run([](float l, float r) { return smaller(l, r); });
    case Binary::power:
      return run([](float l, float r) { return std::pow(l, r); });
    case Binary::equal:
      return run([](float l, float r) { return truth(l == r); });
    case Binary::not_equal:
      return run([](float l, float r) { return truth(l != r); });
    case Binary::less:
      return run([](float l, float r) { return truth(l < r); });
    case Binary::less_equal:
      return run([](float l, float r) { return truth(l <= r); });
    case Binary::greater:
      return run([](float l, float r) { return truth(l > r); });
    case Binary::greater_equal:
      return run([](float l, float r) { return truth(l >= r); });
    case Binary::logical_and:
      return run([](float l, float r) { return truth(l != 0 && r != 0); });
    case Binary::logical_or:
      return run([](float l, float r) { return truth(l != 0 || r != 0); });
  }
}

}  // namespace modelet::kernels
