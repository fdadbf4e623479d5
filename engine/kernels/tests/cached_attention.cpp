#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "kernels/language.h"
#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

struct Case {
  CacheFormat format;
  int64_t heads, kv_heads, head_dim;
  int64_t rows;  // of the sequence
  int64_t window = 0;
  float softcap = 0;
  bool sinks = false;
  Mask mask = Mask::causal;
};

// The nearest number with 11 significant bits, or fewer below 2^-14; halves to even.
double to_half(double x) {
  if (x == 0) return 0;
  const int exponent = std::max(std::ilogb(x), -14);
  return std::ldexp(std::nearbyint(std::ldexp(x, 10 - exponent)), exponent - 10);
}

// What a cache of the format holds of a head vector.
Doubles rounded(CacheFormat format, const float *x, int64_t width) {
  Doubles values(x, x + width);
  if (format == CacheFormat::float16) std::transform(values.begin(), values.end(), values.begin(), to_half);
  if (format != CacheFormat::q8) return values;
  float top = 0;
  for (int64_t d = 0; d < width; ++d) top = std::max(top, std::fabs(x[d]));
  const float scale = top / 127.0F, factor = 1.0F / scale;
  for (int64_t d = 0; d < width; ++d) values[static_cast<std::size_t>(d)] = static_cast<double>(std::nearbyint(x[d] * factor) * scale);
  return values;
}

// Memory of `blocks` blocks, full of what must not matter: NaN in every format.
struct Cache {
  int64_t stride;
  std::vector<std::byte> bytes;
  LayerCache layer;

  Cache(const Case &one, int64_t blocks)
      : stride(static_cast<int64_t>(cache_block_bytes(one.format, one.kv_heads, one.head_dim)) + 64),
        bytes(static_cast<std::size_t>(stride * blocks + 64), std::byte{0xff}),
        layer{one.format, aligned(), stride, one.kv_heads, one.head_dim} {}
  std::byte *aligned() { return bytes.data() + (64 - reinterpret_cast<uintptr_t>(bytes.data()) % 64) % 64; }
};

// One sequence: queries, keys and values side by side in one matrix, as a fused projection writes them.
struct Sequence {
  Case given;
  int64_t width = (given.heads + 2 * given.kv_heads) * given.head_dim;
  int64_t out = given.heads * given.head_dim;
  float scale = 1 / std::sqrt(static_cast<float>(given.head_dim));
  Floats input, sinks = random_floats(given.heads, 77);
  std::vector<int32_t> blocks;

  Sequence(const Case &one, uint32_t seed, std::vector<int32_t> of) : given(one), blocks(std::move(of)) {
    input = random_floats(given.rows * width, seed, 1.5F);
  }

  const float *keys() const { return input.data() + out; }
  const float *values() const { return keys() + given.kv_heads * given.head_dim; }
};

int64_t blocks_of(int64_t rows) {
  return (rows + cache_block_tokens - 1) / cache_block_tokens;
}

// Runs consecutive rows of some sequences as one batch.
struct Piece {
  const Sequence *sequence;
  int64_t first, rows;
};

void run_pieces(const Context &context, Cache &cache, const std::vector<Piece> &pieces, const std::vector<Floats *> &results) {
  const Sequence &any = *pieces.front().sequence;
  Floats input, y;
  std::vector<CachedSegment> segments;
  int64_t rows = 0;
  for (const Piece &piece : pieces) {
    const float *from = piece.sequence->input.data() + piece.first * any.width;
    input.insert(input.end(), from, from + piece.rows * any.width);
    segments.push_back({rows, piece.rows, piece.first, piece.sequence->blocks, any.given.mask});
    rows += piece.rows;
  }
  y.assign(static_cast<std::size_t>(rows * any.out), NAN);
  const float *k = input.data() + any.out, *v = k + any.given.kv_heads * any.given.head_dim;
  store_keys_values(context, {k, v, any.width, any.width, cache.layer, segments});
  cached_attention(context, {input.data(), y.data(), any.width, any.out, any.given.heads, cache.layer, any.scale, any.given.softcap,
                             any.given.window, segments, any.given.sinks ? any.sinks.data() : nullptr});
  for (std::size_t index = 0; index < pieces.size(); ++index) {
    const float *from = y.data() + segments[index].first * any.out;
    std::copy(from, from + pieces[index].rows * any.out, results[index]->data() + pieces[index].first * any.out);
  }
}

// The sequence in chunks of the given sizes, repeated.
Floats run_chunks(const Context &context, Cache &cache, const Sequence &sequence, const std::vector<int64_t> &chunks) {
  Floats y(static_cast<std::size_t>(sequence.given.rows * sequence.out), NAN);
  std::size_t next = 0;
  for (int64_t first = 0; first < sequence.given.rows;) {
    const int64_t rows = std::min(chunks[next++ % chunks.size()], sequence.given.rows - first);
    run_pieces(context, cache, {{&sequence, first, rows}}, {&y});
    first += rows;
  }
  return y;
}

