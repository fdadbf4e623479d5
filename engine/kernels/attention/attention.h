// Inside the family `attention`: what an instruction set implements.
#pragma once

#include <cstdint>

#include "kernels/kernels.h"

namespace modelet::kernels {

// Queries of one task: they share the packed keys.
inline constexpr int64_t queries_per_part = 256;

// One head of one segment; rows count from the segment's first.
struct AttentionPart {
  Segment segment;
  int64_t head;
  int64_t first_query, last_query;  // at most queries_per_part, first_query a multiple of it
};
using AttentionFunction = void (*)(const AttentionArguments &, const AttentionPart &);

void attention_generic(const AttentionArguments &arguments, const AttentionPart &part);
void attention_neon(const AttentionArguments &arguments, const AttentionPart &part);
void attention_simd128(const AttentionArguments &arguments, const AttentionPart &part);
void attention_avx2(const AttentionArguments &arguments, const AttentionPart &part);
void attention_avx512(const AttentionArguments &arguments, const AttentionPart &part);

}  // namespace modelet::kernels
