#include "kernels/registry.h"
#include "kernels/linear/linear.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<LinearFunction> entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "panel"}, linear_avx512},
    {{"avx2", Isa::avx2, "float32", "panel"}, linear_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "panel"}, linear_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "panel"}, linear_simd128},
#endif
    {{"generic", Isa::generic, "float32", "panel"}, linear_generic},
};
constexpr auto implementations = describe(entries);

// Rows of x that a core's second-level cache holds beside two panels.
constexpr int64_t cached_floats = 128 * 1024;
// Work between two looks at the cancel flag: about a millisecond.
constexpr int64_t operations_per_part = int64_t{64} << 20;

constexpr int64_t ceiling(int64_t a, int64_t b) {
  return (a + b - 1) / b;
}

}  // namespace

const Family linear_family{"linear", implementations};

void linear(const Context &context, const LinearArguments &arguments) {
  if (arguments.rows <= 0 || arguments.out <= 0) return;
  const LinearFunction run = choose(entries, context.isa);
  const int64_t panels = ceiling(arguments.out, panel_width);
  const int64_t chunk = std::min(arguments.rows, std::max<int64_t>(cached_floats / std::max<int64_t>(arguments.in, 1), 56));
  const int64_t chunks = ceiling(arguments.rows, chunk);
  const int64_t panel_cost = 2 * chunk * arguments.in * panel_width;
  // Pairs of panels: what the widest kernel takes at once.
  const int64_t pairs = ceiling(panels, 2);
  const int64_t total = panel_cost * panels * chunks;
  const int64_t shares = context.host == nullptr ? 1 : std::min(4 * concurrency(context), total / operations_per_task);
  const int64_t groups = std::clamp<int64_t>(std::max(ceiling(shares, chunks), panel_cost * panels / operations_per_part), 1, pairs);
  parallel(context, chunks * groups, [&](int64_t index) {
    if (cancelled(context)) return;
    const int64_t group = index % groups, first = index / groups * chunk;
    run(arguments,
        {first, std::min(first + chunk, arguments.rows), pairs * group / groups * 2, std::min(pairs * (group + 1) / groups * 2, panels)});
  });
}

void pack_panels(const float *plain, float *panels, int64_t out, int64_t in) {
  const int64_t padded = ceiling(out, panel_width) * panel_width;
  for (int64_t column = 0; column < padded; ++column) {
    float *to = panels + column / panel_width * panel_width * in + column % panel_width;
    for (int64_t k = 0; k < in; ++k) to[k * panel_width] = column < out ? plain[column * in + k] : 0.0F;
  }
}

}  // namespace modelet::kernels
