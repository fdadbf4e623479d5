// encoder THREADS ROUNDS TEXTS LENGTH...: a hand-written encoder of MiniLM's shape with random weights, over the kernels and the graph
// executor. The first TEXTS lengths are one batch. Prints one line of seconds per round; every further length is a text alone, a line each.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "core/cpu.h"
#include "core/host.h"
#include "graph/tests/encoder.h"
#include "weights/weights.h"

namespace {

using namespace modelet;
using namespace modelet::graph;
using namespace modelet::graph::tests;

const struct NoWeights : Weights {
} nothing;

constexpr int64_t width_shape[] = {minilm.hidden};
constexpr Output encoder_outputs[] = {{DType::float32, width_shape}};

TokenBatch batch_of(const std::vector<int32_t> &lengths) {
  TokenBatch batch;
  batch.lengths = lengths;
  for (const int32_t length : lengths) {
    batch.padded = std::max(batch.padded, length);
    for (int32_t place = 0; place < length; ++place) batch.input_ids.push_back(1000 + place * 37 % 20000);
  }
  batch.token_type_ids.assign(batch.input_ids.size(), 0);
  return batch;
}

double seconds(const Program &program, const TokenBatch &batch) {
  Call call;
  call.context = {&own_host(), host_isa(), nullptr};
  call.weights = &nothing;
  std::vector<Tensor> outputs;
  const auto start = std::chrono::steady_clock::now();
  if (!execute(call, program, batch, outputs)) std::exit(1);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measure(const Program &program, const TokenBatch &batch, int rounds) {
  seconds(program, batch);
  for (int round = 0; round < rounds; ++round) std::printf("%.6f ", seconds(program, batch));
  std::printf("\n");
}

}  // namespace

int main(int count, char **arguments) {
  if (count < 5) return 2;
  host_configure(own_host(), static_cast<uint64_t>(std::atoi(arguments[1])));
  host_attach(own_host(), 1);
  const int rounds = std::atoi(arguments[2]), texts = std::atoi(arguments[3]);
  const Encoder encoder(minilm);
  current = &encoder;
  const Program program{"encoder", run_encoder, encoder.bytes_per_row(), 0, minilm.positions, minilm.vocabulary, true, encoder_outputs};
  std::vector<int32_t> lengths;
  for (int index = 4; index < count; ++index) lengths.push_back(std::atoi(arguments[index]));
  measure(program, batch_of({lengths.begin(), lengths.begin() + texts}), rounds);
  for (std::size_t index = static_cast<std::size_t>(texts); index < lengths.size(); ++index)
    measure(program, batch_of({lengths[index]}), 20 * rounds);
  host_attach(own_host(), -1);
  return 0;
}
