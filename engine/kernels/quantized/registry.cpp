#include "kernels/registry.h"
#include "kernels/quantized/quantized.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

struct PackedKernels {
  QuantizeFunction *quantize;
  QuantizedFunction *quantized;
  FloatingFunction *floating;
};

constexpr const char *formats = "float16, bfloat16, q8, q4";
constexpr Entry<PackedKernels> entries[] = {
#if defined(__x86_64__)
    {{"avx512vnni", Isa::avx512vnni, formats, "panel"}, {quantize_avx512, quantized_avx512vnni, floating_avx512}},
    {{"avx512", Isa::avx512, formats, "panel"}, {quantize_avx512, quantized_avx512, floating_avx512}},
    {{"avx2", Isa::avx2, formats, "panel"}, {quantize_avx2, quantized_avx2, floating_avx2}},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, formats, "panel"}, {quantize_neon, quantized_neon, floating_neon}},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, formats, "panel"}, {quantize_simd128, quantized_simd128, floating_simd128}},
#endif
    {{"generic", Isa::generic, formats, "panel"}, {quantize_generic, quantized_generic, floating_generic}},
};
constexpr auto implementations = describe(entries);

// Bytes of a part of the weights that a thread reads in a few microseconds, and of rows of x that a core's second-level cache holds.
constexpr int64_t bytes_per_part = 64 * 1024, cached_bytes = 192 * 1024;

constexpr int64_t ceiling(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}
constexpr int64_t aligned(int64_t bytes) {
  return ceiling(bytes, 64) * 64;
}

int64_t bytes_of_row(const PackedMatrix &weights) {
  return is_float(weights.format) ? weights.in * 4 : parts * whole_groups(weights.in) * group_width;
}

// Bytes of a panel.
int64_t bytes_of_panel(const PackedMatrix &weights) {
  if (is_float(weights.format)) return weights.in * panel_width * float_bytes(weights.format);
  return panel_layout(weights.format, weights.in).panel();
}

QuantizedRows rows_in(void *scratch, int64_t rows, int64_t in) {
  const int64_t groups = whole_groups(in), table = aligned(parts * rows * groups * 4);
  auto *values = static_cast<std::byte *>(scratch), *scales = values + aligned(parts * rows * groups * group_width);
  return {reinterpret_cast<int8_t *>(values), reinterpret_cast<float *>(scales), reinterpret_cast<float *>(scales + table),
          reinterpret_cast<int32_t *>(scales + 2 * table), groups};
}

// body(part) over all rows and panels. Panels are read once for each chunk of rows, which stays in the cache.
template <typename Body>
void split_panels(const Context &context, const PackedLinearArguments &arguments, const Body &body) {
  const PackedMatrix &weights = arguments.weights;
  const int64_t chunk = std::min(arguments.rows, std::max<int64_t>(cached_bytes / bytes_of_row(weights), 48));
  const int64_t chunks = ceiling(arguments.rows, chunk), pairs = ceiling(ceiling(weights.out, panel_width), 2);
  const int64_t operations = 2 * chunk * weights.in * panel_width * 2, bytes = 2 * bytes_of_panel(weights);
  const int64_t worthwhile = std::max(operations * pairs / (4 * operations_per_task), bytes * pairs / bytes_per_part);
  const int64_t groups = std::clamp<int64_t>(worthwhile, 1, std::min(pairs, ceiling(8 * concurrency(context), chunks)));
  parallel(context, chunks * groups, [&](int64_t index) {
    if (cancelled(context)) return;
    const int64_t group = index % groups, first = index / groups * chunk;
    body(PackedPart{first, std::min(first + chunk, arguments.rows), pairs * group / groups * 2,
                    std::min(pairs * (group + 1) / groups * 2, ceiling(weights.out, panel_width))});
  });
}

void linear_of_floats(const Context &context, const PackedLinearArguments &arguments) {
  const PackedMatrix &weights = arguments.weights;
  linear(context, {arguments.x, arguments.x_stride, static_cast<const float *>(weights.panels), arguments.bias, arguments.residual,
                   arguments.y, arguments.y_stride, arguments.rows, weights.in, weights.out, Activation::none});
}

}  // namespace

const Family packed_linear_family{"packed_linear", implementations};

uint64_t packed_bytes(WeightFormat format, int64_t out, int64_t in) {
  return static_cast<uint64_t>(ceiling(out, panel_width) * bytes_of_panel({format, nullptr, out, in}));
}

uint64_t packed_linear_scratch(const PackedMatrix &weights, int64_t rows) {
  if (is_float(weights.format)) return 0;
  const int64_t groups = parts * rows * whole_groups(weights.in);
  return static_cast<uint64_t>(aligned(groups * group_width) + 3 * aligned(groups * 4));
}

void packed_linear(const Context &context, const PackedLinearArguments &arguments, void *scratch) {
  if (arguments.rows <= 0 || arguments.weights.out <= 0) return;
  if (arguments.weights.format == WeightFormat::float32) return linear_of_floats(context, arguments);
  const PackedKernels kernels = choose(entries, context.isa);
  if (is_float(arguments.weights.format)) {
    return split_panels(context, arguments, [&](const PackedPart &part) { kernels.floating(arguments, part); });
  }
  const QuantizedRows rows = rows_in(scratch, arguments.rows, arguments.weights.in);
  split(context, arguments.rows, 8 * arguments.weights.in,
        [&](int64_t first, int64_t last) { kernels.quantize(arguments, rows, first, last); });
  split_panels(context, arguments, [&](const PackedPart &part) { kernels.quantized(arguments, rows, part); });
}

}  // namespace modelet::kernels