std::vector<int32_t> numbered(int64_t count, int32_t first) {
  std::vector<int32_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

Floats run_whole(const Context &context, const Sequence &sequence) {
  Cache cache(sequence.given, *std::max_element(sequence.blocks.begin(), sequence.blocks.end()) + 1);
  return run_chunks(context, cache, sequence, {sequence.given.rows});
}

class Reference {
 public:
  explicit Reference(const Sequence &sequence) : sequence_(sequence), given_(sequence.given) {
    for (int64_t row = 0; row < given_.rows; ++row) {
      for (int64_t head = 0; head < given_.kv_heads; ++head) {
        const int64_t place = row * sequence.width + head * given_.head_dim;
        keys_.push_back(rounded(given_.format, sequence.keys() + place, given_.head_dim));
        values_.push_back(rounded(given_.format, sequence.values() + place, given_.head_dim));
      }
    }
  }

  Doubles all() const {
    Doubles y(static_cast<std::size_t>(given_.rows * sequence_.out));
    for (int64_t row = 0; row < given_.rows; ++row) {
      for (int64_t head = 0; head < given_.heads; ++head) {
        attend(row, head, y.data() + row * sequence_.out + head * given_.head_dim);
      }
    }
    return y;
  }

 private:
  bool sees(int64_t query, int64_t key) const {
    if (given_.mask == Mask::causal && key > query) return false;
    return given_.window == 0 || std::abs(query - key) < given_.window;
  }

  double score(int64_t query, int64_t head, int64_t key) const {
    const float *q = sequence_.input.data() + query * sequence_.width + head * given_.head_dim;
    const Doubles &k = at(keys_, key, head);
    double total = 0;
    for (std::size_t d = 0; d < k.size(); ++d) total += static_cast<double>(q[d]) * k[d];
    total *= static_cast<double>(sequence_.scale);
    const auto cap = static_cast<double>(given_.softcap);
    return cap == 0 ? total : cap * std::tanh(total / cap);
  }

  void attend(int64_t query, int64_t head, double *y) const {
    Doubles weights(static_cast<std::size_t>(given_.rows));
    const double sink = given_.sinks ? static_cast<double>(sequence_.sinks[static_cast<std::size_t>(head)]) : -1e300;
    double top = sink, sum = 0;
    for (int64_t key = 0; key < given_.rows; ++key) {
      double &weight = weights[static_cast<std::size_t>(key)];
      weight = sees(query, key) ? score(query, head, key) : -std::numeric_limits<double>::infinity();
      top = std::max(top, weight);
    }
    for (double &weight : weights) sum += weight = std::exp(weight - top);
    sum += std::exp(sink - top);
    for (int64_t key = 0; key < given_.rows; ++key) {
      const Doubles &v = at(values_, key, head);
      for (std::size_t d = 0; d < v.size(); ++d) y[d] += weights[static_cast<std::size_t>(key)] * v[d] / sum;
    }
  }

  const Doubles &at(const std::vector<Doubles> &vectors, int64_t key, int64_t head) const {
    return vectors[static_cast<std::size_t>(key * given_.kv_heads + head / (given_.heads / given_.kv_heads))];
  }

  const Sequence &sequence_;
  const Case &given_;
  std::vector<Doubles> keys_, values_;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const CacheFormat format : {CacheFormat::float32, CacheFormat::float16, CacheFormat::q8}) {
    const std::vector<Case> some = {
        {format, 9, 3, 64, 130},
        {format, 8, 8, 20, 33},
        {format, 8, 1, 80, 70},
        {format, 1, 1, 1, 300},
        {format, 2, 2, 7, 2},
        {format, 3, 1, 96, 1},
        {format, 2, 1, 128, 290},
        {format, 4, 1, 256, 70},
        {format, 16, 1, 512, 40},
        {format, 71, 1, 8, 40},
        {format, 6, 2, 16, 530},
        {format, 4, 2, 16, 530, 20},
        {format, 4, 2, 24, 600, 300, 0, true},
        {format, 2, 2, 32, 100, 0, 3.0F},
        {format, 6, 3, 64, 64, 1, 0, true},
        {format, 2, 1, 64, 290, 0, 0, false, Mask::bidirectional},
        {format, 2, 2, 48, 300, 33, 0, false, Mask::bidirectional},
    };
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

void check_values(Isa isa) {
  for (const Case &one : cases()) {
    const Sequence sequence(one, 5, numbered(blocks_of(one.rows), 0));
    CHECK(nmse(run_whole(alone(isa), sequence), Reference(sequence).all()) < 4 * bound);
  }
}

// However a prompt is cut, wherever its blocks lie, and on several threads: the same bits. Bidirectional sequences come whole.
void check_chunks(Isa isa) {
  for (const Case &one : cases()) {
    const int64_t blocks = blocks_of(one.rows);
    const Sequence sequence(one, 6, numbered(blocks, 0));
    const Floats whole = run_whole(alone(isa), sequence);
    CHECK(same_bits(whole.data(), run_whole(pooled(isa), sequence).data(), one.rows * sequence.out));
    std::vector<int32_t> shuffled = numbered(blocks, 2);
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(3));
    Sequence scattered = sequence;
    scattered.blocks = shuffled;
    for (const std::vector<int64_t> &chunks : std::vector<std::vector<int64_t>>{{1000}, {1}, {1, 30, 2, 97}, {33}, {64, 7}}) {
      if (one.mask == Mask::bidirectional && chunks[0] < one.rows) continue;
      Cache cache(one, blocks + 3);
      const Floats y = run_chunks(pooled(isa), cache, scattered, chunks);
      CHECK(same_bits(whole.data(), y.data(), one.rows * sequence.out));
    }
  }
}

// A single query over several spans is shared by threads.
void check_threads(Isa isa) {
  const Case one{CacheFormat::float16, 8, 1, 128, 700};
  const Sequence sequence(one, 8, numbered(blocks_of(one.rows), 0));
  Cache cache(one, blocks_of(one.rows));
  const Floats y = run_chunks(pooled(isa), cache, sequence, {one.rows - 1, 1});
  CHECK(same_bits(run_whole(alone(isa), sequence).data(), y.data(), one.rows * sequence.out));
}

// Beside other sequences, one step of each at a time, sequences have the bits they have alone.
void check_batches(Isa isa) {
  for (const Case &one : cases()) {
    if (one.mask == Mask::bidirectional) continue;
    Cache cache(one, 3 * blocks_of(one.rows));
    std::vector<Sequence> sequences;
    std::vector<Floats> results;
    for (uint32_t seed = 0; seed < 3; ++seed) {
      sequences.emplace_back(one, seed, numbered(blocks_of(one.rows), static_cast<int32_t>(seed * blocks_of(one.rows))));
      results.emplace_back(static_cast<std::size_t>(one.rows * sequences.back().out), NAN);
    }
    const int64_t starts[3] = {0, std::min<int64_t>(one.rows - 1, 50), one.rows - 1};
    for (std::size_t index = 0; index < 3; ++index) {
      if (starts[index] > 0) run_pieces(alone(isa), cache, {{&sequences[index], 0, starts[index]}}, {&results[index]});
    }
    std::vector<Piece> pieces;
    for (std::size_t index = 0; index < 3; ++index) pieces.push_back({&sequences[index], starts[index], one.rows - starts[index]});
    run_pieces(pooled(isa), cache, pieces, {results.data(), &results[1], &results[2]});
    for (std::size_t index = 0; index < 3; ++index) {
      const Floats whole = run_whole(alone(isa), sequences[index]);
      CHECK(same_bits(whole.data(), results[index].data(), one.rows * sequences[index].out));
    }
  }
}

// A key or value that is no number is felt by those who see it, and by nobody else.
void check_poison(Isa isa) {
  for (const CacheFormat format : {CacheFormat::float32, CacheFormat::float16, CacheFormat::q8}) {
    for (const float poison : {NAN, INFINITY, -INFINITY}) {
      for (const int64_t offset : {2 * 24, 3 * 24}) {  // a key and a value
        const Case one{format, 2, 1, 24, 40};
        Sequence sequence(one, 9, numbered(2, 0));
        const Floats clean = run_whole(alone(isa), sequence);
        sequence.input[static_cast<std::size_t>(35 * sequence.width + offset)] = poison;
        const Floats y = run_whole(alone(isa), sequence);
        CHECK(same_bits(clean.data(), y.data(), 35 * sequence.out));
        CHECK(!std::isfinite(y[static_cast<std::size_t>(35 * sequence.out)]) || (offset == 2 * 24 && std::isinf(poison)));
      }
    }
  }
}

// Every value of half precision survives the cache, and what lies between goes to the nearest.
void check_half(Isa isa) {
  const int64_t head_dim = 64;
  for (int64_t part = 0; part < 1024; part += 37) {
    const Case one{CacheFormat::float16, 1, 1, head_dim, 1};
    Sequence sequence(one, static_cast<uint32_t>(part), {0});
    for (int64_t d = 0; d < head_dim; ++d) {
      const float magnitude =
          std::ldexp(1.0F + static_cast<float>(part) / 1024 + static_cast<float>(d) / 32768, static_cast<int>(d % 40) - 26);
      sequence.input[static_cast<std::size_t>(2 * head_dim + d)] = d % 2 == 0 ? magnitude : -magnitude;
    }
    const Floats y = run_whole(alone(isa), sequence);  // sees itself alone: its value
    for (int64_t d = 0; d < head_dim; ++d) {
      CHECK_EQUAL(static_cast<double>(y[static_cast<std::size_t>(d)]), to_half(static_cast<double>(sequence.values()[d])));
    }
  }
}

}  // namespace

void test_cached_attention(Isa isa) {
  check_values(isa);
  check_chunks(isa);
  check_threads(isa);
  check_batches(isa);
  check_poison(isa);
  check_half(isa);
}

}  // namespace modelet::kernels::tests
