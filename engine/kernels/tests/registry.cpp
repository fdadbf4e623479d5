#include <string_view>

#include "core/cpu.h"
#include "kernels/elementwise.h"
#include "kernels/gather.h"
#include "kernels/language.h"
#include "kernels/quantized.h"
#include "kernels/segments.h"
#include "kernels/tests/support.h"
#include "kernels/vocabulary.h"

namespace modelet::kernels::tests {

namespace {

// What the families with kernels of their own for an instruction set call them. In WebAssembly, SIMD is part of what is compiled for.
std::string_view name_of(Isa isa) {
#if defined(__wasm_simd128__)
  if (isa == Isa::generic) return "simd128";
#endif
  return isa_name(isa);
}

}  // namespace

// Every family has a generic implementation, listed last, and picks one that the host runs.
void test_registry(Isa isa) {
  for (const Family *family : {&linear_family,
                               &attention_family,
                               &layer_norm_family,
                               &rms_norm_family,
                               &activate_family,
                               &binary_family,
                               &unary_family,
                               &select_family,
                               &clamp_family,
                               &reduce_rows_family,
                               &normalize_rows_family,
                               &softmax_rows_family,
                               &reduce_segments_family,
                               &select_segment_rows_family,
                               &gather_family,
                               &packed_linear_family,
                               &lookup_rows_family,
                               &rotate_family,
                               &store_keys_values_family,
                               &cached_attention_family,
                               &gated_activation_family,
                               &head_norm_family,
                               &vocabulary_family}) {
    CHECK_EQUAL(std::string_view(family->implementations.back().name), "generic");
    CHECK(isa_allows(isa, select(*family, isa).isa));
    const std::string_view chosen = select(*family, Isa::generic).name;
    CHECK(chosen == "generic" || chosen == name_of(Isa::generic));
  }
  for (const Family *family :
       {&linear_family, &attention_family, &layer_norm_family, &rms_norm_family, &activate_family, &rotate_family,
        &store_keys_values_family, &cached_attention_family, &gated_activation_family, &head_norm_family, &vocabulary_family}) {
    CHECK_EQUAL(std::string_view(select(*family, isa).name), name_of(isa == Isa::avx512vnni ? Isa::avx512 : isa));
  }
  CHECK_EQUAL(std::string_view(select(packed_linear_family, isa).name), name_of(isa));
}

}  // namespace modelet::kernels::tests
