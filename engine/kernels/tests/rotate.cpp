#include "kernels/language.h"
#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

struct Problem {
  int64_t heads, head_dim, rotary_dim;
  int64_t stride = heads * head_dim + 3;
  std::vector<CachedSegment> segments = {{0, 1, 0, {}}, {1, 70, 3, {}}, {71, 3, 131069, {}}, {74, 1, 1000000, {}}};
  int64_t rows = 75;
  float factor = 1.25F;
  Floats input = random_floats(rows * stride, 4);
  Floats frequencies = [this] {
    Floats values;
    for (int64_t i = 0; i < rotary_dim / 2; ++i) {
      values.push_back(std::pow(10000.0F, -2.0F * static_cast<float>(i) / static_cast<float>(rotary_dim)));
    }
    return values;
  }();

  Floats run(const Context &context) const {
    Floats x = input;
    rotate(context, {x.data(), stride, heads, head_dim, rotary_dim, frequencies.data(), factor, segments});
    return x;
  }

  Doubles reference() const {
    Doubles y(input.begin(), input.end());
    for (const CachedSegment &segment : segments) {
      for (int64_t row = 0; row < segment.rows; ++row) {
        for (int64_t head = 0; head < heads; ++head) {
          rotate_head(y.data() + (segment.first + row) * stride + head * head_dim, segment.position + row);
        }
      }
    }
    return y;
  }

  void rotate_head(double *x, int64_t position) const {
    for (int64_t i = 0; i < rotary_dim / 2; ++i) {
      const double angle = static_cast<double>(static_cast<float>(position) * frequencies[static_cast<std::size_t>(i)]);
      const double a = x[i], b = x[i + rotary_dim / 2], scale = static_cast<double>(factor);
      x[i] = scale * (a * std::cos(angle) - b * std::sin(angle));
      x[i + rotary_dim / 2] = scale * (b * std::cos(angle) + a * std::sin(angle));
    }
  }
};

}  // namespace

void test_rotate(Isa isa) {
  for (const auto &[heads, head_dim, rotary_dim] :
       std::vector<std::array<int64_t, 3>>{{9, 64, 64}, {2, 128, 128}, {3, 80, 32}, {1, 2, 2}, {2, 18, 6}, {1, 512, 512}}) {
    const Problem problem{heads, head_dim, rotary_dim};
    const Floats x = problem.run(alone(isa));
    CHECK(nmse(x, problem.reference()) < bound);
    CHECK(same_bits(x.data(), problem.run(pooled(isa)).data(), static_cast<int64_t>(x.size())));
  }
}

}  // namespace modelet::kernels::tests
