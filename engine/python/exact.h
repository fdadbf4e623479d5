// Exact sums of ints and floats, for the module statistics: large integers, and ratios of them rounded once.
#pragma once

#include <cstdint>
#include <vector>

#include "python/lists.h"

namespace modelet::python {

// A natural number of any size, least words first, no zeros on top.
class Natural {
 public:
  Natural() = default;
  explicit Natural(unsigned __int128 value);

  bool zero() const { return words_.empty(); }
  int64_t bits() const;
  Natural shifted(int64_t left) const;  // right when negative
  Natural operator+(const Natural &other) const;
  Natural operator-(const Natural &smaller) const;
  Natural operator*(const Natural &other) const;
  int compare(const Natural &other) const;
  // This divided by `divisor`, when the quotient has at most 127 bits; `exact`: nothing is left.
  unsigned __int128 divided(const Natural &divisor, bool &exact) const;

 private:
  void trim();
  std::vector<uint32_t> words_;
};

struct Integer {
  Natural size;
  bool negative = false;
  Integer operator+(const Integer &other) const;
  Integer operator-(const Integer &other) const;
  Integer operator*(const Integer &other) const;
};

// The double nearest to a ratio. OverflowError beyond.
double ratio(Call &call, const Integer &numerator, const Natural &denominator);

// What statistics knows about its data.
class Moments {
 public:
  void add(int64_t value);
  void add(double value);
  using Number = std::variant<double, int64_t>;

  Number mean(Call &call, int64_t divisor);    // the sum by `divisor`
  double harmonic(Call &call);                 // the count by the sum
  Number variance(Call &call, int64_t less);   // squared deviations by the count without `less`
  double deviation(Call &call, int64_t less);  // the root of it
  double root(Call &call, int64_t divisor);    // the root of the sum by `divisor`

 private:
  void prepare();
  Number converted(Call &call, const Integer &numerator, const Natural &denominator, int64_t exponent);

  std::vector<std::pair<__int128, int64_t>> items_;  // value * 2 ** exponent
  bool floats_ = false;
  bool special_ = false;  // infinities and NaN, whose sum is the answer
  double specials_ = 0;
  int64_t scale_ = 0;  // the least exponent
  Integer sum_;
  Integer squares_;
};

template <typename T>
Moments moments(Call &call, const List<T> &values) {
  Moments out;
  for (const T &value : values) {
    if (interrupted(call)) break;
    if constexpr (is_variant<T>) {
      std::visit([&](const auto &member) { out.add(member); }, value);
    } else if constexpr (std::is_same_v<T, double>) {
      out.add(value);
    } else {
      out.add(convert<int64_t>(value));
    }
  }
  return out;
}

template <typename R, typename T>
R statistics_mean(Call &call, const List<T> &values, int64_t divisor) {
  return convert<R>(moments(call, values).mean(call, divisor));
}
template <typename R, typename T>
R statistics_variance(Call &call, const List<T> &values, int64_t less) {
  return convert<R>(moments(call, values).variance(call, less));
}
template <typename T>
double statistics_deviation(Call &call, const List<T> &values, int64_t less) {
  return moments(call, values).deviation(call, less);
}
template <typename T>
double statistics_root(Call &call, const List<T> &values, int64_t divisor) {
  return moments(call, values).root(call, divisor);
}
template <typename T>
double statistics_harmonic(Call &call, const List<T> &values) {
  return moments(call, values).harmonic(call);
}

}  // namespace modelet::python
