// Numbers between bounds, as JSON texts write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "grammar/network.h"

namespace modelet::grammar {

inline constexpr int64_t largest_whole = 999'999'999'999'999'999;

// Integers from low to high, at most `largest_whole` in size. low <= high.
Fragment integers(Network &network, int64_t low, int64_t high);
// Integers that `divisor`, 1 to 1000, divides; none below 0 unless `negative`.
Fragment multiples(Network &network, int64_t divisor, bool negative);

// A bound in decimal digits, so that it is compared as it is written.
struct Bound {
  bool negative = false;
  int64_t whole = 0;     // at most 15 digits
  std::string fraction;  // digits behind the point, without zeros at its end
  bool open = false;     // the bound itself does not fit
};
// Of a number as JSON has it, with or without an exponent. None for one with more than 15 digits before the point or 16 behind it.
std::optional<Bound> bound_of(std::string_view number, bool open);

// Numbers with at most 15 digits before the point and 16 behind it, without exponent. False when none fits.
bool numbers(Network &network, const std::optional<Bound> &low, const std::optional<Bound> &high, Fragment &out);

}  // namespace modelet::grammar
