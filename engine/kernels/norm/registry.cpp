#include "kernels/registry.h"
#include "kernels/language.h"
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
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "rows"}, layer_norm_simd128},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, layer_norm_generic},
};
constexpr Entry<NormFunction> rms_entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, rms_norm_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, rms_norm_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, rms_norm_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "rows"}, rms_norm_simd128},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, rms_norm_generic},
};
constexpr Entry<HeadNormFunction> head_entries[] = {
#if defined(__x86_64__)
    {{"avx512", Isa::avx512, "float32", "rows"}, head_norm_avx512},
    {{"avx2", Isa::avx2, "float32", "rows"}, head_norm_avx2},
#elif defined(__aarch64__)
    {{"neon", Isa::neon, "float32", "rows"}, head_norm_neon},
#elif defined(__wasm_simd128__)
    {{"simd128", Isa::generic, "float32", "rows"}, head_norm_simd128},
#endif
    {{"generic", Isa::generic, "float32", "rows"}, head_norm_generic},
};
constexpr auto layer_implementations = describe(layer_entries);
constexpr auto rms_implementations = describe(rms_entries);
constexpr auto head_implementations = describe(head_entries);

void run_rows(const Context &context, const NormArguments &arguments, NormFunction run) {
  if (arguments.rows <= 0 || arguments.width <= 0) return;
  split(context, arguments.rows, 8 * arguments.width, [&](int64_t first, int64_t last) { run(arguments, first, last); });
}

}  // namespace

const Family layer_norm_family{"layer_norm", layer_implementations};
const Family rms_norm_family{"rms_norm", rms_implementations};
const Family head_norm_family{"head_norm", head_implementations};

void layer_norm(const Context &context, const NormArguments &arguments) {
  run_rows(context, arguments, choose(layer_entries, context.isa));
}
void rms_norm(const Context &context, const NormArguments &arguments) {
  run_rows(context, arguments, choose(rms_entries, context.isa));
}
void head_norm(const Context &context, float *x, int64_t x_stride, int64_t rows, int64_t heads, int64_t head_dim, const float *weight,
               float epsilon) {
  const HeadNormFunction run = choose(head_entries, context.isa);
  const HeadNormArguments arguments{x, x_stride, heads, head_dim, weight, epsilon};
  if (rows * heads <= 0 || head_dim <= 0) return;
  split(context, rows * heads, 8 * head_dim, [&](int64_t first, int64_t last) { run(arguments, first, last); });
}

}  // namespace modelet::kernels
