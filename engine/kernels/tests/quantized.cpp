#include "kernels/quantized.h"

#include <algorithm>
#include <array>
#include <bit>

#include "kernels/simd/half.h"
#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

struct Shape {
  int64_t rows, in, out;
};

constexpr std::array formats{WeightFormat::float32, WeightFormat::float16, WeightFormat::bfloat16, WeightFormat::q8, WeightFormat::q4};

std::size_t index(int64_t value) {
  return static_cast<std::size_t>(value);
}

// The bits of a positive number in half precision, cut off.
uint16_t half_bits(float value) {
  return static_cast<uint16_t>((std::bit_cast<uint32_t>(value * 0x1p-112F) >> 13) & 0x7fffU);
}
uint16_t with_sign(uint16_t bits, float value) {
  return static_cast<uint16_t>(bits | (value < 0 ? 0x8000U : 0U));
}

// Memory aligned as weights and scratch are.
struct Bytes {
  explicit Bytes(uint64_t size) : blocks((size + 63) / 64) {}
  uint8_t *data() { return blocks.data()->values; }
  const uint8_t *data() const { return blocks.data()->values; }
  struct alignas(64) Block {
    uint8_t values[64];
  };
  std::vector<Block> blocks;
};

// A matrix in panels, written as quantized/layout.h says, and what its values are.
struct Matrix {
  WeightFormat format;
  int64_t out, in;
  Bytes panels{packed_bytes(format, out, in)};
  Doubles values = Doubles(index(out * in));

  Matrix(WeightFormat of, int64_t columns, int64_t depth) : format(of), out(columns), in(depth) {
    const Floats random = random_floats(out * in, 2, 1 / std::sqrt(static_cast<float>(in)));
    if (format < WeightFormat::q8) {
      write_floats(random);
      return;
    }
    for (int64_t column = 0; column < out; ++column) {
      for (int64_t group = 0; group < groups(); ++group) write_group(random.data() + column * in, column, group);
    }
  }

  int64_t groups() const { return (in + 31) / 32; }
  uint8_t *panel(int64_t column) { return panels.data() + column / 16 * bytes_of_panel(); }
  int64_t bytes_of_panel() const { return static_cast<int64_t>(packed_bytes(format, 16, in)); }

  void write_floats(const Floats &random) {
    for (int64_t column = 0; column < out; ++column) {
      for (int64_t k = 0; k < in; ++k) {
        const float value = random[index(column * in + k)];
        const int64_t place = k * 16 + column % 16;
        values[index(column * in + k)] = write_float(value, panel(column), place);
      }
    }
  }
  double write_float(float value, uint8_t *to, int64_t place) const {
    if (format == WeightFormat::float32) {
      std::memcpy(to + 4 * place, &value, 4);
      return static_cast<double>(value);
    }
    const bool half = format == WeightFormat::float16;
    const auto upper = static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16);
    const uint16_t bits = half ? with_sign(half_bits(std::fabs(value)), value) : upper;
    std::memcpy(to + 2 * place, &bits, 2);
    return static_cast<double>(half ? from_half(bits) : from_bfloat(bits));
  }

  void write_group(const float *row, int64_t column, int64_t group) {
    const bool narrow = format == WeightFormat::q4;
    const int64_t first = group * 32, count = std::min<int64_t>(32, in - first);
    float low = 0, high = 0;
    for (int64_t k = first; k < first + count; ++k) low = std::min(low, row[k]), high = std::max(high, row[k]);
    const uint16_t scale = half_bits(narrow ? (high - low) / 15 : std::max(high, -low) / 127), minimum = half_bits(-low);
    uint8_t *head = panel(column) + group * (narrow ? 64 : 32) + column % 16 * 2;
    std::memcpy(head, &scale, 2);
    const auto negative = static_cast<uint16_t>(minimum | 0x8000U);
    if (narrow) std::memcpy(head + 32, &negative, 2);
    for (int64_t k = first; k < first + count; ++k) {
      const float step = from_half(scale);
      const float offset = narrow ? from_half(negative) : 0.0F;
      const float exact = step > 0 ? (row[k] - offset) / step : 0.0F;
      const int64_t q = std::clamp<int64_t>(std::lround(exact), narrow ? 0 : -128, narrow ? 15 : 127);
      values[index(column * in + k)] = static_cast<double>(step) * static_cast<double>(q) + static_cast<double>(offset);
      write_value(column, k, q);
    }
  }
  void write_value(int64_t column, int64_t k, int64_t q) {
    const int64_t byte = column % 16 * 4 + k % 4;
    if (format == WeightFormat::q8) {
      uint8_t *data = panel(column) + (groups() * 32 + 63) / 64 * 64;
      data[k / 4 * 64 + byte] = static_cast<uint8_t>(q + 128);
    } else {
      uint8_t *data = panel(column) + groups() * 64;
      data[k / 8 * 64 + byte] = static_cast<uint8_t>(data[k / 8 * 64 + byte] | q << (k / 4 % 2 * 4));
    }
  }
};

