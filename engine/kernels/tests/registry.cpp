#include <string_view>

#include "core/cpu.h"
#include "kernels/elementwise.h"
#include "kernels/gather.h"
#include "kernels/segments.h"
#include "kernels/tests/support.h"

namespace modelet::kernels::tests {

// Every family has a generic implementation, listed last, and picks one that the host runs.
void test_registry(Isa isa) {
  for (const Family *family : {&linear_family, &attention_family, &layer_norm_family, &rms_norm_family, &activate_family, &binary_family,
                               &unary_family, &select_family, &clamp_family, &reduce_rows_family, &normalize_rows_family,
                               &softmax_rows_family, &reduce_segments_family, &select_segment_rows_family, &gather_family}) {
    CHECK_EQUAL(std::string_view(family->implementations.back().name), "generic");
    CHECK(isa_allows(isa, select(*family, isa).isa));
    CHECK_EQUAL(std::string_view(select(*family, Isa::generic).name), "generic");
  }
  for (const Family *family : {&linear_family, &attention_family, &layer_norm_family, &rms_norm_family, &activate_family}) {
    CHECK_EQUAL(std::string_view(select(*family, isa).name), isa_name(isa));
  }
}

}  // namespace modelet::kernels::tests
