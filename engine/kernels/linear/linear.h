// Inside the family `linear`: what an instruction set implements.
#pragma once

#include <cstdint>

#include "kernels/kernels.h"

namespace modelet::kernels {

// Rows [first_row, last_row) of the panels [first_panel, last_panel).
struct LinearPart {
  int64_t first_row, last_row;
  int64_t first_panel, last_panel;
};
using LinearFunction = void (*)(const LinearArguments &, const LinearPart &);

void linear_generic(const LinearArguments &arguments, const LinearPart &part);
void linear_neon(const LinearArguments &arguments, const LinearPart &part);
void linear_simd128(const LinearArguments &arguments, const LinearPart &part);
void linear_avx2(const LinearArguments &arguments, const LinearPart &part);
void linear_avx512(const LinearArguments &arguments, const LinearPart &part);

}  // namespace modelet::kernels
