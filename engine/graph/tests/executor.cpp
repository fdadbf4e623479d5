#include "core/host.h"
#include "core/memory.h"
#include "graph/program.h"
#include "graph/tests/support.h"
#include "testing/check.h"
#include "weights/weights.h"

namespace modelet::graph::tests {
namespace {

const struct NoWeights : Weights {
} nothing;

// What the programs below saw, counted in their outputs: [sum of ids, rows, valid, sum of positions, sum of types].
constexpr int64_t facts = 5;
constexpr int64_t facts_shape[] = {facts};
constexpr int64_t padded_shape[] = {-1};

void count(const Context &, const Weights &, const Tile &tile, void *const *outputs) {
  auto *out = static_cast<int64_t *>(outputs[0]);
  for (const Segment &segment : tile.segments) {
    std::fill(out, out + facts, 0);
    out[1] = segment.rows;
    out[2] = segment.valid;
    for (int64_t row = segment.first; row < segment.first + segment.rows; ++row) {
      out[0] += tile.input_ids[row];
      out[3] += tile.positions[row];
      out[4] += tile.token_type_ids[row];
    }
    out += facts;
  }
  // All of it may be written.
  const auto sequences = static_cast<int64_t>(tile.segments.size());
  std::fill(tile.scratch, tile.scratch + 8 * tile.rows + 100 * sequences + 16, std::byte{255});
}

void copy_ids(const Context &, const Weights &, const Tile &tile, void *const *outputs) {
  std::copy(tile.input_ids, tile.input_ids + tile.rows, static_cast<int32_t *>(outputs[0]));
}

void cancel(const Context &context, const Weights &, const Tile &, void *const *) {
  const_cast<std::atomic<bool> *>(context.cancelled)->store(true);
}

constexpr Output count_outputs[] = {{DType::int64, facts_shape}};
constexpr Output id_outputs[] = {{DType::int32, padded_shape}};

Program counting(bool ragged) {
  return {"count", count, 8, 16, 0, vocabulary, ragged, count_outputs, 100};
}

void prepare(Call &call, const modelet_host *host = &own_host()) {
  call.context.host = host;
  call.weights = &nothing;
}

void check_facts(const TokenBatch &batch, bool ragged) {
  Call call;
  prepare(call);
  std::vector<Tensor> outputs;
  CHECK(execute(call, counting(ragged), batch, outputs));
  CHECK_EQUAL(outputs.size(), 1U);
  CHECK_EQUAL(outputs[0].elements(), facts * static_cast<int64_t>(batch.lengths.size()));
  const auto *out = static_cast<const int64_t *>(outputs[0].data);
  std::size_t token = 0;
  for (const int32_t length : batch.lengths) {
    const int64_t rows = ragged ? length : batch.padded, padding = rows - length;
    int64_t ids = padding * batch.pad_id, types = padding * batch.pad_type_id;
    for (int32_t place = 0; place < length; ++place, ++token) {
      ids += batch.input_ids[token];
      types += batch.token_type_ids[token];
    }
    CHECK_EQUAL(out[0], ids);
    CHECK_EQUAL(out[1], rows);
    CHECK_EQUAL(out[2], length);
    CHECK_EQUAL(out[3], rows * (rows - 1) / 2);
    CHECK_EQUAL(out[4], types);
    out += facts;
  }
}

void check_every_sequence_once() {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    TokenBatch batch = random_batch(seed, static_cast<int64_t>(seed * 3), 1 + (seed * 7) % 200);
    batch.pad_type_id = 1;
    check_facts(batch, true);
    check_facts(batch, false);
  }
}

// Tiles of few rows and many sequences come last and need the most room.
void check_many_empty_texts() {
  TokenBatch batch;
  batch.lengths.assign(8, 250);
  batch.lengths.push_back(100);
  batch.lengths.insert(batch.lengths.end(), 500, 0);
  batch.padded = 250;
  batch.input_ids.assign(8 * 250 + 100, 7);
  batch.token_type_ids.assign(batch.input_ids.size(), 0);
  check_facts(batch, true);
}

void check_padded_output() {
  TokenBatch batch = random_batch(3, 40, 30);
  Call call;
  prepare(call);
  std::vector<Tensor> outputs;
  CHECK(execute(call, {"ids", copy_ids, 0, 0, 0, 0, false, id_outputs}, batch, outputs));
  CHECK_EQUAL(outputs[0].shape[1], batch.padded);
  const auto *ids = static_cast<const int32_t *>(outputs[0].data);
  std::size_t token = 0;
  for (const int32_t length : batch.lengths) {
    for (int32_t place = 0; place < batch.padded; ++place) CHECK_EQUAL(*ids++, place < length ? batch.input_ids[token++] : batch.pad_id);
  }
}

void check_missing_types() {
  TokenBatch batch = random_batch(4, 5, 20);
  batch.token_type_ids.clear();
  Call call;
  prepare(call, nullptr);
  std::vector<Tensor> outputs;
  CHECK(execute(call, counting(true), batch, outputs));
  CHECK_EQUAL(static_cast<const int64_t *>(outputs[0].data)[4], 0);
}

Error error_of(const Program &program, const TokenBatch &batch) {
  Call call;
  prepare(call);
  std::vector<Tensor> outputs;
  CHECK(!execute(call, program, batch, outputs));
  return call.error;
}

bool mentions(const Error &error, const std::string &text) {
  return error.message.find(text) != std::string::npos;
}

void check_errors() {
  TokenBatch batch = random_batch(5, 8, 50);
  Program program = counting(true);
  program.maximum_length = *std::max_element(batch.lengths.begin(), batch.lengths.end()) - 1;
  const Error longer = error_of(program, batch);
  CHECK_EQUAL(longer.python_class.text(), "RuntimeError");
  CHECK_EQUAL(longer.code, "context_length_exceeded");
  CHECK_EQUAL(longer.status, 400);
  CHECK(mentions(longer, std::to_string(program.maximum_length)) && mentions(longer, std::to_string(program.maximum_length + 1)));

  for (const int32_t wrong : {static_cast<int32_t>(vocabulary), -1}) {
    batch.input_ids[7] = wrong;
    const Error outside = error_of(counting(true), batch);
    CHECK_EQUAL(outside.python_class.text(), "IndexError");
    CHECK(mentions(outside, "index out of range in self") && mentions(outside, std::to_string(wrong)));
  }
  batch.input_ids[7] = 0;
  batch.pad_id = static_cast<int32_t>(vocabulary);
  CHECK_EQUAL(error_of(counting(false), batch).python_class.text(), "IndexError");
}

void check_cancelled() {
  const TokenBatch batch = random_batch(6, 300, 50);
  Program program = counting(true);
  program.run = cancel;
  const Error error = error_of(program, batch);
  CHECK_EQUAL(error.code, "cancelled");
}

// Memory is given back, fewer threads run when there is not enough for all, and an error comes when there is for none.
void check_memory() {
  const TokenBatch batch = random_batch(7, 100, 200);
  Program program = counting(true);
  program.bytes_per_row = 4096;
  const uint64_t before = host_reserved(own_host());
  for (const uint64_t limit : {uint64_t{0}, uint64_t{2} << 20, uint64_t{1} << 14}) {
    Call call;
    prepare(call);
    call.budget = std::make_shared<Budget>(&own_host(), limit);
    std::vector<Tensor> outputs;
    const bool done = execute(call, program, batch, outputs);
    CHECK_EQUAL(done, limit != uint64_t{1} << 14);
    if (!done) CHECK_EQUAL(call.error.python_class.text(), "MemoryError");
    if (limit != 0) CHECK(call.budget->peak() <= limit);
    outputs.clear();
    CHECK_EQUAL(call.budget->used(), 0U);
  }
  CHECK_EQUAL(host_reserved(own_host()), before);
}

}  // namespace

void test_executor() {
  check_every_sequence_once();
  check_many_empty_texts();
  check_padded_output();
  check_missing_types();
  check_errors();
  check_cancelled();
  check_memory();
}

}  // namespace modelet::graph::tests
