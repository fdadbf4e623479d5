#include "models/parts/step.h"

#include <algorithm>
#include <cmath>

#include "kernels/language.h"
#include "kernels/quantized.h"
#include "models/shards/ranks.h"

namespace modelet::models {
namespace {

int64_t query_width(const Decoder &decoder, const Attention &attention) {
  return decoder.heads * attention.head_dim;
}

int64_t query_key_value_width(const Decoder &decoder, const Attention &attention) {
  return (decoder.heads + 2 * attention.kv_heads) * attention.head_dim;
}

template <typename Width>
int64_t widest(const Decoder &decoder, const Width &width) {
  int64_t most = 0;
  for (const Layer &layer : decoder.layers) most = std::max(most, width(decoder, layer.attention));
  return most;
}

int64_t layer_inputs_width(const Decoder &decoder) {
  return decoder.layer_inputs == nullptr ? 0 : decoder.layer_inputs->projection.out;
}

// The widest feed-forward of any layer, experts included.
int64_t intermediate_width(const Decoder &decoder) {
  int64_t widest = 0;
  for (const Layer &layer : decoder.layers) {
    widest = std::max(widest, layer.feed_forward.down.in);
    if (layer.experts == nullptr) continue;
    for (const Projection &down : layer.experts->down) widest = std::max(widest, down.in);
  }
  return widest;
}

int64_t most_experts(const Decoder &decoder) {
  int64_t most = 0;
  for (const Layer &layer : decoder.layers) {
    if (layer.experts != nullptr) most = std::max(most, layer.experts->router.out);
  }
  return most;
}

kernels::PackedMatrix matrix(const Projection &projection, const void *panels) {
  return {projection.format, panels, projection.out, projection.in};
}

template <typename Visit>
void each_projection(const Decoder &decoder, const Visit &visit) {
  visit(decoder.head);
  if (decoder.layer_inputs != nullptr) visit(decoder.layer_inputs->projection);
  for (const Layer &layer : decoder.layers) {
    for (const Projection *one :
         {&layer.attention.query_key_value, &layer.attention.output, &layer.feed_forward.gate_up, &layer.feed_forward.down}) {
      visit(*one);
    }
    if (layer.input != nullptr) {
      visit(layer.input->gate);
      visit(layer.input->projection);
    }
    if (layer.experts == nullptr) continue;
    visit(layer.experts->router);
    for (const Projection &one : layer.experts->gate_up) visit(one);
    for (const Projection &one : layer.experts->down) visit(one);
  }
}

uint64_t projection_scratch(const Decoder &decoder, int64_t rows) {
  uint64_t most = 0;
  each_projection(decoder, [&](const Projection &one) {
    if (one.out > 0) most = std::max(most, kernels::packed_linear_scratch(matrix(one, nullptr), rows));
  });
  return most;
}

// Hands out parts of one piece of memory, each aligned to 64 bytes; without memory it only adds up.
class Arena {
 public:
  explicit Arena(void *memory) : base_(static_cast<std::byte *>(memory)) {}
  void *take(uint64_t bytes) {
    void *const part = base_ == nullptr ? nullptr : base_ + used_;
    used_ += (bytes + 63) / 64 * 64;
    return part;
  }
  float *floats(int64_t count) { return static_cast<float *>(take(static_cast<uint64_t>(count) * sizeof(float))); }
  uint64_t used() const { return used_; }
  // Goes on at `place`: what was taken from there on is not needed at the same time as what is taken next.
  void rewind(uint64_t place) { used_ = place; }
  void skip_to(uint64_t place) { used_ = std::max(used_, place); }

