// Tiles of whole sequences, each on one thread with an arena of its own.
//
// Kernels keep the pool while a tile runs: threads that find no more tiles help inside the last ones, and a single text uses
// them all. How work is cut never changes a result (kernels.h).
#include <algorithm>
#include <atomic>
#include <string>

#include "core/memory.h"
#include "graph/plan.h"
#include "graph/program.h"
#include "weights/weights.h"

namespace modelet::graph {
namespace {

constexpr int64_t aligned(int64_t bytes) {
  return (bytes + 63) / 64 * 64;
}

// Where things stand in a tile's arena, in bytes. Scratch comes first.
struct ArenaLayout {
  ArenaLayout(const Program &program, int64_t rows, int64_t sequences)
      : outputs(aligned(program.bytes_per_row * rows + program.bytes_per_sequence * sequences + program.bytes_per_tile)),
        segments(outputs + aligned(static_cast<int64_t>(program.outputs.size() * sizeof(void *)))),
        positions(segments + aligned(sequences * static_cast<int64_t>(sizeof(Segment)))),
        input_ids(positions + aligned(rows * static_cast<int64_t>(sizeof(int32_t)))),
        token_type_ids(input_ids + aligned(rows * static_cast<int64_t>(sizeof(int32_t)))),
        bytes(token_type_ids + aligned(rows * static_cast<int64_t>(sizeof(int32_t)))) {}

  int64_t outputs, segments, positions, input_ids, token_type_ids;
  int64_t bytes;
};

int64_t arena_bytes(const Program &program, const TileRange &range) {
  return ArenaLayout(program, range.rows, range.sequences).bytes;
}

// The ids of one tile, as the program's mode wants them: each sequence followed by its padding.
struct TileWriter {
  const Program &program;
  const TokenBatch &batch;
  const TileRange &range;
  std::byte *arena;
  const ArenaLayout layout{program, range.rows, range.sequences};

  template <typename T>
  T *at(int64_t offset) const {
    return reinterpret_cast<T *>(arena + offset);
  }

  Tile write() const {
    auto *segments = at<Segment>(layout.segments);
    int64_t row = 0;
    for (int64_t index = 0; index < range.sequences; ++index) {
      const int64_t length = batch.lengths[static_cast<std::size_t>(range.first_sequence + index)];
      const int64_t rows = program.ragged ? length : batch.padded;
      segments[index] = {row, rows, length};
      for (int64_t place = 0; place < rows; ++place) at<int32_t>(layout.positions)[row + place] = static_cast<int32_t>(place);
      row += rows;
    }
    const std::span<const Segment> view(segments, static_cast<std::size_t>(range.sequences));
    const int32_t *ids = pad(view, batch.input_ids, batch.pad_id, at<int32_t>(layout.input_ids));
    const int32_t *types = pad(view, batch.token_type_ids, batch.pad_type_id, at<int32_t>(layout.token_type_ids));
    return {view, ids, types, at<int32_t>(layout.positions), range.rows, range.first_sequence, batch.padded, arena};
  }