// One layer with all its inputs.
struct Layer {
  Shape shape;
  Matrix weights;
  Floats x = random_floats(shape.rows * shape.in, 1);
  Floats bias = random_floats(shape.out, 3);
  Floats residual = random_floats(shape.rows * shape.out, 4);

  Layer(WeightFormat format, Shape given) : shape(given), weights(format, given.out, given.in) {}

  PackedMatrix matrix() const { return {weights.format, weights.panels.data(), shape.out, shape.in}; }
  PackedLinearArguments arguments(float *y) const {
    return {x.data(), shape.in, matrix(), bias.data(), residual.data(), y, shape.out, shape.rows};
  }
  Floats run(const Context &context) const {
    Floats y(index(shape.rows * shape.out), NAN);
    Bytes scratch(packed_linear_scratch(matrix(), shape.rows));
    packed_linear(context, arguments(y.data()), scratch.data());
    return y;
  }
  // `inputs` are the activations as the kernel sees them.
  Doubles reference(const Doubles &inputs) const {
    Doubles y;
    for (int64_t row = 0; row < shape.rows; ++row) {
      for (int64_t column = 0; column < shape.out; ++column) {
        double sum = static_cast<double>(bias[index(column)]) + static_cast<double>(residual[index(row * shape.out + column)]);
        for (int64_t k = 0; k < shape.in; ++k) sum += inputs[index(row * shape.in + k)] * weights.values[index(column * shape.in + k)];
        y.push_back(sum);
      }
    }
    return y;
  }
  Doubles exact_inputs() const { return Doubles(x.begin(), x.end()); }
};

constexpr Shape shapes[] = {{1, 1, 1},   {1, 32, 16},   {1, 576, 100}, {2, 31, 17},   {3, 33, 15},   {5, 64, 33},  {7, 100, 48},
                            {8, 70, 31}, {13, 256, 64}, {64, 96, 47},  {65, 65, 130}, {301, 40, 20}, {9, 1536, 63}};

void check_values(WeightFormat format, Isa isa) {
  for (const Shape &shape : shapes) {
    const Layer layer(format, shape);
    const Floats y = layer.run(alone(isa));
    if (format < WeightFormat::q8) {
      CHECK(nmse(y, layer.reference(layer.exact_inputs())) < bound);
      continue;
    }
    CHECK(nmse(y, layer.reference(layer.exact_inputs())) < 1e-8);
  }
}

// Each row by itself gives the bits that it has among the others, on any number of threads.
void check_bits(WeightFormat format, Isa isa) {
  for (const Shape &shape : {Shape{71, 77, 79}, Shape{300, 65, 130}, Shape{33, 384, 700}, Shape{1, 1536, 700}, Shape{400, 576, 100}}) {
    const Layer layer(format, shape);
    const Floats whole = layer.run(alone(isa));
    const Floats shared = layer.run(pooled(isa));
    CHECK(same_bits(whole.data(), shared.data(), shape.rows * shape.out));
    for (int64_t first = 0; first < shape.rows; first += 1 + first % 5) {
      const int64_t rows = std::min<int64_t>(1 + first % 19, shape.rows - first);
      Floats part(index(rows * shape.out));
      PackedLinearArguments arguments = layer.arguments(part.data());
      arguments.x += first * shape.in;
      arguments.residual += first * shape.out;
      arguments.rows = rows;
      Bytes scratch(packed_linear_scratch(layer.matrix(), rows));
      packed_linear(alone(isa), arguments, scratch.data());
      CHECK(same_bits(part.data(), whole.data() + first * shape.out, rows * shape.out));
    }
  }
}

// Rows with gaps between them, the residual in place, and nothing written beyond the last column.
void check_strides(WeightFormat format, Isa isa) {
  const Layer layer(format, {9, 40, 21});
  constexpr int64_t x_stride = 43, y_stride = 50;
  Floats x(9 * x_stride, NAN), y(9 * y_stride, -7.0F);
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t k = 0; k < 40; ++k) x[row * x_stride + k] = layer.x[row * 40 + k];
    for (std::size_t c = 0; c < 21; ++c) y[row * y_stride + c] = layer.residual[row * 21 + c];
  }
  Bytes scratch(packed_linear_scratch(layer.matrix(), 9));
  packed_linear(alone(isa), {x.data(), x_stride, layer.matrix(), layer.bias.data(), y.data(), y.data(), y_stride, 9}, scratch.data());
  const Floats expected = layer.run(alone(isa));
  for (int64_t row = 0; row < 9; ++row) {
    CHECK(same_bits(y.data() + row * y_stride, expected.data() + row * 21, 21));
    for (int64_t c = 21; c < y_stride; ++c) CHECK_EQUAL(y[index(row * y_stride + c)], -7.0F);
  }
}

