#include "grammar/numbers.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace modelet::grammar {
namespace {

constexpr int64_t whole_digits = 15, fraction_digits = 16;
constexpr int64_t largest = 999'999'999'999'999;  // of whole_digits

// Numbers of equal length as ranges that differ in trailing digits only.
void add_between(Network &network, std::vector<Fragment> &choices, int64_t low, int64_t high) {
  if (low > high) return;
  int64_t step = 1;
  while (low % (step * 10) == 0 && low + step * 10 - 1 <= high && low / (step * 10) > 0) step *= 10;
  const int64_t most = std::min((high - low + 1) / step, 10 - low / step % 10);
  Fragment one = network.bytes(low / step >= 10 ? std::to_string(low / step / 10) : "");
  const auto digit = [](int64_t value) { return static_cast<uint8_t>('0' + value % 10); };
  one = network.sequence(one, network.byte_range(digit(low / step), digit(low / step + most - 1)));
  for (int64_t rest = step; rest > 1; rest /= 10) one = network.sequence(one, network.byte_range('0', '9'));
  choices.push_back(one);
  add_between(network, choices, low + most * step, high);
}

// From low to high, both at least 0, for each number of digits by itself.
Fragment between(Network &network, int64_t low, int64_t high) {
  std::vector<Fragment> choices;
  for (int64_t from = 0, end = 10; from <= high && end <= largest_whole + 1; from = end, end *= 10) {
    add_between(network, choices, std::max(low, from), std::min(high, end - 1));
  }
  return network.either(choices);
}

// What may stand behind the whole part, when that equals the whole part of `low`, of `high`, of both or of none (null).
class Fraction {
 public:
  Fraction(Network &network, const Bound *low, const Bound *high) : network_(network), low_(low), high_(high) {}

  Fragment all() {
    const bool above = low_ != nullptr, below = high_ != nullptr;
    if (steps(0, above, below).empty()) return may_end(0, above, below) ? network_.nothing() : network_.either({});
    const Fragment behind = network_.sequence(network_.bytes("."), digits(0, above, below));
    return may_end(0, above, below) ? network_.optional(behind) : behind;
  }

 private:
  static bool beyond(const Bound &bound, std::size_t at) { return at >= bound.fraction.size(); }
  static char digit(const Bound &bound, std::size_t at) { return beyond(bound, at) ? '0' : bound.fraction[at]; }

  // `above` and `below`: the digits so far are those of the bound, which the rest decides.
  bool may_end(std::size_t at, bool above, bool below) const {
    const bool enough = !above || (beyond(*low_, at) && !low_->open);
    return enough && (!below || !beyond(*high_, at) || !high_->open);
  }

  struct Step {
    char from, to;
    bool above, below;
  };

  // The next digit's ranges, and which bounds then still decide. A range from which no number could end is left out, as a model that
  // went there would be stuck.
  std::vector<Step> steps(std::size_t at, bool above, bool below) const {
    if (at == fraction_digits) return {};
    if (above && beyond(*low_, at) && !low_->open) above = false;
    const char first = above ? digit(*low_, at) : '0', last = below ? digit(*high_, at) : '9';
    const auto next = [](char value, int distance) { return static_cast<char>(value + distance); };
    std::vector<Step> all;
    if (above && below && first == last) {
      all = {{first, first, true, true}};
    } else {
      if (above) all.push_back({first, first, true, false});
      all.push_back({next(first, above ? 1 : 0), next(last, below ? -1 : 0), false, false});
      if (below) all.push_back({last, last, false, true});
    }
    std::erase_if(all, [&](const Step &one) { return one.from > one.to || !can_end(at + 1, one.above, one.below); });
    return all;
  }

  bool can_end(std::size_t at, bool above, bool below) const { return may_end(at, above, below) || !steps(at, above, below).empty(); }

  // At least one more digit.
  Fragment digits(std::size_t at, bool above, bool below) {
    std::vector<Fragment> choices;
    for (const Step &step : steps(at, above, below))
      choices.push_back(network_.sequence(one(step.from, step.to), rest(at + 1, step.above, step.below)));
    return network_.either(choices);
  }

  Fragment rest(std::size_t at, bool above, bool below) {
    if (!above && !below) return free(at);
    if (steps(at, above, below).empty()) return network_.nothing();
    const Fragment more = digits(at, above, below);
    return may_end(at, above, below) ? network_.optional(more) : more;
  }

  Fragment free(std::size_t at) {
    Fragment out = network_.nothing();
    for (; at < fraction_digits; ++at) out = network_.optional(network_.sequence(one('0', '9'), out));
    return out;
  }

  Fragment one(char from, char to) { return network_.byte_range(static_cast<uint8_t>(from), static_cast<uint8_t>(to)); }

