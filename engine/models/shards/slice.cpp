#include "models/shards/slice.h"

#include <cstring>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/memory.h"
#include "kernels/quantized/layout.h"

namespace modelet::models {
namespace {

using kernels::panel_width;
using kernels::WeightFormat;

// Where the values of one column of a panel stand: `each` chunks a step of depth, the columns' chunks beside each other.
struct Strip {
  int64_t offset, chunk, stride, each;
};
struct Panels {
  int64_t step;   // of depth
  int64_t bytes;  // from a panel to the next
  std::vector<Strip> strips;
};

Panels panels_of(WeightFormat format, int64_t in) {
  if (kernels::is_float(format)) {
    const int64_t size = kernels::float_bytes(format);
    return {1, in * panel_width * size, {{0, size, panel_width * size, 1}}};
  }
  const kernels::PanelLayout layout = kernels::panel_layout(format, in);
  Panels panels{kernels::group_width, layout.panel(), {{0, 2, layout.group_head, 1}, {layout.head, 4, 64, layout.group_values / 64}}};
  if (format == WeightFormat::q4) panels.strips.push_back({2 * panel_width, 2, layout.group_head, 1});
  return panels;
}

// Consecutive columns of a matrix, or values of depth.
struct Range {
  int64_t first, count;
};

struct Cut {
  Panels from, to;
  std::vector<Range> columns;
  int64_t first_step, steps;

  void column(const std::byte *source, int64_t which, std::byte *target, int64_t place) const {
    source += which / panel_width * from.bytes;
    target += place / panel_width * to.bytes;
    for (std::size_t index = 0; index < from.strips.size(); ++index) {
      const Strip &one = from.strips[index], &other = to.strips[index];
      const std::byte *read = source + one.offset + first_step * one.each * one.stride + which % panel_width * one.chunk;
      std::byte *write = target + other.offset + place % panel_width * other.chunk;
      for (int64_t chunk = 0; chunk < steps * one.each; ++chunk, read += one.stride, write += other.stride) {
        std::memcpy(write, read, static_cast<std::size_t>(one.chunk));
      }
    }
  }
  void run(const std::byte *source, std::byte *target) const {
    int64_t place = 0;
    for (const Range &range : columns) {
      for (int64_t index = 0; index < range.count; ++index) column(source, range.first + index, target, place++);
    }
  }
};

// Weights that are planned first, and then copied into one piece of memory.
class SlicedWeights : public Weights {
 public:
  using Fill = std::function<void(std::byte *)>;

  WeightIndex add(uint64_t bytes, Fill fill) {
    entries_.push_back({"slice", DType::uint8, bytes_, bytes});
    fills_.push_back(std::move(fill));
    bytes_ += (bytes + 63) / 64 * 64;
    return static_cast<WeightIndex>(entries_.size() - 1);
  }
  bool finish(const Weights &whole, Error &error) {
    memory_ = new_bytes(bytes_);
    if (memory_ == nullptr)
      return error = memory_error("no memory for a slice of the weights, " + std::to_string(bytes_) + " bytes"), false;
    auto *const base = static_cast<std::byte *>(memory_.get());
    std::memset(base, 0, bytes_);
    for (std::size_t index = 0; index < entries_.size(); ++index) fills_[index](base + entries_[index].offset);
    fills_.clear();
    described_ = {"slice", whole.file().sha256, bytes_, entries_, nullptr};
    base_ = base;
    file_ = &described_;
    return true;
  }

 private:
  std::shared_ptr<void> memory_;
  std::vector<WeightEntry> entries_;
  std::vector<Fill> fills_;
  WeightFile described_{};
  uint64_t bytes_ = 0;
};

class Cutter : public Slice {
 public:
  Cutter(const Decoder &whole, const Weights &weights, const Ranks &meeting, int64_t rank, int64_t ranks)
      : whole_(whole), from_(weights), rank_(rank), ranks_(ranks), decoder_(whole) {
    decoder_.ranks = &meeting;
  }

  const Decoder &decoder() const override { return decoder_; }
  const Weights &weights() const override { return weights_; }

  bool run(Error &error) {
    decoder_.heads = shared(whole_.heads, "heads");
    decoder_.embeddings = keep(whole_.embeddings);
    decoder_.norm = keep(whole_.norm);
    decoder_.head = whole(whole_.head);
    for (const Rotary &rotary : whole_.rotaries)
      rotaries_.push_back({keep(rotary.inverse_frequencies), rotary.rotary_dim, rotary.attention_factor});
    for (const Layer &layer : whole_.layers) layers_.push_back(cut(layer));
    if (whole_.layer_inputs != nullptr) inputs();
    decoder_.rotaries = rotaries_;
    decoder_.layers = layers_;
    if (!why_.empty())
      return error = invalid_request("the model cannot be cut for " + std::to_string(ranks_) + " ranks: " + why_, "shards"), false;
    return weights_.finish(from_, error);
  }

 private:
  // This rank's part of `count` equal things; 0 with the reason noted when they cannot be shared.
  int64_t shared(int64_t count, const char *what) {
    if (count % ranks_ != 0 && why_.empty()) why_ = std::to_string(count) + " " + what + " are no multiple of that";
    return count / ranks_;
  }

  WeightIndex keep(WeightIndex index) {
    if (index == absent) return absent;
    const uint64_t bytes = from_.file().entries[index].bytes;
    const std::byte *const source = from_.data<std::byte>(index);
    return weights_.add(bytes, [=](std::byte *to) { std::memcpy(to, source, bytes); });
  }
  WeightIndex keep_columns(WeightIndex index, const std::vector<Range> &columns) {
    if (index == absent) return absent;
    int64_t count = 0;
    for (const Range &range : columns) count += range.count;
    const float *const source = from_.data<float>(index);
    return weights_.add(static_cast<uint64_t>(count) * sizeof(float), [=](std::byte *to) {
      for (const Range &range : columns) {
        const auto bytes = static_cast<std::size_t>(range.count) * sizeof(float);
        std::memcpy(to, source + range.first, bytes);
        to += bytes;
      }
    });
  }

