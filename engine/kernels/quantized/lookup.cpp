#include <cstring>

#include "kernels/quantized.h"
#include "kernels/quantized/layout.h"
#include "kernels/simd/half.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Implementation implementations[] = {{"generic", Isa::generic, "float32, float16, bfloat16, q8_0", "rows"}};

// A group of a row of the format q8_0.
struct Block {
  uint16_t scale;
  int8_t values[group_width];
};
static_assert(sizeof(Block) == 34);

int64_t bytes_of_row(const Table &table) {
  if (table.format == TableFormat::q8_0) return (table.width + group_width - 1) / group_width * static_cast<int64_t>(sizeof(Block));
  return table.width * (table.format == TableFormat::float32 ? 4 : 2);
}

template <typename Value, typename Convert>
void scale_row(const std::byte *row, int64_t width, float scale, float *y, const Convert &convert) {
  for (int64_t k = 0; k < width; ++k) {
    Value value;
    std::memcpy(&value, row + k * static_cast<int64_t>(sizeof(Value)), sizeof(Value));
    y[k] = scale * convert(value);
  }
}

void scale_blocks(const std::byte *row, int64_t width, float scale, float *y) {
  for (int64_t first = 0; first < width; first += group_width) {
    Block block;
    std::memcpy(&block, row + first / group_width * static_cast<int64_t>(sizeof(Block)), sizeof(Block));
    const float factor = from_half(block.scale);
    for (int64_t k = 0; k < std::min(group_width, width - first); ++k)
      y[first + k] = scale * (factor * static_cast<float>(block.values[k]));
  }
}

void lookup_row(const Table &table, const std::byte *row, float scale, float *y) {
  switch (table.format) {
    case TableFormat::float32:
      return scale_row<float>(row, table.width, scale, y, [](float value) { return value; });
    case TableFormat::float16:
      return scale_row<uint16_t>(row, table.width, scale, y, from_half);
    case TableFormat::bfloat16:
      return scale_row<uint16_t>(row, table.width, scale, y, from_bfloat);
    case TableFormat::q8_0:
      return scale_blocks(row, table.width, scale, y);
  }
}

template <typename Value, typename Convert>
void scale_column(const std::byte *panel, int64_t column, int64_t depth, float scale, float *y, const Convert &convert) {
  for (int64_t k = 0; k < depth; ++k) {
    Value value;
    std::memcpy(&value, panel + (k * panel_width + column) * static_cast<int64_t>(sizeof(Value)), sizeof(Value));
    y[k] = scale * convert(value);
  }
}

void scale_bytes(const std::byte *panel, int64_t column, int64_t depth, float scale, float *y) {
  const PanelLayout layout = panel_layout(WeightFormat::q8, depth);
  for (int64_t k = 0; k < depth; ++k) {
    uint16_t half;
    std::memcpy(&half, panel + k / group_width * layout.group_head + column * 2, sizeof(half));
    const auto value = static_cast<uint8_t>(panel[layout.head + k / 4 * 4 * panel_width + 4 * column + k % 4]);
    y[k] = scale * (from_half(half) * static_cast<float>(static_cast<int>(value) - 128));
  }
}

void lookup_column(const PackedMatrix &table, int64_t id, float scale, float *y) {
  const auto *panels = static_cast<const std::byte *>(table.panels);
  const int64_t column = id % panel_width;
  const int64_t bytes =
      is_float(table.format) ? table.in * panel_width * float_bytes(table.format) : panel_layout(table.format, table.in).panel();
  const std::byte *panel = panels + id / panel_width * bytes;
  switch (table.format) {
    case WeightFormat::float32:
      return scale_column<float>(panel, column, table.in, scale, y, [](float value) { return value; });
    case WeightFormat::float16:
      return scale_column<uint16_t>(panel, column, table.in, scale, y, from_half);
    case WeightFormat::bfloat16:
      return scale_column<uint16_t>(panel, column, table.in, scale, y, from_bfloat);
    case WeightFormat::q8:
    case WeightFormat::q4:
      return scale_bytes(panel, column, table.in, scale, y);
  }
}

}  // namespace

const Family lookup_rows_family{"lookup_rows", implementations};

void lookup_rows(const Context &context, const Table &table, const int32_t *ids, int64_t count, float scale, float *y) {
  const auto *rows = static_cast<const std::byte *>(table.rows);
  split(context, count, 8 * table.width, [&](int64_t first, int64_t last) {
    for (int64_t index = first; index < last; ++index) {
      lookup_row(table, rows + ids[index] * bytes_of_row(table), scale, y + index * table.width);
    }
  });
}

void lookup_columns(const Context &context, const PackedMatrix &table, const int32_t *ids, int64_t count, float scale, float *y) {
  split(context, count, 16 * table.in, [&](int64_t first, int64_t last) {
    for (int64_t index = first; index < last; ++index) lookup_column(table, ids[index], scale, y + index * table.in);
  });
}

}  // namespace modelet::kernels
