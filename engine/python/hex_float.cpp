#include "python/hex_float.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include "python/numbers.h"

namespace modelet::python {

Str float_hex(Call &call, double value) {
  if (!std::isfinite(value)) return new_str(call, std::string_view(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf"));
  std::string out = std::signbit(value) ? "-0x" : "0x";
  if (value == 0) return new_str(call, std::string_view(out += "0.0p+0"));
  int exponent = 0;
  double part = std::frexp(std::fabs(value), &exponent);
  constexpr int least = std::numeric_limits<double>::min_exponent;
  const int shift = 1 - (least > exponent ? least - exponent : 0);
  part = std::ldexp(part, shift);
  exponent -= shift;
  for (int digit = 0; digit < 14; ++digit) {
    if (digit == 1) out += '.';
    const int whole = static_cast<int>(part);
    out += "0123456789abcdef"[whole];
    part = (part - whole) * 16;
  }
  out += exponent < 0 ? "p-" : "p+";
  return new_str(call, std::string_view(out += std::to_string(exponent < 0 ? -exponent : exponent)));
}

namespace {

bool is_space(char32_t point) {
  return point == U' ' || (point >= 9 && point <= 13);
}

// The text without white space at its ends, in lower case; a '?' for what is no ASCII.
std::string lowered(const Str &text) {
  std::u32string_view view = text.view();
  while (!view.empty() && is_space(view.front())) view.remove_prefix(1);
  while (!view.empty() && is_space(view.back())) view.remove_suffix(1);
  std::string out;
  for (char32_t point : view) {
    const char letter = point < 128 && point != 0 ? static_cast<char>(point) : '?';
    out += static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter | 32 : letter);
  }
  return out;
}

// Whether `text` is digits with at most one point, and an exponent: what follows 0x.
bool well_formed(const std::string &text) {
  const std::size_t exponent = text.find('p');
  const std::string digits = text.substr(0, exponent);
  int points = 0;
  std::size_t count = 0;
  for (char letter : digits) {
    if (letter == '.') {
      ++points;
    } else if (std::string_view("0123456789abcdef").find(letter) == std::string_view::npos) {
      return false;
    } else {
      ++count;
    }
  }
  if (points > 1 || count == 0) return false;
  if (exponent == text.npos) return true;
  std::size_t at = exponent + 1;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  return at < text.size() && text.find_first_not_of("0123456789", at) == text.npos;
}

}  // namespace

double float_from_hex(Call &call, const Str &text) {
  std::string digits = lowered(text);
  const bool negative = !digits.empty() && digits[0] == '-';
  if (!digits.empty() && (negative || digits[0] == '+')) digits.erase(0, 1);
  double value = 0;
  if (digits == "inf" || digits == "infinity") {
    value = infinity;
  } else if (digits == "nan") {
    value = not_a_number;
  } else {
    if (digits.substr(0, 2) == "0x") digits.erase(0, 2);
    if (!well_formed(digits)) return call.raise("ValueError", "invalid hexadecimal floating-point string"), 0.0;
    value = std::strtod(("0x" + digits).c_str(), nullptr);
    if (std::isinf(value)) return call.raise("OverflowError", "hexadecimal value too large to represent as a float"), 0.0;
  }
  return negative ? -value : value;
}

}  // namespace modelet::python
