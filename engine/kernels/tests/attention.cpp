#include <limits>

#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

struct Case {
  int64_t heads, kv_heads, head_dim;
  bool causal;
  int64_t window;
  std::vector<int64_t> lengths;
  std::vector<int64_t> padding;  // rows after the valid ones, by segment; missing is none
};

// Queries, keys and values side by side in one matrix, as a fused projection writes them.
struct Problem {
  Case given;
  std::vector<Segment> segments;
  int64_t rows = 0;
  int64_t width = (given.heads + 2 * given.kv_heads) * given.head_dim;
  int64_t out = given.heads * given.head_dim;
  float scale = 1 / std::sqrt(static_cast<float>(given.head_dim));
  Floats input;

  explicit Problem(Case one, uint32_t seed = 5) : given(std::move(one)) {
    for (std::size_t index = 0; index < given.lengths.size(); ++index) {
      const int64_t padding = index < given.padding.size() ? given.padding[index] : 0;
      segments.push_back({rows, given.lengths[index] + padding, given.lengths[index]});
      rows += given.lengths[index] + padding;
    }
    input = random_floats(rows * width, seed, 2.0F);
  }

  Floats run(const Context &context, std::span<const Segment> some) const {
    Floats y(static_cast<std::size_t>(rows * out), NAN);
    const float *q = input.data(), *k = q + out, *v = k + given.kv_heads * given.head_dim;
    attention(context, {q, k, v, y.data(), width, width, width, out, given.heads, given.kv_heads, given.head_dim, scale, given.causal, some,
                        given.window});
    return y;
  }

  bool sees(const Segment &segment, int64_t query, int64_t key) const {
    if (key >= segment.valid || (given.causal && key > query)) return false;
    return given.window == 0 || std::abs(query - key) <= given.window;
  }

  double at(int64_t row, int64_t column) const { return static_cast<double>(input[static_cast<std::size_t>(row * width + column)]); }

  void reference_row(const Segment &segment, int64_t query, int64_t head, double *y) const {
    const int64_t d = given.head_dim, key_column = out + head / (given.heads / given.kv_heads) * d;
    const int64_t value_column = key_column + given.kv_heads * d;
    Doubles weights(static_cast<std::size_t>(segment.rows), 0.0);
    double top = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int64_t key = 0; key < segment.rows; ++key) {
      double &score = weights[static_cast<std::size_t>(key)];
      for (int64_t c = 0; c < d; ++c) score += at(segment.first + query, head * d + c) * at(segment.first + key, key_column + c);
      score *= static_cast<double>(scale);
      if (sees(segment, query, key)) top = std::max(top, score);
    }
    for (int64_t key = 0; key < segment.rows; ++key) {
      double &weight = weights[static_cast<std::size_t>(key)];
      weight = sees(segment, query, key) ? std::exp(weight - top) : 0;
      sum += weight;
    }
    for (int64_t c = 0; c < d; ++c) {
      double total = 0;
      for (int64_t key = 0; key < segment.rows; ++key) {
        total += weights[static_cast<std::size_t>(key)] * at(segment.first + key, value_column + c);
      }
      y[c] = sum == 0 ? 0 : total / sum;
    }
  }

  Doubles reference() const {
    Doubles y(static_cast<std::size_t>(rows * out));
    for (const Segment &segment : segments) {
      for (int64_t query = 0; query < segment.rows; ++query) {
        for (int64_t head = 0; head < given.heads; ++head) {
          reference_row(segment, query, head, y.data() + (segment.first + query) * out + head * given.head_dim);
        }
      }
    }
    return y;
  }
};

const std::vector<Case> &cases() {
  static const std::vector<Case> all = {
      {2, 2, 32, false, 0, {1, 2, 3, 15, 16, 17, 33, 127, 128, 129, 300}, {}},
      {3, 3, 64, false, 0, {5, 70, 14, 130}, {3, 0, 20}},
      {4, 2, 80, true, 0, {1, 9, 65, 140}, {}},
      {2, 1, 128, true, 0, {64, 65, 3}, {2}},
      {2, 2, 128, false, 0, {100}, {}},
      {2, 2, 20, false, 0, {1, 40, 410}, {0, 7}},
      {1, 1, 7, true, 0, {33}, {}},
      {1, 1, 256, false, 0, {50}, {}},
      {1, 1, 512, true, 0, {40}, {}},
      {2, 2, 32, false, 20, {300, 10}, {}},
      {2, 2, 32, true, 9, {300, 10}, {}},
      {1, 1, 16, false, 0, {0, 4}, {3}},
  };
  return all;
}

void check_values(Isa isa) {
  for (const Case &one : cases()) {
    const Problem problem(one);
    // Scores of a deviation of 4: the exponential magnifies their rounding.
    CHECK(nmse(problem.run(alone(isa), problem.segments), problem.reference()) < 4 * bound);
  }
}

// A segment by itself, and on the pool, gives the bits it has in the batch.
void check_bits(Isa isa) {
  for (const Case &one : cases()) {
    const Problem problem(one);
    const Floats whole = problem.run(alone(isa), problem.segments);
    const Floats shared = problem.run(pooled(isa), problem.segments);
    CHECK(same_bits(whole.data(), shared.data(), problem.rows * problem.out));
    for (const Segment &segment : problem.segments) {
      const Floats part = problem.run(alone(isa), {&segment, 1});
      const int64_t start = segment.first * problem.out;
      CHECK(same_bits(part.data() + start, whole.data() + start, segment.rows * problem.out));
    }
  }
}

// Valid rows have the same bits with and without padding after them.
void check_padding(Isa isa) {
  const Case bare{2, 2, 32, false, 0, {45}, {}};
  const Problem ragged(bare);
  Case with_padding = bare;
  with_padding.padding = {100};
  Problem dense(with_padding);
  std::copy(ragged.input.begin(), ragged.input.end(), dense.input.begin());
  const Floats a = ragged.run(alone(isa), ragged.segments), b = dense.run(alone(isa), dense.segments);
  CHECK(same_bits(a.data(), b.data(), 45 * ragged.out));
}

// Scores far beyond e^88 apart.
void check_extremes(Isa isa) {
  Problem problem({1, 1, 16, false, 0, {200}, {}});
  for (float &value : problem.input) value *= 1000.0F;
  CHECK(nmse(problem.run(alone(isa), problem.segments), problem.reference()) < 1e-9);
}

}  // namespace

void test_attention(Isa isa) {
  check_values(isa);
  check_bits(isa);
  check_padding(isa);
  check_extremes(isa);
}

}  // namespace modelet::kernels::tests