  Projection whole(const Projection &one) {
    if (one.panels == absent) return one;
    return {one.format, keep(one.panels), one.out, one.in, keep(one.bias)};
  }
  // Some of the columns, of some of the depth.
  Projection part(const Projection &one, const std::vector<Range> &columns, Range depth) {
    const Panels from = panels_of(one.format, one.in), to = panels_of(one.format, depth.count);
    if (why_.empty() && (depth.first % from.step != 0 || (depth.count % from.step != 0 && depth.first + depth.count != one.in))) {
      why_ = std::to_string(depth.count) + " values of depth are no whole groups of " + std::to_string(from.step) + " quantised ones";
    }
    int64_t out = 0;
    for (const Range &range : columns) out += range.count;
    const int64_t panels = (out + panel_width - 1) / panel_width, steps = (depth.count + from.step - 1) / from.step;
    const Cut cut{from, to, columns, depth.first / from.step, steps};
    const std::byte *const source = from_.data<std::byte>(one.panels);
    const WeightIndex index = weights_.add(static_cast<uint64_t>(panels * to.bytes), [=](std::byte *target) { cut.run(source, target); });
    return {one.format, index, out, depth.count};
  }
  Projection columns(const Projection &one, const std::vector<Range> &ranges) {
    Projection made = part(one, ranges, {0, one.in});
    made.bias = keep_columns(one.bias, ranges);
    return made;
  }
  // Reads this rank's part of the depth; one rank adds the bias.
  Projection depth(const Projection &one, const char *what) {
    const int64_t count = shared(one.in, what);
    Projection made = part(one, {{0, one.out}}, {rank_ * count, count});
    made.bias = rank_ == 0 ? keep(one.bias) : absent;
    made.partial = true;
    return made;
  }

  Attention cut(const Attention &one) {
    Attention made = one;
    const int64_t heads = decoder_.heads, others = shared(one.kv_heads, "heads of keys and values"), width = one.head_dim;
    const int64_t keys = whole_.heads * width, values = keys + one.kv_heads * width;
    std::vector<Range> ranges{{rank_ * heads * width, heads * width}};
    if (others > 0) {
      ranges.push_back({keys + rank_ * others * width, others * width});
      ranges.push_back({values + rank_ * others * width, others * width});
    }
    made.kv_heads = others;
    made.query_key_value = columns(one.query_key_value, ranges);
    made.output = depth(one.output, "values of attention");
    for (WeightIndex *vector : {&made.norm, &made.query_norm, &made.key_norm, &made.norm_after}) *vector = keep(*vector);
    return made;
  }
  // Gates, and what they gate.
  Projection gates(const Projection &one) {
    const int64_t all = one.out / 2, count = shared(all, "gates");
    return columns(one, {{rank_ * count, count}, {all + rank_ * count, count}});
  }
  FeedForward cut(const FeedForward &one) {
    FeedForward made = one;
    made.norm = keep(one.norm);
    made.norm_after = keep(one.norm_after);
    if (one.gate_up.panels == absent) return made;
    made.gate_up = gates(one.gate_up);
    made.down = depth(one.down, "gated values");
    return made;
  }
  const Experts *cut(const Experts &one) {
    Experts &made = experts_.emplace_back(one);
    made.router = whole(one.router);
    std::vector<Projection> &gate_up = projections_.emplace_back(), &down = projections_.emplace_back();
    for (const Projection &expert : one.gate_up) gate_up.push_back(gates(expert));
    for (const Projection &expert : one.down) down.push_back(depth(expert, "gated values of an expert"));
    made.gate_up = gate_up;
    made.down = down;
    for (WeightIndex *vector : {&made.router_norm, &made.norm, &made.norm_after, &made.dense_norm_after, &made.scales})
      *vector = keep(*vector);
    return &made;
  }
  Layer cut(const Layer &one) {
    Layer made = one;
    made.attention = cut(one.attention);
    made.feed_forward = cut(one.feed_forward);
    if (one.experts != nullptr) made.experts = cut(*one.experts);
    if (one.input != nullptr) {
      made.input =
          &layer_inputs_.emplace_back(LayerInput{whole(one.input->gate), whole(one.input->projection), keep(one.input->norm_after)});
    }
    return made;
  }
  void inputs() {
    inputs_ = *whole_.layer_inputs;
    inputs_.table = keep(inputs_.table);
    inputs_.projection = whole(inputs_.projection);
    inputs_.norm = keep(inputs_.norm);
    decoder_.layer_inputs = &inputs_;
  }

  const Decoder &whole_;
  const Weights &from_;
  const int64_t rank_, ranks_;
  std::string why_;
  Decoder decoder_;
  SlicedWeights weights_;
  std::vector<Rotary> rotaries_;
  std::vector<Layer> layers_;
  std::deque<Experts> experts_;
  std::deque<std::vector<Projection>> projections_;
  std::deque<LayerInput> layer_inputs_;
  LayerInputs inputs_{};
};

}  // namespace

std::unique_ptr<const Slice> make_slice(const Decoder &decoder, const Weights &weights, const Ranks &meeting, int64_t rank, int64_t ranks,
                                        Error &error) {
  auto slice = std::make_unique<Cutter>(decoder, weights, meeting, rank, ranks);
  if (!slice->run(error)) return nullptr;
  return slice;
}

}  // namespace modelet::models
