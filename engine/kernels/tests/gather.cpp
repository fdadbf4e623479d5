#include "kernels/gather.h"

#include "kernels/tests/support.h"

namespace modelet::kernels::tests {

void test_gather(Isa isa) {
  constexpr int64_t width = 19, rows = 5;
  const Floats words = random_floats(10 * width, 1), places = random_floats(8 * width, 2), kinds = random_floats(2 * width, 3);
  const int32_t ids[rows] = {9, 0, 3, 3, 7}, positions[rows] = {0, 1, 2, 0, 1};
  const GatheredTable tables[] = {{words.data(), ids, 0}, {places.data(), positions, 2}, {kinds.data(), nullptr, 1}};
  Floats one(rows * width), sum(rows * width);
  gather(alone(isa), {tables, 1}, one.data(), rows, width);
  gather(pooled(isa), tables, sum.data(), rows, width);
  for (int64_t row = 0; row < rows; ++row) {
    const float *word = words.data() + ids[row] * width, *place = places.data() + (positions[row] + 2) * width;
    CHECK(same_bits(one.data() + row * width, word, width));
    for (int64_t c = 0; c < width; ++c) {
      CHECK(sum[static_cast<std::size_t>(row * width + c)] == word[c] + place[c] + kinds[static_cast<std::size_t>(width + c)]);
    }
  }
}

}  // namespace modelet::kernels::tests
