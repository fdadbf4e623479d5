// Inside the family `vocabulary`: what an instruction set implements.
#pragma once

#include "kernels/vocabulary.h"

namespace modelet::kernels {

struct VocabularyKernels {
  LogitRange (*scan)(const float *x, int64_t count);
  float (*exponentials)(const float *x, float base, float *y, int64_t count);  // of one block
};

extern const VocabularyKernels vocabulary_generic, vocabulary_neon, vocabulary_simd128, vocabulary_avx2, vocabulary_avx512;

}  // namespace modelet::kernels
