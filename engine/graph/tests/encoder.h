// A BERT encoder written by hand over the kernels, as the compiler would emit it: what tests and benchmarks run before any
// compiler. Weights are random.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "graph/program.h"
#include "kernels/elementwise.h"
#include "kernels/gather.h"
#include "kernels/segments.h"

namespace modelet::graph::tests {

struct EncoderShape {
  int64_t layers, hidden, heads, inner, vocabulary, positions;
};

// all-MiniLM-L6-v2.
inline constexpr EncoderShape minilm{6, 384, 12, 1536, 30522, 512};

// One linear layer: panels and bias.
struct Dense {
  Dense(int64_t outputs, int64_t inputs, std::mt19937 &engine) : out(outputs), in(inputs) {
    std::normal_distribution<float> normal(0.0F, 0.04F);
    panels.resize(static_cast<std::size_t>((out + 15) / 16 * 16 * in));
    bias.resize(static_cast<std::size_t>(out));
    for (float &value : panels) value = normal(engine);
    for (float &value : bias) value = normal(engine);
  }
  int64_t out, in;
  std::vector<float> panels, bias;
};

struct Layer {
  Layer(const EncoderShape &shape, std::mt19937 &engine)
      : qkv(3 * shape.hidden, shape.hidden, engine),
        projection(shape.hidden, shape.hidden, engine),
        up(shape.inner, shape.hidden, engine),
        down(shape.hidden, shape.inner, engine) {}
  Dense qkv, projection, up, down;
};

struct Encoder {
  explicit Encoder(const EncoderShape &given) : shape(given), engine(1) {
    std::normal_distribution<float> normal(0.0F, 0.04F);
    for (auto [table, rows] : {std::pair(&words, shape.vocabulary), std::pair(&places, shape.positions), std::pair(&kinds, int64_t{2})}) {
      table->resize(static_cast<std::size_t>(rows * shape.hidden));
      for (float &value : *table) value = normal(engine);
    }
    ones.assign(static_cast<std::size_t>(shape.hidden), 1.0F);
    zeros.assign(static_cast<std::size_t>(shape.hidden), 0.01F);
    for (int64_t layer = 0; layer < shape.layers; ++layer) layers.emplace_back(shape, engine);
  }

  EncoderShape shape;
  std::mt19937 engine;
  std::vector<float> words, places, kinds, ones, zeros;
  std::vector<Layer> layers;

  int64_t wide() const { return std::max(3 * shape.hidden, shape.inner); }
  int64_t bytes_per_row() const { return (2 * shape.hidden + wide()) * static_cast<int64_t>(sizeof(float)); }

  void dense(const Context &context, const Dense &layer, const float *x, const float *residual, float *y, int64_t rows,
             kernels::Activation activation = kernels::Activation::none) const {
    kernels::linear(context,
                    {x, layer.in, layer.panels.data(), layer.bias.data(), residual, y, layer.out, rows, layer.in, layer.out, activation});
  }

  void norm(const Context &context, const float *x, float *y, int64_t rows) const {
    kernels::layer_norm(context, {x, ones.data(), zeros.data(), y, rows, shape.hidden, 1e-12F});
  }

  void forward(const Context &context, const Tile &tile, float *pooled) const {
    const int64_t hidden = shape.hidden, head_dim = hidden / shape.heads;
    auto *x = reinterpret_cast<float *>(tile.scratch), *y = x + tile.rows * hidden, *inner = y + tile.rows * hidden;
    const kernels::GatheredTable tables[] = {
        {words.data(), tile.input_ids, 0}, {kinds.data(), tile.token_type_ids, 0}, {places.data(), tile.positions, 0}};
    kernels::gather(context, tables, y, tile.rows, hidden);
    norm(context, y, x, tile.rows);
    for (const Layer &layer : layers) {
      dense(context, layer.qkv, x, nullptr, inner, tile.rows);
      const int64_t stride = 3 * hidden;
      kernels::attention(context, {inner, inner + hidden, inner + 2 * hidden, y, stride, stride, stride, hidden, shape.heads, shape.heads,
                                   head_dim, 1 / std::sqrt(static_cast<float>(head_dim)), false, tile.segments});
      dense(context, layer.projection, y, x, x, tile.rows);
      norm(context, x, x, tile.rows);
      dense(context, layer.up, x, nullptr, inner, tile.rows, kernels::Activation::gelu_erf);
      dense(context, layer.down, inner, x, x, tile.rows);
      norm(context, x, x, tile.rows);
    }
    kernels::reduce_segments(context, kernels::Reduction::mean, kernels::Extent::valid, tile.segments, x, pooled, hidden);
    const auto sequences = static_cast<int64_t>(tile.segments.size());
    kernels::normalize_rows(context, pooled, hidden, pooled, hidden, sequences, hidden, 1e-12F);
  }
};

// Programs are plain functions: the encoder they run.
inline const Encoder *current = nullptr;

inline void run_encoder(const Context &context, const Weights &, const Tile &tile, void *const *outputs) {
  current->forward(context, tile, static_cast<float *>(outputs[0]));
}

}  // namespace modelet::graph::tests
