#include "kernels/registry.h"
#include "kernels/norm/norm.h"
#include "kernels/work.h"

namespace modelet::kernels {
namespace {

constexpr Entry<NormFunction> layer_entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, layer_norm_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, layer_norm_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, layer_norm_neon},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, layer_norm_generic},
};
constexpr Entry<NormFunction> rms_entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, rms_norm_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, rms_norm_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, rms_norm_neon},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, rms_norm_generic},
};
constexpr auto layer_implementations = describe(layer_entries);
constexpr auto rms_implementations = describe(rms_entries);

void run_rows(const Context &context, const NormArguments &arguments, NormFunction run) {
  if (arguments.rows <= 0 || arguments.width <= 0) return;
  split(context, arguments.rows, 8 * arguments.width, [&](int64_t first, int64_t last) { run(arguments, first, last); });
}

}  // namespace

const Family layer_norm_family{"layer_norm", layer_implementations};
const Family rms_norm_family{"rms_norm", rms_implementations};

void layer_norm(const Context &context, const NormArguments &arguments) {
  run_rows(context, arguments, choose(layer_entries, context.isa));
}
void rms_norm(const Context &context, const NormArguments &arguments) {
  run_rows(context, arguments, choose(rms_entries, context.isa));
}

}  // namespace modelet::kernels