void check_optional_inputs(WeightFormat format, Isa isa) {
  Layer layer(format, {6, 50, 20});
  Floats bare(6 * 20);
  PackedLinearArguments arguments = layer.arguments(bare.data());
  arguments.bias = nullptr;
  arguments.residual = nullptr;
  Bytes scratch(packed_linear_scratch(layer.matrix(), 6));
  packed_linear(alone(isa), arguments, scratch.data());
  layer.bias.assign(layer.bias.size(), 0.0F);
  layer.residual.assign(layer.residual.size(), 0.0F);
  CHECK(nmse(bare, layer.reference(layer.exact_inputs())) < 1e-4);
}

// What is not a number shows in the results of its row, and of no other; zeros give the bias alone.
void check_special_inputs(WeightFormat format, Isa isa) {
  for (const float special : {NAN, INFINITY, -INFINITY}) {
    Layer layer(format, {5, 70, 33});
    layer.x[index(2 * 70 + 66)] = special;
    const Floats y = layer.run(alone(isa));
    for (int64_t place = 0; place < 5 * 33; ++place) CHECK_EQUAL(std::isfinite(y[index(place)]), place / 33 != 2);
  }
  Layer layer(format, {3, 40, 20});
  layer.x.assign(layer.x.size(), 0.0F);
  CHECK(nmse(layer.run(alone(isa)), layer.reference(layer.exact_inputs())) < bound);
}

void check_cancelled(WeightFormat format, Isa isa) {
  const std::atomic<bool> stop{true};
  const Layer layer(format, {64, 64, 64});
  Floats y(64 * 64, 5.0F);
  Bytes scratch(packed_linear_scratch(layer.matrix(), 64));
  packed_linear({nullptr, isa, &stop}, layer.arguments(y.data()), scratch.data());
  CHECK_EQUAL(y[0], 5.0F);
}

// A row of each format against its values; a last group that is not whole.
void check_lookup(Isa isa) {
  constexpr int64_t count = 7, width = 45, block = 34, row_bytes = 2 * block;
  const Floats random = random_floats(count * width, 9);
  std::vector<uint16_t> halves, bfloats;
  std::vector<uint8_t> blocks(index(count * row_bytes));
  for (const float value : random) {
    halves.push_back(with_sign(half_bits(std::fabs(value)), value));
    bfloats.push_back(static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16));
  }
  const uint16_t eighth = half_bits(0.125F);
  for (int64_t row = 0; row < count; ++row) {
    for (int64_t group = 0; group < 2; ++group) {
      uint8_t *to = blocks.data() + row * row_bytes + group * block;
      std::memcpy(to, &eighth, 2);
      for (int64_t k = 0; k < 32; ++k) to[2 + k] = static_cast<uint8_t>(row * 64 + group * 32 + k);
    }
  }
  const std::vector<int32_t> ids{6, 0, 3, 3, 5};
  auto check = [&](TableFormat format, const void *rows, auto value) {
    Floats y(ids.size() * index(width));
    lookup_rows(pooled(isa), {format, rows, count, width}, ids.data(), static_cast<int64_t>(ids.size()), 3.0F, y.data());
    for (std::size_t place = 0; place < y.size(); ++place) {
      CHECK_EQUAL(y[place], 3.0F * value(ids[place / width], static_cast<int64_t>(place % width)));
    }
  };
  check(TableFormat::float32, random.data(), [&](int64_t row, int64_t k) { return random[index(row * width + k)]; });
  check(TableFormat::float16, halves.data(), [&](int64_t row, int64_t k) { return from_half(halves[index(row * width + k)]); });
  check(TableFormat::bfloat16, bfloats.data(), [&](int64_t row, int64_t k) { return from_bfloat(bfloats[index(row * width + k)]); });
  check(TableFormat::q8_0, blocks.data(),
        [&](int64_t row, int64_t k) { return 0.125F * static_cast<float>(static_cast<int8_t>(static_cast<uint8_t>(row * 64 + k))); });
}

void check_halves() {
  CHECK_EQUAL(from_half(0x3c00), 1.0F);
  CHECK_EQUAL(from_half(0x0001), 0x1p-24F);
  CHECK_EQUAL(from_half(0x83ff), -1023 * 0x1p-24F);
  CHECK_EQUAL(from_half(0xfbff), -65504.0F);
  CHECK_EQUAL(from_half(0x7c00), INFINITY);
  CHECK(std::isnan(from_half(0x7e00)));
  CHECK(std::signbit(from_half(0x8000)));
}

}  // namespace

void test_quantized(Isa isa) {
  for (const WeightFormat format : formats) {
    check_values(format, isa);
    check_bits(format, isa);
    check_strides(format, isa);
    check_optional_inputs(format, isa);
    check_special_inputs(format, isa);
    check_cancelled(format, isa);
  }
  check_lookup(isa);
  check_halves();
}

}  // namespace modelet::kernels::tests