  Network &network_;
  const Bound *low_, *high_;
};

// -1, 0 or 1 as |left| is less than, equal to or more than |right|.
int compared(const Bound &left, const Bound &right) {
  if (left.whole != right.whole) return left.whole < right.whole ? -1 : 1;
  const int order = left.fraction.compare(right.fraction);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

// Numbers without a sign; `high` null: up to the largest.
Fragment sizes(Network &network, const Bound &low, const Bound *high) {
  const auto behind = [&](const Bound *least, const Bound *most) { return Fraction(network, least, most).all(); };
  const auto whole = [&](int64_t value) { return network.bytes(std::to_string(value)); };
  if (high != nullptr && high->whole == low.whole) return network.sequence(whole(low.whole), behind(&low, high));
  const int64_t end = high == nullptr ? largest + 1 : high->whole;
  std::vector<Fragment> choices{network.sequence(whole(low.whole), behind(&low, nullptr))};
  if (low.whole + 1 <= end - 1) choices.push_back(network.sequence(between(network, low.whole + 1, end - 1), behind(nullptr, nullptr)));
  const bool reached = high != nullptr && !(high->open && high->fraction.empty());
  if (reached) choices.push_back(network.sequence(whole(end), behind(nullptr, high)));
  return network.either(choices);
}

bool fits(const Bound &low, const Bound *high) {
  if (high == nullptr) return true;
  const int order = compared(low, *high);
  return order < 0 || (order == 0 && !low.open && !high->open);
}

}  // namespace

Fragment integers(Network &network, int64_t low, int64_t high) {
  std::vector<Fragment> choices;
  if (low < 0) choices.push_back(network.sequence(network.bytes("-"), between(network, high < 0 ? -high : 1, -low)));
  if (high >= 0) choices.push_back(between(network, std::max<int64_t>(low, 0), high));
  return network.either(choices);
}

// A state a remainder.
Fragment multiples(Network &network, int64_t divisor, bool negative) {
  const Fragment all{network.add_state(), network.add_state()};
  std::vector<State> remainders;
  for (int64_t index = 0; index < divisor; ++index) remainders.push_back(network.add_state());
  const auto at = [&](int64_t remainder) { return remainders[static_cast<std::size_t>(remainder % divisor)]; };
  const auto read = [&](State from, int64_t digit, State to) {
    const auto byte = static_cast<uint8_t>('0' + digit);
    network.read(from, byte, byte, to);
  };
  const State size = network.add_state();
  network.skip(all.first, size);
  if (negative) network.read(all.first, '-', '-', size);
  read(size, 0, all.last);
  for (int64_t digit = 1; digit < 10; ++digit) read(size, digit, at(digit));
  for (int64_t remainder = 0; remainder < divisor; ++remainder)
    for (int64_t digit = 0; digit < 10; ++digit) read(at(remainder), digit, at(remainder * 10 + digit));
  network.skip(at(0), all.last);
  return all;
}

std::optional<Bound> bound_of(std::string_view number, bool open) {
  Bound out;
  out.open = open;
  out.negative = number.starts_with('-');
  if (out.negative) number.remove_prefix(1);
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  const std::string exponent(number.substr(std::min(e + 1, number.size())));
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  std::string digits = std::string(mantissa.substr(0, point)) + std::string(mantissa.substr(std::min(point + 1, mantissa.size())));
  int64_t place = static_cast<int64_t>(point) + (exponent.empty() ? 0 : std::clamp(std::stoll(exponent), -400LL, 400LL));
  if (place < 0) digits.insert(0, static_cast<std::size_t>(-place), '0'), place = 0;
  if (place > static_cast<int64_t>(digits.size())) digits.resize(static_cast<std::size_t>(place), '0');
  std::string whole = digits.substr(0, static_cast<std::size_t>(place));
  whole.erase(0, whole.find_first_not_of('0'));
  out.fraction = digits.substr(static_cast<std::size_t>(place));
  out.fraction.erase(out.fraction.find_last_not_of('0') + 1);
  if (static_cast<int64_t>(whole.size()) > whole_digits || static_cast<int64_t>(out.fraction.size()) > fraction_digits) return std::nullopt;
  out.whole = whole.empty() ? 0 : std::stoll(whole);
  out.negative = out.negative && (out.whole != 0 || !out.fraction.empty());
  return out;
}

bool numbers(Network &network, const std::optional<Bound> &low, const std::optional<Bound> &high, Fragment &out) {
  std::vector<Fragment> choices;
  const Bound zero, above_zero{false, 0, {}, true};
  const Bound *const top = high ? &*high : nullptr, *const bottom = low ? &*low : nullptr;
  if (top == nullptr || !top->negative) {
    const Bound &least = bottom == nullptr || bottom->negative ? zero : *bottom;
    if (fits(least, top)) choices.push_back(sizes(network, least, top));
  }
  if (bottom == nullptr || bottom->negative) {
    const Bound &least = top != nullptr && top->negative ? *top : above_zero;
    if (fits(least, bottom)) choices.push_back(network.sequence(network.bytes("-"), sizes(network, least, bottom)));
  }
  out = network.either(choices);
  return !choices.empty();
}

}  // namespace modelet::grammar
