// kernels_test ISA: runs every family on one instruction set. Exit status 77: this host does not have it.
#include <cstdio>
#include <string_view>

#include "core/cpu.h"
#include "kernels/tests/support.h"

namespace {

bool parse(std::string_view name, modelet::Isa &isa) {
  using modelet::Isa;
  for (const Isa candidate : {Isa::generic, Isa::neon, Isa::avx2, Isa::avx512, Isa::avx512vnni}) {
    if (modelet::isa_name(candidate) != name) continue;
    isa = candidate;
    return true;
  }
  return false;
}

}  // namespace

int main(int count, char **arguments) {
  modelet::Isa isa{};
  if (count != 2 || !parse(arguments[1], isa)) {
    std::fprintf(stderr, "usage: kernels_test generic|neon|avx2|avx512|avx512vnni\n");
    return 2;
  }
  if (!modelet::isa_allows(modelet::host_isa(), isa)) return 77;
  using namespace modelet::kernels::tests;
  modelet::host_configure(modelet::own_host(), 3);
  for (const auto test : {test_registry, test_linear, test_attention, test_norm, test_activate, test_elementwise, test_rows, test_segments,
                          test_gather, test_quantized, test_cached_attention, test_rotate, test_decoder_layer, test_vocabulary}) {
    test(isa);
  }
  return modelet::testing::result();
}
