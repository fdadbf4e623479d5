// How a compiled tensor graph is run: ragged, in bounded tiles of tokens.
//
// The emitter writes one `Program` per tensor graph: a function that runs the whole graph over one tile, plus its sizes. The
// executor cuts the batch into tiles of whole sequences, gives each tile to one thread of the pool with an arena of its
// own, and lets the kernels share the threads when there are fewer tiles than threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/call.h"
#include "core/tensor.h"
#include "kernels/kernels.h"

namespace modelet::graph {

// Tokenised texts without padding: what a tokenizer call returns natively.
// `lengths[i]` ids of text i, one after another in each field. `padded` is the width Python would see ([texts, padded]).
struct TokenBatch {
  std::vector<int32_t> input_ids;       // [sum of lengths]
  std::vector<int32_t> token_type_ids;  // [sum of lengths]
  std::vector<int32_t> lengths;         // [texts]
  int32_t padded = 0;
  int32_t pad_id = 0;
  int32_t pad_type_id = 0;
};

// What one tile's code sees. Rows are the tokens of whole sequences, one after another, in the batch's order.
struct Tile {
  std::span<const Segment> segments;  // rows count from the tile's own first row
  const int32_t *input_ids;           // [rows]
  const int32_t *token_type_ids;      // [rows]
  const int32_t *positions;           // [rows], from 0 in each segment
  int64_t rows;
  int64_t first_sequence;  // index of segments[0] in the whole batch
  int64_t padded;          // width of the padded batch, for graphs that look at padding
  std::byte *scratch;      // 64-byte aligned, bytes_per_row * rows + bytes_per_sequence * segments + bytes_per_tile
};

struct Output {
  DType dtype;
  std::span<const int64_t> shape;  // without the leading axis of sequences; -1 stands for the padded width
};

// Written by the emitter as a constant.
struct Program {
  const char *name;
  // Writes each output's rows of this tile: outputs[i] is [segments, outputs[i].shape...], C-contiguous. May leave early,
  // with anything written, when context.cancelled is set.
  void (*run)(const Context &context, const Weights &weights, const Tile &tile, void *const *outputs);
  int64_t bytes_per_row;
  int64_t bytes_per_tile;
  int64_t maximum_length;   // longest sequence the model has positions for; 0: no limit
  int64_t vocabulary_size;  // ids must be below it; 0: not checked
  bool ragged;              // false: each sequence runs at the padded width, with `valid` marking its tokens
  std::span<const Output> outputs;
  int64_t bytes_per_sequence = 0;  // scratch for each of the tile's sequences, beside that for each row
};

// Runs the program over every sequence. Sets call.error (class and code as Python's model would raise: an id out of range, a
// sequence longer than the model's positions with both lengths, no memory, cancelled) and returns false, or fills one
// tensor [sequences, ...] per output.
bool execute(Call &call, const Program &program, const TokenBatch &batch, std::vector<Tensor> &outputs);

}  // namespace modelet::graph