  // Ragged tiles read the batch where it stands. A field that the tokenizer does not make is zeros.
  const int32_t *pad(std::span<const Segment> segments, const std::vector<int32_t> &values, int32_t padding, int32_t *to) const {
    if (values.size() != batch.input_ids.size()) {
      std::fill(to, to + range.rows, 0);
      return to;
    }
    const int32_t *from = values.data() + range.first_token;
    if (program.ragged) return from;
    for (const Segment &segment : segments) {
      std::copy(from, from + segment.valid, to + segment.first);
      std::fill(to + segment.first + segment.valid, to + segment.first + segment.rows, padding);
      from += segment.valid;
    }
    return to;
  }
};

bool check_lengths(Call &call, const Program &program, const TokenBatch &batch) {
  int64_t longest = program.ragged ? 0 : batch.padded;
  for (const int32_t length : batch.lengths) longest = std::max<int64_t>(longest, length);
  if (program.maximum_length == 0 || longest <= program.maximum_length) return true;
  call.fail({"RuntimeError",
             "the model's maximum context length is " + std::to_string(program.maximum_length) + " tokens, and a text has " +
                 std::to_string(longest) + "; shorten it, or let the function truncate",
             400, "invalid_request_error", "context_length_exceeded", "input"});
  return false;
}

// In torch's words, and with the value.
bool check_id(Call &call, const Program &program, int32_t id) {
  if (program.vocabulary_size == 0 || (id >= 0 && id < program.vocabulary_size)) return true;
  call.raise("IndexError", "index out of range in self: token id " + std::to_string(id) + " in a vocabulary of " +
                               std::to_string(program.vocabulary_size));
  return false;
}

bool check(Call &call, const Program &program, const TokenBatch &batch) {
  if (!check_lengths(call, program, batch)) return false;
  for (const int32_t id : batch.input_ids) {
    if (!check_id(call, program, id)) return false;
  }
  return program.ragged || batch.lengths.empty() || check_id(call, program, batch.pad_id);
}

bool make_outputs(Call &call, const Program &program, const TokenBatch &batch, std::vector<Tensor> &outputs) {
  outputs.clear();
  for (const Output &output : program.outputs) {
    std::vector<int64_t> shape{static_cast<int64_t>(batch.lengths.size())};
    for (const int64_t extent : output.shape) shape.push_back(extent < 0 ? batch.padded : extent);
    outputs.push_back(new_tensor(call, output.dtype, std::move(shape)));
    if (call.failed()) return false;
  }
  return true;
}

// What the arena that starts with each tile must hold: that tile and, since its thread goes on, any later one.
std::vector<int64_t> arena_sizes(const Program &program, const std::vector<TileRange> &tiles) {
  std::vector<int64_t> sizes(tiles.size());
  int64_t largest = 0;
  for (std::size_t index = tiles.size(); index-- > 0;) {
    largest = std::max(largest, arena_bytes(program, tiles[index]));
    sizes[index] = largest;
  }
  return sizes;
}

// An arena a thread. Without memory for all threads, fewer run; none at all is the error.
std::vector<std::shared_ptr<void>> make_arenas(Call &call, const Program &program, const std::vector<TileRange> &tiles) {
  const std::vector<int64_t> sizes = arena_sizes(program, tiles);
  const std::size_t wanted = std::min(tiles.size(), static_cast<std::size_t>(concurrency(call.context)));
  std::vector<std::shared_ptr<void>> arenas;
  while (arenas.size() < wanted) {
    std::shared_ptr<void> arena = new_bytes(call, static_cast<uint64_t>(sizes[arenas.size()]));
    if (arena == nullptr) {
      if (!arenas.empty()) call.error = {};
      break;
    }
    arenas.push_back(std::move(arena));
  }
  return arenas;
}

// For programs whose library has no weights file.
struct NoWeights : Weights {};

void run_tile(const Weights &weights, const Context &context, const Program &program, const TokenBatch &batch, const TileRange &range,
              std::byte *arena, const std::vector<Tensor> &outputs) {
  const TileWriter writer{program, batch, range, arena};
  auto **places = writer.at<void *>(writer.layout.outputs);
  for (std::size_t index = 0; index < outputs.size(); ++index) {
    const Tensor &output = outputs[index];
    const std::size_t row = output.bytes() / static_cast<std::size_t>(output.shape[0]);
    places[index] = static_cast<std::byte *>(output.data) + static_cast<std::size_t>(range.first_sequence) * row;
  }
  program.run(context, weights, writer.write(), places);
}

}  // namespace

bool execute(Call &call, const Program &program, const TokenBatch &batch, std::vector<Tensor> &outputs) {
  if (call.failed() || !check(call, program, batch) || !make_outputs(call, program, batch, outputs)) return false;
  const auto sequences = static_cast<int64_t>(batch.lengths.size());
  const int64_t rows = program.ragged ? static_cast<int64_t>(batch.input_ids.size()) : sequences * batch.padded;
  const std::vector<TileRange> tiles = plan_tiles(batch, program.ragged, target_rows(rows, concurrency(call.context)));
  const std::vector<std::shared_ptr<void>> arenas = make_arenas(call, program, tiles);
  if (call.failed()) return false;

  Context context = call.context;
  context.cancelled = &call.cancelled;
  const NoWeights none;
  const Weights &weights = call.weights == nullptr ? none : *call.weights;
  std::atomic<std::size_t> next{arenas.size()};
  std::atomic<bool> intact{true};
  parallel(context, static_cast<int64_t>(arenas.size()), [&](int64_t slot) {
    auto *arena = static_cast<std::byte *>(arenas[static_cast<std::size_t>(slot)].get());
    for (auto index = static_cast<std::size_t>(slot); index < tiles.size(); index = next.fetch_add(1)) {
      if (call.cancelled.load(std::memory_order_relaxed) || !intact.load(std::memory_order_relaxed)) return;
      if (!weights.intact()) return intact.store(false, std::memory_order_relaxed);
      run_tile(weights, context, program, batch, tiles[index], arena, outputs);
    }
  });
  if (!intact.load(std::memory_order_relaxed)) call.fail(weights.replaced());
  return !call.failed() && !call.interrupted();
}

}  // namespace modelet::graph
