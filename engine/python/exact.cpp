#include "python/exact.h"

#include <algorithm>
#include <cmath>

namespace modelet::python {

using Wide = unsigned __int128;

Natural::Natural(Wide value) {
  for (; value != 0; value >>= 32) words_.push_back(static_cast<uint32_t>(value));
}

void Natural::trim() {
  while (!words_.empty() && words_.back() == 0) words_.pop_back();
}

int64_t Natural::bits() const {
  if (words_.empty()) return 0;
  return static_cast<int64_t>(words_.size()) * 32 - __builtin_clz(words_.back());
}

Natural Natural::shifted(int64_t left) const {
  Natural out;
  const int64_t size = bits() + left;
  if (size <= 0) return out;
  out.words_.assign(static_cast<std::size_t>((size + 31) / 32), 0);
  auto word = [&](int64_t at) -> uint64_t {
    return at >= 0 && at < static_cast<int64_t>(words_.size()) ? words_[static_cast<std::size_t>(at)] : 0;
  };
  const int64_t whole = left >= 0 ? left / 32 : -((31 - left) / 32);
  const int64_t rest = left - whole * 32;
  for (std::size_t at = 0; at < out.words_.size(); ++at) {
    const int64_t from = static_cast<int64_t>(at) - whole;
    out.words_[at] = static_cast<uint32_t>((word(from) << 32 | word(from - 1)) << rest >> 32);
  }
  out.trim();
  return out;
}

Natural Natural::operator+(const Natural &other) const {
  const Natural &longer = words_.size() >= other.words_.size() ? *this : other;
  const Natural &shorter = words_.size() >= other.words_.size() ? other : *this;
  Natural out;
  uint64_t carry = 0;
  for (std::size_t at = 0; at < longer.words_.size(); ++at) {
    carry += uint64_t{longer.words_[at]} + (at < shorter.words_.size() ? shorter.words_[at] : 0);
    out.words_.push_back(static_cast<uint32_t>(carry));
    carry >>= 32;
  }
  if (carry != 0) out.words_.push_back(static_cast<uint32_t>(carry));
  return out;
}

Natural Natural::operator-(const Natural &smaller) const {
  Natural out = *this;
  int64_t borrow = 0;
  for (std::size_t at = 0; at < words_.size(); ++at) {
    borrow += int64_t{words_[at]} - (at < smaller.words_.size() ? int64_t{smaller.words_[at]} : 0);
    out.words_[at] = static_cast<uint32_t>(borrow);
    borrow >>= 32;
  }
  out.trim();
  return out;
}

Natural Natural::operator*(const Natural &other) const {
  Natural out;
  out.words_.assign(words_.size() + other.words_.size(), 0);
  for (std::size_t at = 0; at < words_.size(); ++at) {
    uint64_t carry = 0;
    for (std::size_t with = 0; with < other.words_.size() || carry != 0; ++with) {
      carry += out.words_[at + with];
      if (with < other.words_.size()) carry += uint64_t{words_[at]} * other.words_[with];
      out.words_[at + with] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
  }
  out.trim();
  return out;
}

int Natural::compare(const Natural &other) const {
  if (words_.size() != other.words_.size()) return words_.size() < other.words_.size() ? -1 : 1;
  for (std::size_t at = words_.size(); at-- > 0;)
    if (words_[at] != other.words_[at]) return words_[at] < other.words_[at] ? -1 : 1;
  return 0;
}

Wide Natural::divided(const Natural &divisor, bool &exact) const {
  Natural rest = *this;
  Wide quotient = 0;
  for (int64_t place = std::max<int64_t>(bits() - divisor.bits(), -1); place >= 0; --place) {
    const Natural part = divisor.shifted(place);
    if (rest.compare(part) < 0) continue;
    rest = rest - part;
    quotient |= Wide{1} << place;
  }
  exact = rest.zero();
  return quotient;
}

Integer Integer::operator+(const Integer &other) const {
  if (negative == other.negative) return {size + other.size, negative};
  const int order = size.compare(other.size);
  if (order == 0) return {};
  return order > 0 ? Integer{size - other.size, negative} : Integer{other.size - size, other.negative};
}
Integer Integer::operator-(const Integer &other) const {
  return *this + Integer{other.size, !other.negative};
}
Integer Integer::operator*(const Integer &other) const {
  return {size * other.size, negative != other.negative};
}

namespace {

Integer integer(__int128 value) {
  return {Natural(value < 0 ? -static_cast<Wide>(value) : static_cast<Wide>(value)), value < 0};
}

// `numerator / denominator` with two bits more than a double has, rounded to even once.
double nearest(Call &call, const Natural &numerator, const Natural &denominator) {
  constexpr int64_t digits = 53, least = -1021;
  if (numerator.zero()) return 0;
  const int64_t shift = std::max(numerator.bits() - denominator.bits(), least) - digits - 2;
  bool exact = true;
  Wide quotient = shift <= 0 ? numerator.shifted(-shift).divided(denominator, exact) : numerator.divided(denominator.shifted(shift), exact);
  if (!exact) quotient |= 1;
  const int64_t size = Natural(quotient).bits();
  const int64_t extra = std::max(size, least - shift) - digits;
  const Wide half = Wide{1} << (extra - 1);
  if ((quotient & half) != 0 && (quotient & (3 * half - 1)) != 0) quotient += half;
  quotient &= ~(2 * half - 1);
  const double out = std::ldexp(static_cast<double>(quotient), static_cast<int>(shift));
  if (std::isinf(out)) call.raise("OverflowError", "integer division result too large for a float");
  return out;
}

Wide root_of(Wide value) {
  if (value == 0) return 0;
  Wide guess = Wide{1} << ((Natural(value).bits() + 1) / 2);
  for (;;) {
    const Wide next = (guess + value / guess) / 2;
    if (next >= guess) return guess;
    guess = next;
  }
}

// The root of a ratio, rounded once: a root with bits to spare that is odd when it is not exact.
double root_of(Call &call, const Natural &numerator, const Natural &denominator) {
  const int64_t apart = numerator.bits() - denominator.bits() - 109;
  const int64_t half = apart >= 0 ? apart / 2 : -((1 - apart) / 2);
  bool exact = true;
  const Natural high = half >= 0 ? numerator : numerator.shifted(-2 * half);
  const Natural low = half >= 0 ? denominator.shifted(2 * half) : denominator;
  const Wide quotient = high.divided(low, exact);
  Wide root = root_of(quotient);
  if (!exact || root * root != quotient) root |= 1;
  return half >= 0 ? nearest(call, Natural(root).shifted(half), Natural(1)) : nearest(call, Natural(root), Natural(1).shifted(-half));
}

double no_root(Call &call) {
  return call.raise("AttributeError", "'float' object has no attribute 'numerator'"), 0.0;
}

}  // namespace

double ratio(Call &call, const Integer &numerator, const Natural &denominator) {
  const double size = nearest(call, numerator.size, denominator);
  return numerator.negative ? -size : size;
}

void Moments::add(int64_t value) {
  items_.emplace_back(value, 0);
}

void Moments::add(double value) {
  floats_ = true;
  int exponent = 0;
  if (std::isfinite(value)) {
    const auto digits = static_cast<int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    items_.emplace_back(digits, digits == 0 ? 0 : std::max<int64_t>(exponent - 53, -1074));
    if (digits != 0 && exponent - 53 < -1074) items_.back().first >>= -1074 - (exponent - 53);
  } else {
    items_.emplace_back(0, 0);
    special_ = true;
    specials_ += value;
  }
}

void Moments::prepare() {
  for (const auto &[value, exponent] : items_) scale_ = std::min(scale_, exponent);
  for (const auto &[value, exponent] : items_) {
    Integer one = integer(value);
    one.size = one.size.shifted(exponent - scale_);
    sum_ = sum_ + one;
    squares_ = squares_ + one * one;
  }
}

// A ratio times 2 ** exponent, as an int where there were only ints and it is one.
Moments::Number Moments::converted(Call &call, const Integer &numerator, const Natural &denominator, int64_t exponent) {
  if (!floats_) {
    bool exact = false;
    if (numerator.size.bits() - denominator.bits() < 120) {
      const Wide quotient = numerator.size.divided(denominator, exact);
      if (exact && quotient > static_cast<Wide>(INT64_MAX)) call.raise("OverflowError", "int too large for 64 bits");
      if (exact) return numerator.negative ? -static_cast<int64_t>(quotient) : static_cast<int64_t>(quotient);
    }
  }
  return ratio(call, {numerator.size.shifted(std::max<int64_t>(exponent, 0)), numerator.negative},
               denominator.shifted(std::max<int64_t>(-exponent, 0)));
}

Moments::Number Moments::mean(Call &call, int64_t divisor) {
  if (special_) return specials_ / static_cast<double>(divisor);
  prepare();
  return converted(call, sum_, Natural(static_cast<Wide>(divisor)), scale_);
}

double Moments::harmonic(Call &call) {
  const auto count = static_cast<Wide>(items_.size());
  if (special_) return static_cast<double>(items_.size()) / specials_;
  prepare();
  if (sum_.negative || sum_.size.zero()) return call.raise("StatisticsError", "Weighted sum must be positive"), 0.0;
  return ratio(call, {Natural(count).shifted(-scale_), false}, sum_.size);
}

Moments::Number Moments::variance(Call &call, int64_t less) {
  const auto count = static_cast<int64_t>(items_.size());
  if (special_) return specials_ / static_cast<double>(count - less);
  prepare();
  const Natural divisor = Natural(static_cast<Wide>(count)) * Natural(static_cast<Wide>(count - less));
  return converted(call, integer(count) * squares_ - sum_ * sum_, divisor, 2 * scale_);
}

double Moments::deviation(Call &call, int64_t less) {
  if (special_) return no_root(call);
  prepare();
  const auto count = static_cast<int64_t>(items_.size());
  const Natural divisor = Natural(static_cast<Wide>(count)) * Natural(static_cast<Wide>(count - less));
  const Integer numerator = integer(count) * squares_ - sum_ * sum_;
  return root_of(call, numerator.size, divisor.shifted(-2 * scale_));
}

double Moments::root(Call &call, int64_t divisor) {
  if (special_) return no_root(call);
  prepare();
  return root_of(call, sum_.size, Natural(static_cast<Wide>(divisor)).shifted(-scale_));
}

}  // namespace modelet::python
