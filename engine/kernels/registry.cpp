#include "kernels/registry.h"

namespace modelet::kernels {

const Implementation &select(const Family &family, Isa isa) {
  for (const Implementation &implementation : family.implementations) {
    if (runs_on(implementation.isa, isa)) return implementation;
  }
  return family.implementations.back();
}

}  // namespace modelet::kernels
