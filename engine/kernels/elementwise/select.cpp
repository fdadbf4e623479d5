#include "kernels/elementwise/loop.h"

namespace modelet::kernels {
namespace {

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32", "rows"}};

}  // namespace

const Family select_family{"select", implementations};
const Family clamp_family{"clamp", implementations};

void select(const Context &context, Operand condition, Operand a, Operand b, float *y, int64_t y_stride, int64_t rows, int64_t width) {
  split(context, rows, 8 * width, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const float *test = condition.data + row * condition.row_stride;
      const float *yes = a.data + row * a.row_stride, *no = b.data + row * b.row_stride;
      float *to = y + row * y_stride;
      for (int64_t column = 0; column < width; ++column) {
        to[column] = test[column * condition.column_stride] != 0 ? yes[column * a.column_stride] : no[column * b.column_stride];
      }
    }
  });
}

void clamp(const Context &context, Operand x, float low, float high, float *y, int64_t y_stride, int64_t rows, int64_t width) {
  auto bounded = [low, high](float value) {
    const float raised = value < low ? low : value;
    return raised > high ? high : raised;
  };
  map_rows(context, bounded, x, y, y_stride, rows, width);
}

}  // namespace modelet::kernels
