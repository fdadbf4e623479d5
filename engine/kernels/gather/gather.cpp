#include "kernels/gather.h"

#include <algorithm>

#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32", "rows"}};

const float *row_of(const GatheredTable &table, int64_t row, int64_t width) {
  return table.rows + (table.offset + (table.index == nullptr ? 0 : table.index[row])) * width;
}

void gather_row(std::span<const GatheredTable> tables, float *y, int64_t row, int64_t width) {
  const float *first = row_of(tables[0], row, width);
  if (tables.size() == 1) {
    std::copy(first, first + width, y);
    return;
  }
  const float *second = row_of(tables[1], row, width);
  for (int64_t column = 0; column < width; ++column) y[column] = first[column] + second[column];
  for (const GatheredTable &table : tables.subspan(2)) {
    const float *next = row_of(table, row, width);
    for (int64_t column = 0; column < width; ++column) y[column] += next[column];
  }
}

}  // namespace

const Family gather_family{"gather", implementations};

void gather(const Context &context, std::span<const GatheredTable> tables, float *y, int64_t rows, int64_t width) {
  if (tables.empty()) return;
  split(context, rows, 4 * width, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) gather_row(tables, y + row * width, row, width);
  });
}

}  // namespace modelet::kernels
