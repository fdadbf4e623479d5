// The kernel families: what every implementation of each computes.
//
// Rules for all
//  - Row-major float32; `x` is [rows, width] with a stride of its own where one is given. Inputs and output do not overlap
//    unless a comment says so. No allocation; scratch comes from the caller.
//  - An element of a result depends on its own inputs only, in one fixed order of operations: the same bits whatever `rows` is,
//    wherever the row stands, however many threads there are. Tails run the same arithmetic as full blocks.
//  - Within one instruction set. Between instruction sets results agree within the bound the tests state.
#pragma once

#include <cstdint>
#include <span>

#include "core/context.h"

namespace modelet {

// A run of rows that belong to one sequence. Rows [first, first + rows); the first `valid` of them may be attended to
// (ragged batches: valid == rows).
struct Segment {
  int64_t first;
  int64_t rows;
  int64_t valid;
};

}  // namespace modelet

namespace modelet::kernels {

enum class Activation : uint8_t { none, gelu_erf, gelu_tanh, relu, silu, tanh, sigmoid };

// y = activation(x · wᵀ + bias) + residual.
struct LinearArguments {
  const float *x;  // [rows, in], row stride x_stride
  int64_t x_stride;
  const float *panels;    // [ceil(out / 16), in, 16]
  const float *bias;      // [out] or null
  const float *residual;  // [rows, out], row stride y_stride, or null; may equal y
  float *y;               // [rows, out], row stride y_stride
  int64_t y_stride;
  int64_t rows, in, out;
  Activation activation;
};

// Panels of a matrix: [ceil(out / 16), in, 16], the last one padded with zeros.
inline constexpr int64_t panel_width = 16;
// From plain [out, in] (row stride `in`) to panels; for weights that were not packed when the library was built.
void pack_panels(const float *plain, float *panels, int64_t out, int64_t in);

// softmax(scale · q kᵀ) v for each head and segment, over the segment's valid keys (and, when causal, those not after
// the query). A query without keys gives zeros. Query head h reads key head h / (heads / kv_heads).
inline constexpr int64_t maximum_head_dim = 512;  // a compiler refuses more
struct AttentionArguments {
  const float *q;  // [rows, heads, head_dim], row stride q_stride
  const float *k;  // [rows, kv_heads, head_dim], row stride k_stride
  const float *v;  // [rows, kv_heads, head_dim], row stride v_stride
  float *y;        // [rows, heads, head_dim], row stride y_stride
  int64_t q_stride, k_stride, v_stride, y_stride;
  int64_t heads, kv_heads, head_dim;
  float scale;
  bool causal;
  std::span<const Segment> segments;
  int64_t window = 0;  // keys further than this from the query are not seen; 0: no limit
};

// y = (x - mean) / sqrt(variance + epsilon) * weight + bias over the last axis; the biased variance. y may equal x.
struct NormArguments {
  const float *x;       // [rows, width]
  const float *weight;  // [width] or null
  const float *bias;    // [width] or null
  float *y;             // [rows, width]
  int64_t rows, width;
  float epsilon;
};

// Each runs the implementation that `context.isa` allows; a graph names only the families it uses, so only those are linked.
void linear(const Context &context, const LinearArguments &arguments);
void attention(const Context &context, const AttentionArguments &arguments);
void layer_norm(const Context &context, const NormArguments &arguments);
void rms_norm(const Context &context, const NormArguments &arguments);                                     // bias unused
void activate(const Context &context, Activation activation, const float *x, float *y, int64_t elements);  // y may equal x

// What can be listed and explained about a family: its implementations, best first. One constant a family
// (`linear_family`, …); the emitter lists those a library uses in `Library::kernels`.
struct Implementation {
  const char *name;  // "avx512"
  Isa isa;           // what the host must have
  const char *dtype;
  const char *layout;
};
struct Family {
  const char *name;
  std::span<const Implementation> implementations;
};
extern const Family linear_family, attention_family, layer_norm_family, rms_norm_family, activate_family;

// The implementation that runs on a host with `isa`: the first whose needs are met. The generic one always is.
const Implementation &select(const Family &family, Isa isa);

}  // namespace modelet::kernels
