#include "kernels/vocabulary.h"

#include <limits>

#include "kernels/tests/support.h"

namespace modelet::kernels::tests {
namespace {

void check_exponentials(Isa isa, const Floats &x, float base) {
  Floats y(x.size(), NAN);
  const double sum = exponentials(alone(isa), x.data(), base, y.data(), static_cast<int64_t>(x.size()));
  Doubles reference;
  double total = 0;
  for (const float value : x) {
    reference.push_back(std::exp(static_cast<double>(value) - static_cast<double>(base)));
    total += reference.back();
  }
  CHECK(nmse(y, reference) < bound);
  CHECK(std::fabs(sum - total) <= 1e-6 * total);
}

void check_scan(Isa isa, Floats x) {
  const auto count = static_cast<int64_t>(x.size());
  float largest = -std::numeric_limits<float>::infinity();
  for (const float value : x) largest = std::max(largest, value);
  LogitRange range = scan_logits(alone(isa), x.data(), count);
  CHECK(range.largest == largest && !range.nan);
  for (const std::size_t place : {std::size_t{0}, x.size() / 2, x.size() - 1}) {
    const float before = x[place];
    x[place] = NAN;
    CHECK(scan_logits(alone(isa), x.data(), count).nan);
    x[place] = std::numeric_limits<float>::infinity();
    range = scan_logits(alone(isa), x.data(), count);
    CHECK(std::isinf(range.largest) && range.largest > 0 && !range.nan);
    x[place] = before;
  }
}

}  // namespace

void test_vocabulary(Isa isa) {
  for (const int64_t count : {1, 3, 17, 1000, 1025, 49152, 50001}) {
    const Floats x = random_floats(count, 3, 8.0F);
    check_scan(isa, x);
    check_exponentials(isa, x, 20.0F);
  }
  const Floats none(5, -std::numeric_limits<float>::infinity());
  CHECK(scan_logits(alone(isa), none.data(), 5).largest == none[0]);
}

}  // namespace modelet::kernels::tests
