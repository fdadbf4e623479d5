// Runs a model's forward directly: logits of every token, the prompt cut into chunks.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "core/host.h"
#include "core/memory.h"
#include "models/shards/sharded_model.h"
#include "natives.h"

extern const modelet::WeightFile modelet_weights_file;

namespace {

using namespace modelet;

bool run(const generation::Description &description, const char *path, std::span<const int32_t> tokens, int64_t chunk, int64_t ranks,
         Isa isa, float *logits) {
  Error error;
  auto budget = std::make_shared<Budget>(&own_host(), 0);
  const auto weights = Weights::open(modelet_weights_file, {path}, budget, error);
  if (weights == nullptr) return false;
  const models::Decoder &decoder = *description.decoder;
  const auto model =
      ranks == 1 ? description.family->make(decoder, *weights) : models::make_sharded(*description.family, decoder, *weights, ranks, error);
  if (model == nullptr) return std::fprintf(stderr, "%s\n", error.message.c_str()), false;
  // Blocks in falling order, each layer's in memory of its own.
  const int64_t blocks = (static_cast<int64_t>(tokens.size()) + kernels::cache_block_tokens - 1) / kernels::cache_block_tokens;
  std::vector<std::shared_ptr<void>> memory;
  std::vector<kernels::LayerCache> layers;
  for (std::size_t index = 0; index < decoder.layers.size() * static_cast<std::size_t>(ranks); ++index) {
    const models::Layer &layer = decoder.layers[index % decoder.layers.size()];
    const auto [heads, width] = std::pair(layer.attention.kv_heads / ranks, layer.attention.head_dim);
    const uint64_t bytes = kernels::cache_block_bytes(description.cache_format, heads, width);
    memory.push_back(new_bytes(std::max<uint64_t>(bytes * static_cast<uint64_t>(blocks), 64)));
    layers.push_back({description.cache_format, static_cast<std::byte *>(memory.back().get()), static_cast<int64_t>(bytes), heads, width});
  }
  std::vector<int32_t> order(static_cast<std::size_t>(blocks));
  std::iota(order.rbegin(), order.rend(), 0);
  const std::atomic<bool> cancelled{false};
  const int64_t count = static_cast<int64_t>(tokens.size());
  for (int64_t first = 0; first < count; first += chunk) {
    const int64_t rows = std::min(chunk, count - first);
    const models::Segment segment{tokens.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(rows)), first, order, rows};
    const auto scratch = new_bytes(model->scratch_bytes(rows, rows));
    model->forward({&own_host(), isa, &cancelled}, {{&segment, 1}}, {layers}, scratch.get(),
                   {logits + first * decoder.vocabulary, nullptr});
  }
  return true;
}

const generation::Description *const descriptions[] = {MODELS};

// An engine with the model in so many ranks.
struct Opened {
  Opened(const generation::Description &of, int64_t ranks, const Weights &weights, std::shared_ptr<Budget> budget) : description(of) {
    description.ranks = ranks;
    description.sharded = models::make_sharded;
    service = generation::open_engine(description, {&own_host(), Isa::generic, &weights, std::move(budget), nullptr, 0}, error);
  }
  generation::Description description;
  Error error;
  std::shared_ptr<void> service;
};

struct Written {
  int32_t *tokens;
  int64_t count = 0;
};

void read(generation::Generation &from, int64_t most, Written &out) {
  Call call;
  int32_t token = 0;
  for (; most > 0 && from.next(call, token); --most) out.tokens[out.count++] = token;
}

// Greedy text; after `move` tokens a second engine goes on with what the first one exports. Below 0: an error, printed.
int64_t generate(const generation::Description &description, const char *path, std::span<const int32_t> prompt, int64_t limit, int64_t move,
                 int64_t ranks, int32_t *out) {
  Error error;
  auto budget = std::make_shared<Budget>(&own_host(), 0);
  const auto weights = Weights::open(modelet_weights_file, {path}, budget, error);
  if (weights == nullptr) return -1;
  const Opened first(description, ranks, *weights, budget), second(description, ranks, *weights, budget);
  Written written{out};
  Call begun, moved;
  if (first.service == nullptr) return std::fprintf(stderr, "%s\n", first.error.message.c_str()), -2;
  const generation::Request request{{prompt.begin(), prompt.end()}, limit, {}};
  auto generation = generation::Generation::start(begun, first.service.get(), request);
  if (generation == nullptr) return -3;
  read(*generation, move, written);
  if (!generation->finished() && move < limit) {
    const std::vector<std::byte> state = generation->export_state();
    generation = generation::Generation::resume(moved, second.service.get(), {{}, limit, {}}, state);
    if (generation == nullptr) return std::fprintf(stderr, "%s\n", moved.error.message.c_str()), -4;
    read(*generation, limit, written);
  }
  return written.count;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int64_t modelet_test_generate(int model, const char *weights, const int32_t *prompt,
                                                                                int64_t count, int64_t limit, int64_t move, int64_t ranks,
                                                                                int32_t *out) {
  return generate(*descriptions[model], weights, {prompt, static_cast<std::size_t>(count)}, limit, move, ranks, out);
}

extern "C" __attribute__((visibility("default"))) int modelet_test_logits(int model, const char *weights, const int32_t *tokens,
                                                                          int64_t count, int64_t chunk, int64_t ranks, int isa,
                                                                          float *logits) {
  return run(*descriptions[model], weights, {tokens, static_cast<std::size_t>(count)}, chunk, ranks, static_cast<Isa>(isa), logits) ? 0 : 1;
}
