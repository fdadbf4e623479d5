// An encoder gives a text the same bits alone, in any batch, at any place, padded or not, on any number of threads.
#include "graph/tests/encoder.h"

#include <cstring>

#include "core/cpu.h"
#include "core/host.h"
#include "graph/tests/support.h"
#include "testing/check.h"
#include "weights/weights.h"

namespace modelet::graph::tests {
namespace {

const struct NoWeights : Weights {
} nothing;
constexpr EncoderShape small{2, 48, 3, 80, vocabulary, 512};
constexpr int64_t width_shape[] = {small.hidden};
constexpr Output outputs_of_encoder[] = {{DType::float32, width_shape}};

std::vector<float> embed(const TokenBatch &batch, bool ragged, uint64_t threads, const modelet_host *host) {
  Call call;
  call.context = {host, host_isa(), nullptr};
  call.weights = &nothing;
  host_configure(own_host(), threads);
  std::vector<Tensor> outputs;
  const Program program{"encoder", run_encoder, current->bytes_per_row(), 0, small.positions, vocabulary, ragged, outputs_of_encoder};
  CHECK(execute(call, program, batch, outputs));
  const auto *first = static_cast<const float *>(outputs[0].data);
  return {first, first + outputs[0].elements()};
}

// The texts from `first` on, as a batch.
TokenBatch part(const TokenBatch &batch, std::size_t first, std::size_t texts) {
  TokenBatch result;
  std::ptrdiff_t token = 0;
  for (std::size_t text = 0; text < first; ++text) token += batch.lengths[text];
  for (std::size_t text = first; text < first + texts; ++text) {
    const int32_t length = batch.lengths[text];
    result.lengths.push_back(length);
    result.padded = std::max(result.padded, length);
    result.input_ids.insert(result.input_ids.end(), batch.input_ids.begin() + token, batch.input_ids.begin() + token + length);
    result.token_type_ids.insert(result.token_type_ids.end(), batch.token_type_ids.begin() + token,
                                 batch.token_type_ids.begin() + token + length);
    token += length;
  }
  return result;
}

bool equal(const std::vector<float> &whole, std::size_t first, const std::vector<float> &some) {
  return std::memcmp(whole.data() + first * static_cast<std::size_t>(small.hidden), some.data(), some.size() * sizeof(float)) == 0;
}

}  // namespace

void test_encoder() {
  const Encoder encoder(small);
  current = &encoder;
  const TokenBatch batch = random_batch(11, 90, 150);
  const std::vector<float> whole = embed(batch, true, 3, &own_host());
  CHECK(equal(whole, 0, embed(batch, true, 1, nullptr)));
  CHECK(equal(whole, 0, embed(batch, true, 2, &own_host())));
  CHECK(equal(whole, 0, embed(batch, false, 3, &own_host())));
  for (std::size_t first = 0; first < batch.lengths.size(); first += 7) {
    CHECK(equal(whole, first, embed(part(batch, first, 1), true, 3, &own_host())));
    CHECK(equal(whole, first, embed(part(batch, first, std::min<std::size_t>(5, 90 - first)), true, 2, &own_host())));
    CHECK(equal(whole, first, embed(part(batch, first, 1), true, 1, nullptr)));
  }
}

}  // namespace modelet::graph::tests
