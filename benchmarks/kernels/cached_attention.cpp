// cached_attention THREADS ROUNDS TOKENS: attention of SmolLM2-135M's shape over a paged cache, in each format. For each a line: the least
// seconds, over ROUNDS, of one decoded token at position TOKENS, and of a prompt of TOKENS tokens in chunks of 512; 30 layers each.
// With one thread seconds are those of the processor, so that other programs matter less.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <vector>

#include "core/cpu.h"
#include "core/host.h"
#include "kernels/language.h"

namespace {

using namespace modelet;
using namespace modelet::kernels;

constexpr int64_t layers = 30, heads = 9, kv_heads = 3, head_dim = 64, chunk = 512;
constexpr int64_t width = (heads + 2 * kv_heads) * head_dim;

const std::atomic<bool> never{false};

double now(bool alone) {
  if (!alone) return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

class Layers {
 public:
  Layers(CacheFormat format, int64_t tokens, const Context &context)
      : format_(format), tokens_(tokens), context_(context), numbers_(static_cast<std::size_t>(tokens / cache_block_tokens + 1)) {
    std::iota(numbers_.begin(), numbers_.end(), 0);
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    for (float &value : input_) value = normal(random);
  }

  // All layers for `rows` tokens from `position` on.
  void step(int64_t position, int64_t rows) {
    const CachedSegment segment{0, rows, position, numbers_};
    for (int64_t layer = 0; layer < layers; ++layer) {
      const LayerCache cache{format_, memory_.data() + layer * block_, layers * block_, kv_heads, head_dim};
      const float *k = input_.data() + heads * head_dim;
      store_keys_values(context_, {k, k + kv_heads * head_dim, width, width, cache, {&segment, 1}});
      cached_attention(context_, {input_.data(), y_.data(), width, heads * head_dim, heads, cache, 0.125F, 0, 0, {&segment, 1}});
    }
  }
  void prompt() {
    for (int64_t position = 0; position < tokens_; position += chunk) step(position, std::min(chunk, tokens_ - position));
  }

  template <typename Body>
  double least(int rounds, const Body &body) {
    double best = 1e9;
    for (int round = 0; round < rounds; ++round) {
      const bool alone = context_.host == nullptr;
      const double start = now(alone);
      body();
      best = std::min(best, now(alone) - start);
    }
    return best;
  }

 private:
  CacheFormat format_;
  int64_t tokens_;
  Context context_;
  std::vector<int32_t> numbers_;
  int64_t block_ = static_cast<int64_t>(cache_block_bytes(format_, kv_heads, head_dim));
  std::vector<std::byte> memory_ = std::vector<std::byte>(numbers_.size() * static_cast<std::size_t>(layers * block_));
  std::vector<float> input_ = std::vector<float>(chunk * width), y_ = std::vector<float>(chunk * heads * head_dim);
};

}  // namespace

int main(int count, char **arguments) {
  if (count < 4) return 2;
  const int threads = std::atoi(arguments[1]), rounds = std::atoi(arguments[2]);
  const int64_t tokens = std::atoi(arguments[3]);
  host_configure(own_host(), static_cast<uint64_t>(threads));
  host_attach(own_host(), 1);
  const Context context{threads == 1 ? nullptr : &own_host(), host_isa(), &never};
  constexpr const char *names[] = {"float32", "float16", "q8"};
  for (const CacheFormat format : {CacheFormat::float32, CacheFormat::float16, CacheFormat::q8}) {
    Layers all(format, tokens, context);
    const double prompt = all.least(rounds, [&] { all.prompt(); }), decode = all.least(4 * rounds, [&] { all.step(tokens, 1); });
    std::printf("%s decode %.6f prompt %.6f\n", names[static_cast<int>(format)], decode, prompt);
  }
  return 0;
}
