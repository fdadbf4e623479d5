// Kernels over a row of logits, as long as a vocabulary.
#pragma once

#include <cstdint>

#include "core/context.h"
#include "kernels/kernels.h"

namespace modelet::kernels {

struct LogitRange {
  float largest;  // of those that are numbers; -infinity for none
  bool nan;       // there is a NaN
};
LogitRange scan_logits(const Context &context, const float *x, int64_t count);

// y = e^(x - base); y may be x. Returns the sum.
double exponentials(const Context &context, const float *x, float base, float *y, int64_t count);

extern const Family vocabulary_family;

}  // namespace modelet::kernels
