// packed_linear THREADS ROUNDS FORMAT: the linear layers of SmolLM2-135M with weights of a format and a head of bytes. First a line with
// the bytes a second that one thread reads from these weights; then a line for each number of rows: the least seconds, over ROUNDS, of all
// layers and of the head, and the bytes of weights and the operations (multiplications and additions) of the layers and of the head.
// With one thread seconds are those of the processor, so that other programs matter less.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string_view>
#include <vector>

#include "core/cpu.h"
#include "core/host.h"
#include "kernels/quantized.h"

namespace {

using namespace modelet;
using namespace modelet::kernels;

constexpr int64_t width = 576, intermediate = 1536, vocabulary = 49152, layers = 30, most_rows = 256;
constexpr int64_t row_counts[] = {1, 8, most_rows};

const std::atomic<bool> never{false};

struct alignas(64) Line {
  uint8_t bytes[64];
};

struct Weights {
  PackedMatrix matrix;
  std::vector<Line> memory;

  // Bytes at random are weights too: the kernels take the same time for all.
  Weights(WeightFormat format, int64_t out, int64_t in, uint32_t seed) : matrix{format, nullptr, out, in}, memory(bytes() / 64) {
    std::minstd_rand random(seed);
    for (Line &line : memory) std::memset(line.bytes, static_cast<int>(random() % 60), 64);
    matrix.panels = memory.data();
  }
  uint64_t bytes() const { return packed_bytes(matrix.format, matrix.out, matrix.in); }
  double operations() const { return 2 * static_cast<double>(matrix.out * matrix.in); }
};

struct Bench {
  Context context;
  int rounds;
  std::vector<float> x = std::vector<float>(most_rows * intermediate, 0.5F), y = std::vector<float>(most_rows * vocabulary);
  std::vector<Line> scratch{};

  double now() const {
    if (context.host != nullptr) return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }
  template <typename Body>
  double least(const Body &body) const {
    double best = 1e9;
    for (int round = 0; round < rounds; ++round) {
      const double start = now();
      body();
      best = std::min(best, now() - start);
    }
    return best;
  }
  void run(const Weights &weights, int64_t rows) {
    scratch.resize(std::max<std::size_t>(scratch.size(), packed_linear_scratch(weights.matrix, rows) / 64 + 1));
    const PackedMatrix &matrix = weights.matrix;
    packed_linear(context, {x.data(), matrix.in, matrix, nullptr, nullptr, y.data(), matrix.out, rows}, scratch.data());
  }
};

void read_all(const std::vector<Weights> &all, uint64_t &sum) {
  for (const Weights &weights : all) {
    for (const Line &line : weights.memory) {
      uint64_t words[8];
      std::memcpy(words, line.bytes, sizeof(words));
      for (const uint64_t word : words) sum += word;
    }
  }
}

WeightFormat parse(std::string_view name) {
  return name == "q4"        ? WeightFormat::q4
         : name == "q8"      ? WeightFormat::q8
         : name == "float16" ? WeightFormat::float16
                             : WeightFormat::bfloat16;
}

}  // namespace

int main(int count, char **arguments) {
  if (count < 4) return 2;
  const int threads = std::atoi(arguments[1]);
  const WeightFormat format = parse(arguments[3]);
  host_configure(own_host(), static_cast<uint64_t>(threads));
  host_attach(own_host(), 1);
  Bench bench{{threads == 1 ? nullptr : &own_host(), host_isa(), &never}, std::atoi(arguments[2])};
  std::vector<Weights> all;
  for (int64_t layer = 0; layer < layers; ++layer) {
    const auto seed = static_cast<uint32_t>(layer + 1);
    all.emplace_back(format, width * 5 / 3, width, seed);
    all.emplace_back(format, width, width, seed);
    all.emplace_back(format, 2 * intermediate, width, seed);
    all.emplace_back(format, width, intermediate, seed);
  }
  const Weights head(WeightFormat::q8, vocabulary, width, 1);
  double bytes = 0, operations = 0;
  for (const Weights &weights : all) bytes += static_cast<double>(weights.bytes()), operations += weights.operations();
  uint64_t sum = 0;
  std::printf("read %.0f\n", bytes / bench.least([&] { read_all(all, sum); }));
  for (const int64_t rows : row_counts) {
    const double layer_seconds = bench.least([&] {
      for (const Weights &weights : all) bench.run(weights, rows);
    });
    const double head_seconds = bench.least([&] { bench.run(head, rows); });
    std::printf("%lld %.6f %.6f %.0f %.0f %.0f %.0f\n", static_cast<long long>(rows), layer_seconds, head_seconds, bytes,
                static_cast<double>(head.bytes()), operations * static_cast<double>(rows), head.operations() * static_cast<double>(rows));
  }
  return sum == 1 ? 3 : 0;  // the sum is used, so that it is computed
}