 private:
  std::byte *base_;
  uint64_t used_ = 0;
};

struct Arrays {
  float *x, *h, *query_key_value, *attended, *gate_up, *gated;
  float *routes, *expert_input, *expert_rows, *expert_results, *mixed;
  float *layer_inputs, *layer_input;
  void *scratch;
};

Arrays lay_out(Arena &arena, const Decoder &decoder, int64_t rows) {
  const int64_t intermediate = intermediate_width(decoder);
  Arrays arrays{};
  arrays.x = arena.floats(rows * decoder.width);
  arrays.h = arena.floats(rows * decoder.width);
  const uint64_t shared = arena.used();
  arrays.query_key_value = arena.floats(rows * widest(decoder, query_key_value_width));
  arrays.attended = arena.floats(rows * widest(decoder, query_width));
  const uint64_t attention_end = arena.used();
  arena.rewind(shared);  // attention is over when the feed-forward block begins
  arrays.gate_up = arena.floats(rows * 2 * intermediate);
  arrays.gated = arena.floats(rows * intermediate);
  arena.skip_to(attention_end);
  if (const int64_t experts = most_experts(decoder); experts > 0) {
    arrays.routes = arena.floats(rows * experts);
    arrays.expert_input = arena.floats(rows * decoder.width);
    arrays.expert_rows = arena.floats(rows * decoder.width);
    arrays.expert_results = arena.floats(rows * decoder.width);
    arrays.mixed = arena.floats(rows * decoder.width);
  }
  arrays.layer_inputs = arena.floats(rows * layer_inputs_width(decoder));
  arrays.layer_input = arena.floats(rows * layer_inputs_width(decoder));
  arrays.scratch = arena.take(projection_scratch(decoder, rows));
  return arrays;
}

std::vector<kernels::CachedSegment> cached_segments(const Batch &batch) {
  std::vector<kernels::CachedSegment> segments;
  segments.reserve(batch.segments.size());
  int64_t first = 0;
  for (const Segment &segment : batch.segments) {
    const int64_t rows = static_cast<int64_t>(segment.tokens.size());
    segments.push_back({first, rows, segment.position, segment.blocks, batch.mask});
    first += rows;
  }
  return segments;
}

int64_t count_rows(const Batch &batch) {
  int64_t rows = 0;
  for (const Segment &segment : batch.segments) rows += static_cast<int64_t>(segment.tokens.size());
  return rows;
}

void run_linear(const Step &step, const Projection &projection, const float *from, int64_t rows, const float *residual, float *to) {
  const kernels::PackedMatrix weights = matrix(projection, step.weights.data<std::byte>(projection.panels));
  kernels::packed_linear(step.context, {from, projection.in, weights, floats(step, projection.bias), residual, to, projection.out, rows},
                         step.scratch);
  if (projection.partial) step.decoder.ranks->sum(to, rows * projection.out);
}

}  // namespace

Step begin(const Context &context, const Decoder &decoder, const Weights &weights, const Batch &batch, const CacheView &cache,
           void *scratch) {
  Arena arena(scratch);
  const int64_t rows = count_rows(batch);
  const Arrays arrays = lay_out(arena, decoder, rows);
  return {context,
          decoder,
          weights,
          batch,
          cache,
          rows,
          cached_segments(batch),
          arrays.x,
          arrays.h,
          arrays.query_key_value,
          arrays.attended,
          arrays.gate_up,
          arrays.gated,
          arrays.routes,
          arrays.expert_input,
          arrays.expert_rows,
          arrays.expert_results,
          arrays.mixed,
          arrays.layer_inputs,
          arrays.layer_input,
          arrays.scratch};
}

uint64_t step_bytes(const Decoder &decoder, int64_t tokens, int64_t logit_rows) {
  Arena arena(nullptr);
  lay_out(arena, decoder, std::max(tokens, logit_rows));
  return arena.used();
}

namespace {

// visit(ids, count, to) for each segment; `to` has rows of `width`.
template <typename Visit>
void each_segment(const Step &step, float *to, int64_t width, const Visit &visit) {
  for (const Segment &segment : step.batch.segments) {
    const int64_t count = static_cast<int64_t>(segment.tokens.size());
    visit(segment.tokens.data(), count, to);
    to += count * width;
  }
}

void look_up(const Step &step, const kernels::Table &table, float scale, float *to) {
  each_segment(step, to, table.width,
               [&](const int32_t *ids, int64_t count, float *rows) { kernels::lookup_rows(step.context, table, ids, count, scale, rows); });
}

void embed_from_head(const Step &step) {
  const Decoder &decoder = step.decoder;
  const kernels::PackedMatrix table = matrix(decoder.head, step.weights.data<std::byte>(decoder.head.panels));
  each_segment(step, step.x, decoder.width, [&](const int32_t *ids, int64_t count, float *rows) {
    kernels::lookup_columns(step.context, table, ids, count, decoder.embedding_scale, rows);
  });
}

}  // namespace

void embed(const Step &step) {
  const Decoder &decoder = step.decoder;
  if (decoder.embeddings == absent) return embed_from_head(step);
  look_up(step, {decoder.embedding_format, step.weights.data<std::byte>(decoder.embeddings), decoder.vocabulary, decoder.width},
          decoder.embedding_scale, step.x);
}

void normalize(const Step &step, WeightIndex weight, const float *from, float *to) {
  kernels::rms_norm(step.context, {from, floats(step, weight), nullptr, to, step.rows, step.decoder.width, step.decoder.norm_epsilon});
}

void project(const Step &step, const Projection &projection, const float *from, float *to) {
  run_linear(step, projection, from, step.rows, nullptr, to);
}

void project_rows(const Step &step, const Projection &projection, const float *from, int64_t rows, float *to) {
  run_linear(step, projection, from, rows, nullptr, to);
}

void project_into_residual(const Step &step, const Projection &projection, const float *from) {
  if (!projection.partial) return run_linear(step, projection, from, step.rows, step.x, step.x);
  run_linear(step, projection, from, step.rows, nullptr, step.h);
  for (int64_t index = 0; index < step.rows * step.decoder.width; ++index) step.x[index] += step.h[index];
}

void normalize_heads(const Step &step, const Attention &attention) {
  const Decoder &decoder = step.decoder;
  const int64_t stride = attention.query_key_value.out;
  kernels::head_norm(step.context, step.query_key_value, stride, step.rows, decoder.heads, attention.head_dim,
                     floats(step, attention.query_norm), decoder.norm_epsilon);
  if (attention.kv_heads == 0) return;
  kernels::head_norm(step.context, step.query_key_value + query_width(decoder, attention), stride, step.rows, attention.kv_heads,
                     attention.head_dim, floats(step, attention.key_norm), decoder.norm_epsilon);
}

void normalize_values(const Step &step, const Attention &attention) {
  if (attention.kv_heads == 0) return;
  float *const values = step.query_key_value + (step.decoder.heads + attention.kv_heads) * attention.head_dim;
  kernels::head_norm(step.context, values, attention.query_key_value.out, step.rows, attention.kv_heads, attention.head_dim, nullptr,
                     step.decoder.norm_epsilon);
}

void attend(const Step &step, const Attention &attention, std::size_t layer) {
  const Decoder &decoder = step.decoder;
  const int64_t stride = attention.query_key_value.out;
  float *const queries = step.query_key_value;
  float *const keys = queries + query_width(decoder, attention);
  float *const values = keys + attention.kv_heads * attention.head_dim;
  const Rotary &rotary = decoder.rotaries[attention.rotary];
  // Queries and keys stand side by side, and are rotated alike.
  kernels::rotate(step.context, {queries, stride, decoder.heads + attention.kv_heads, attention.head_dim, rotary.rotary_dim,
                                 floats(step, rotary.inverse_frequencies), rotary.attention_factor, step.segments});
  if (attention.kv_heads > 0) {
    kernels::store_keys_values(step.context, {keys, values, stride, stride, step.cache.layers[layer], step.segments});
  }
  kernels::cached_attention(step.context, {queries, step.attended, stride, query_width(decoder, attention), decoder.heads,
                                           step.cache.layers[attention.cache_layer], decoder.attention_scale, decoder.attention_softcap,
                                           attention.window, step.segments});
}

void gate(const Step &step, int64_t intermediate, int64_t rows) {
  kernels::gated_activation(step.context, step.decoder.activation, step.gate_up, step.gated, rows, intermediate);
}

void add_normalized(const Step &step, WeightIndex weight, float *from) {
  normalize(step, weight, from, from);
  const int64_t count = step.rows * step.decoder.width;
  for (int64_t index = 0; index < count; ++index) step.x[index] += from[index];
}

void scale_residual(const Step &step, float scale) {
  if (scale == 1.0F) return;
  for (int64_t index = 0; index < step.rows * step.decoder.width; ++index) step.x[index] *= scale;
}

void make_layer_inputs(const Step &step) {
  const LayerInputs &inputs = *step.decoder.layer_inputs;
  const int64_t width = inputs.projection.out, count = step.rows * width;
  project(step, inputs.projection, step.x, step.layer_inputs);
  for (int64_t index = 0; index < count; ++index) step.layer_inputs[index] *= inputs.projection_scale;
  kernels::head_norm(step.context, step.layer_inputs, width, step.rows, width / inputs.width, inputs.width, floats(step, inputs.norm),
                     step.decoder.norm_epsilon);
  look_up(step, {inputs.format, step.weights.data<std::byte>(inputs.table), step.decoder.vocabulary, width}, inputs.table_scale,
          step.layer_input);
  const float half = std::sqrt(0.5F);
  for (int64_t index = 0; index < count; ++index) step.layer_inputs[index] = (step.layer_inputs[index] + step.layer_input[index]) * half;
}

void add_layer_input(const Step &step, const LayerInput &input, std::size_t layer) {
  const int64_t width = input.gate.out;
  const int64_t stride = step.decoder.layer_inputs->projection.out;
  project(step, input.gate, step.x, step.layer_input);
  kernels::activate(step.context, step.decoder.activation, step.layer_input, step.layer_input, step.rows * width);
  for (int64_t row = 0; row < step.rows; ++row) {
    const float *const from = step.layer_inputs + row * stride + static_cast<int64_t>(layer) * width;
    for (int64_t index = 0; index < width; ++index) step.layer_input[row * width + index] *= from[index];
  }
  project(step, input.projection, step.layer_input, step.h);
  add_normalized(step, input.norm_after, step.h);
}

namespace {

// The last rows of each segment, moved together: [logit rows, width] at the start of x.
int64_t gather_logit_rows(const Step &step) {
  const int64_t width = step.decoder.width;
  int64_t first = 0, gathered = 0;
  for (const Segment &segment : step.batch.segments) {
    const int64_t rows = static_cast<int64_t>(segment.tokens.size());
    const float *from = step.h + (first + rows - segment.logit_rows) * width;
    std::copy(from, from + segment.logit_rows * width, step.x + gathered * width);
    first += rows;
    gathered += segment.logit_rows;
  }
  return gathered;
}

// softcap * tanh(logit / softcap), then the scale.
void shape_logits(const Decoder &decoder, float *logits, int64_t count) {
  if (decoder.logit_softcap == 0.0F && decoder.logit_scale == 1.0F) return;
  for (int64_t index = 0; index < count; ++index) {
    float value = logits[index];
    if (decoder.logit_softcap != 0.0F) value = decoder.logit_softcap * std::tanh(value / decoder.logit_softcap);
    logits[index] = value * decoder.logit_scale;
  }
}

}  // namespace

void finish(const Step &step, const Output &output) {
  const Decoder &decoder = step.decoder;
  normalize(step, decoder.norm, step.x, step.h);
  if (output.hidden != nullptr) std::copy(step.h, step.h + step.rows * decoder.width, output.hidden);
  if (output.logits == nullptr) return;
  const int64_t rows = gather_logit_rows(step);
  run_linear(step, decoder.head, step.x, rows, nullptr, output.logits);
  shape_logits(decoder, output.logits, rows * decoder.vocabulary);
}

}  // namespace modelet::models
