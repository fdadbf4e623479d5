#include "python/complex.h"

#include <cmath>
#include <complex>
#include <limits>

#include "core/libm.h"

namespace modelet::python {

namespace {

constexpr double ln2 = 0.6931471805599453094;
constexpr double ln10 = 2.302585092994045684;
constexpr double half_pi = 1.5707963267948966;
using Limits = std::numeric_limits<double>;
constexpr double large = Limits::max() / 4;
constexpr double log_large = 708.3964185322641;  // of `large`

bool finite(const Complex &value) {
  return std::isfinite(value.real) && std::isfinite(value.imag);
}

bool infinite(const Complex &value) {
  return std::isinf(value.real) || std::isinf(value.imag);
}

std::complex<double> standard(const Complex &value) {
  return {value.real, value.imag};
}
Complex own(const std::complex<double> &value) {
  return {value.real(), value.imag()};
}

// i * value and -i * value, which lead from the hyperbolic functions to the others.
Complex turned(const Complex &value) {
  return {-value.imag, value.real};
}
Complex turned_back(const Complex &value) {
  return {value.imag, -value.real};
}

Complex domain_error(Call &call) {
  call.raise("ValueError", "math domain error");
  return {};
}

// A result that overflowed is an error when the argument was finite.
Complex in_range(Call &call, const Complex &result) {
  if (infinite(result)) call.raise("OverflowError", "math range error");
  return result;
}

// The text of a part: no ".0" behind whole numbers.
std::string part_text(double value) {
  std::string text = float_text(value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string with_sign(std::string text) {
  return text.front() == '-' ? text : "+" + text;
}

bool only_imaginary(const Complex &value) {
  return value.real == 0 && !std::signbit(value.real);
}

Complex quotient(const Complex &left, const Complex &right, bool &by_zero) {
  const double across = std::fabs(right.real), up = std::fabs(right.imag);
  if (across >= up) {
    by_zero = across == 0;
    if (by_zero) return {};
    const double ratio = right.imag / right.real;
    const double denominator = right.real + right.imag * ratio;
    return {(left.real + left.imag * ratio) / denominator, (left.imag - left.real * ratio) / denominator};
  }
  if (up >= across) {
    const double ratio = right.real / right.imag;
    const double denominator = right.real * ratio + right.imag;
    return {(left.real * ratio + left.imag) / denominator, (left.imag * ratio - left.real) / denominator};
  }
  return {not_a_number, not_a_number};
}

Complex times(const Complex &left, const Complex &right) {
  return {left.real * right.real - left.imag * right.imag, left.real * right.imag + left.imag * right.real};
}

Complex whole_power(Complex base, int64_t exponent) {
  Complex out{1, 0};
  for (int64_t bit = 1; bit <= exponent; bit <<= 1) {
    if (exponent & bit) out = times(out, base);
    base = times(base, base);
  }
  return out;
}

Complex any_power(const Complex &base, const Complex &exponent, bool &by_zero) {
  if (exponent.real == 0 && exponent.imag == 0) return {1, 0};
  if (base.real == 0 && base.imag == 0) {
    by_zero = exponent.imag != 0 || exponent.real < 0;
    return {};
  }
  const double size = std::hypot(base.real, base.imag);
  double length = std::pow(size, exponent.real);
  const double angle = std::atan2(base.imag, base.real);
  double phase = angle * exponent.real;
  if (exponent.imag != 0) {
    length *= std::exp(-angle * exponent.imag);
    phase += exponent.imag * std::log(size);
  }
  return {length * std::cos(phase), length * std::sin(phase)};
}

}  // namespace

int64_t Complex::hash_code() const {
  const auto sum = static_cast<uint64_t>(hash_float(real)) + 1000003ULL * static_cast<uint64_t>(hash_float(imag));
  return sum == UINT64_MAX ? -2 : static_cast<int64_t>(sum);
}

Str repr(Call &call, const Complex &value) {
  if (only_imaginary(value)) return new_str(call, std::string_view(part_text(value.imag) + "j"));
  return new_str(call, std::string_view("(" + part_text(value.real) + with_sign(part_text(value.imag)) + "j)"));
}

namespace {

// The parts of a format specification that are about the whole.
struct Layout {
  char32_t fill = U' ';
  char32_t align = U'>';
  std::u32string sign;
  std::u32string inner;  // grouping and precision, for each part
  int64_t width = 0;
  char32_t type = 0;
  bool precise = false;
};

bool is_align(char32_t point) {
  return point == U'<' || point == U'>' || point == U'=' || point == U'^';
}

bool digit(char32_t point) {
  return point >= U'0' && point <= U'9';
}

bool read_layout(Call &call, std::u32string_view text, Layout &out) {
  std::size_t at = 0;
  if (text.size() > 1 && is_align(text[1])) {
    out.fill = text[0];
    out.align = text[1];
    at = 2;
  } else if (!text.empty() && is_align(text[0])) {
    out.align = text[at++];
  }
  if (at < text.size() && (text[at] == U'+' || text[at] == U'-' || text[at] == U' ')) out.sign = text[at++];
  if (at < text.size() && text[at] == U'z') out.sign += text[at++];
  if (at < text.size() && text[at] == U'#') out.inner += text[at++];
  if (at < text.size() && text[at] == U'0')
    return call.raise("ValueError", "Zero padding is not allowed in complex format specifier"), false;
  for (; at < text.size() && digit(text[at]); ++at) out.width = std::min<int64_t>(out.width * 10 + (text[at] - U'0'), INT32_MAX);
  if (at < text.size() && (text[at] == U',' || text[at] == U'_')) out.inner += text[at++];
  if (at < text.size() && text[at] == U'.') {
    out.precise = true;
    do out.inner += text[at++];
    while (at < text.size() && digit(text[at]));
    if (out.inner.back() == U'.') return call.raise("ValueError", "Format specifier missing precision"), false;
  }
  if (at < text.size()) out.type = text[at++];
  if (at < text.size()) return call.raise("ValueError", "Invalid format specifier"), false;
  if (out.align == U'=') return call.raise("ValueError", "'=' alignment flag is not allowed in complex format specifier"), false;
  if (out.type != 0 && std::u32string_view(U"eEfFgGn").find(out.type) == std::u32string_view::npos) {
    call.raise("ValueError", "Unknown format code '" + to_utf8(std::u32string_view(&out.type, 1)) + "' for object of type 'complex'");
    return false;
  }
  return true;
}

std::u32string formatted_part(Call &call, double value, const Layout &layout, const std::u32string &sign) {
  std::u32string spec = sign + layout.inner;
  if (layout.type != 0) {
    spec += layout.type;
  } else if (layout.precise) {
    spec += U'g';
  }
  std::u32string text(format(call, value, new_str(call, spec)).view());
  if (layout.type == 0 && !layout.precise && text.ends_with(U".0")) text.resize(text.size() - 2);
  return text;
}

}  // namespace

Str format(Call &call, const Complex &value, const Str &spec) {
  if (spec.length() == 0) return repr(call, value);
  Layout layout;
  if (!read_layout(call, spec.view(), layout)) return {};
  const bool bare = layout.type == 0 && only_imaginary(value);
  std::u32string out;
  if (!bare) out = formatted_part(call, value.real, layout, layout.sign);
  out += formatted_part(call, value.imag, layout, bare ? layout.sign : U"+") + U"j";
  if (layout.type == 0 && !bare) out = U"(" + out + U")";
  if (call.failed()) return {};
  const int64_t room = std::max<int64_t>(layout.width - static_cast<int64_t>(out.size()), 0);
  const int64_t before = layout.align == U'>' ? room : layout.align == U'^' ? room / 2 : 0;
  out.insert(0, static_cast<std::size_t>(before), layout.fill);
  out.append(static_cast<std::size_t>(room - before), layout.fill);
  return new_str(call, out);
}

namespace {

// A float at the beginning of `text`, which is shortened by it; false when there is none.
bool take_float(std::string_view &text, double &out) {
  std::size_t end = 0;
  auto skip = [&](auto accept) {
    const std::size_t from = end;
    while (end < text.size() && accept(text[end])) ++end;
    return end > from;
  };
  auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
  std::string rest;
  for (char letter : text.substr(end, 8)) rest += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (rest == "infinity") {
    end += 8;
  } else if (rest.starts_with("inf") || rest.starts_with("nan")) {
    end += 3;
  } else {
    const bool whole = skip(is_digit);
    const bool point = end < text.size() && text[end] == '.' && ++end > 0;
    const bool part = point && skip(is_digit);
    if (!whole && !part) return false;
    const std::size_t kept = end;
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
      ++end;
      if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
      if (!skip(is_digit)) end = kept;
    }
  }
  out = std::strtod(std::string(text.substr(0, end)).c_str(), nullptr);
  text.remove_prefix(end);
  return true;
}

bool take_letter(std::string_view &text) {
  const bool found = !text.empty() && (text.front() == 'j' || text.front() == 'J');
  if (found) text.remove_prefix(1);
  return found;
}

// "+", "-" or nothing stands for a one before "j".
double lone_sign(std::string_view &text) {
  const double sign = !text.empty() && text.front() == '-' ? -1.0 : 1.0;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return sign;
}

bool read_complex(std::string_view text, Complex &out) {
  double first = 0;
  if (!take_float(text, first)) {
    out.imag = lone_sign(text);
    return take_letter(text) && text.empty();
  }
  if (take_letter(text)) {
    out.imag = first;
    return text.empty();
  }
  out.real = first;
  if (text.empty()) return true;
  if (text.front() != '+' && text.front() != '-') return false;
  if (!take_float(text, out.imag)) out.imag = lone_sign(text);
  return take_letter(text) && text.empty();
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

}  // namespace

Complex parse_complex(Call &call, const Str &text) {
  const std::string whole = to_utf8(text);
  std::string_view rest = trimmed(whole);
  if (rest.size() > 1 && rest.front() == '(' && rest.back() == ')') rest = trimmed(rest.substr(1, rest.size() - 2));
  Complex out;
  if (!read_complex(rest, out)) call.raise("ValueError", "complex() arg is a malformed string");
  return out;
}

Complex divide(Call &call, const Complex &left, const Complex &right) {
  bool by_zero = false;
  const Complex out = quotient(left, right, by_zero);
  if (by_zero) call.raise("ZeroDivisionError", "complex division by zero");
  return out;
}

Complex power(Call &call, const Complex &base, const Complex &exponent) {
  bool by_zero = false;
  Complex out;
  if (exponent.imag == 0 && exponent.real == std::floor(exponent.real) && std::fabs(exponent.real) <= 100) {
    const auto whole = static_cast<int64_t>(exponent.real);
    out = whole > 0 ? whole_power(base, whole) : quotient({1, 0}, whole_power(base, -whole), by_zero);
  } else {
    out = any_power(base, exponent, by_zero);
  }
  if (by_zero) {
    call.raise("ZeroDivisionError", "0.0 to a negative or complex power");
  } else if (infinite(out)) {
    call.raise("OverflowError", "complex exponentiation");
  }
  return out;
}

double absolute(Call &call, const Complex &value) {
  if (infinite(value)) return infinity;
  const double out = std::hypot(value.real, value.imag);
  if (finite(value) && std::isinf(out)) call.raise("OverflowError", "absolute value too large");
  return out;
}

double cmath_phase(Call &, const Complex &value) {
  return std::atan2(value.imag, value.real);
}

std::tuple<double, double> cmath_polar(Call &call, const Complex &value) {
  const double size = infinite(value) ? infinity : std::hypot(value.real, value.imag);
  if (finite(value) && std::isinf(size)) call.raise("OverflowError", "math range error");
  return {size, cmath_phase(call, value)};
}

Complex cmath_rect(Call &call, double radius, double angle) {
  if (radius != 0 && !std::isnan(radius) && std::isinf(angle)) return domain_error(call);
  if (!std::isfinite(radius) || !std::isfinite(angle)) {
    if (std::isinf(radius) && std::isfinite(angle) && angle != 0)
      return {std::copysign(infinity, radius * std::cos(angle)), std::copysign(infinity, radius * std::sin(angle))};
    if (angle == 0) return {radius, std::isnan(radius) ? angle : std::copysign(angle, radius * std::copysign(1.0, angle))};
    return radius == 0 ? Complex{0, 0} : Complex{std::isinf(radius) ? infinity : not_a_number, not_a_number};
  }
  if (angle == 0) return {radius, radius * angle};
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

Complex cmath_sqrt(Call &, const Complex &value) {
  if (!finite(value)) return own(std::sqrt(standard(value)));
  if (value.real == 0 && value.imag == 0) return {0, value.imag};
  double across = std::fabs(value.real), root = 0;
  const double up = std::fabs(value.imag);
  if (across < Limits::min() && up < Limits::min() && (across > 0 || up > 0)) {  // scaled, as subnormal numbers have fewer bits
    across = std::ldexp(across, 53);
    root = std::ldexp(std::sqrt(across + std::hypot(across, std::ldexp(up, 53))), -27);
  } else {
    across /= 8;
    root = 2 * std::sqrt(across + std::hypot(across, up / 8));
  }
  const double other = up / (2 * root);
  if (value.real >= 0) return {root, std::copysign(other, value.imag)};
  return {other, std::copysign(root, value.imag)};
}

namespace {

// Of values that are not finite, with the signs that CPython's tables give where the standard leaves them open.
Complex sinh_beyond(const Complex &value) {
  constexpr double infinity = Limits::infinity(), nan = Limits::quiet_NaN();
  if (!std::isfinite(value.imag)) return {std::isinf(value.real) ? infinity : value.real == 0 ? 0 : nan, nan};
  if (value.imag == 0) return value;
  if (std::isnan(value.real)) return {nan, nan};
  return {std::copysign(value.real, value.real * libm::cos(value.imag)), std::copysign(infinity, libm::sin(value.imag))};
}
Complex cosh_beyond(const Complex &value) {
  constexpr double infinity = Limits::infinity(), nan = Limits::quiet_NaN();
  if (!std::isfinite(value.imag)) return {std::isinf(value.real) ? infinity : nan, value.real == 0 ? 0 : nan};
  if (std::isnan(value.real)) return {nan, value.imag == 0 ? 0 : nan};
  if (value.imag == 0) return {infinity, std::copysign(1.0, value.real) * value.imag};
  return {std::copysign(infinity, libm::cos(value.imag)), std::copysign(value.real, value.real * libm::sin(value.imag))};
}

}  // namespace

Complex cmath_exp(Call &call, const Complex &value) {
  if (!finite(value)) {
    if (std::isinf(value.imag) && (std::isfinite(value.real) || value.real > 0)) return domain_error(call);
    return own(std::exp(standard(value)));
  }
  const bool scaled = value.real > log_large;
  const double length = libm::exp(scaled ? value.real - 1 : value.real), more = scaled ? 2.718281828459045 : 1.0;
  return in_range(call, {length * libm::cos(value.imag) * more, length * libm::sin(value.imag) * more});
}

Complex cmath_log(Call &call, const Complex &value) {
  if (!finite(value)) return own(std::log(standard(value)));
  const double across = std::fabs(value.real), up = std::fabs(value.imag);
  Complex out{0, std::atan2(value.imag, value.real)};
  const double size = std::hypot(across, up);
  if (across > large || up > large) {
    out.real = libm::log(std::hypot(across / 2, up / 2)) + ln2;
  } else if (across < Limits::min() && up < Limits::min()) {
    if (across == 0 && up == 0) return domain_error(call);
    out.real = libm::log(std::hypot(std::ldexp(across, Limits::digits), std::ldexp(up, Limits::digits))) - Limits::digits * ln2;
  } else if (0.71 <= size && size <= 1.73) {
    const double most = std::max(across, up), least = std::min(across, up);
    out.real = std::log1p((most - 1) * (most + 1) + least * least) / 2;
  } else {
    out.real = libm::log(size);
  }
  return out;
}

Complex cmath_log_base(Call &call, const Complex &value, const Complex &base) {
  const Complex top = cmath_log(call, value);
  if (call.failed()) return {};
  const Complex bottom = cmath_log(call, base);
  if (call.failed()) return {};
  bool by_zero = false;
  const Complex out = quotient(top, bottom, by_zero);
  return by_zero ? domain_error(call) : out;
}

Complex cmath_log10(Call &call, const Complex &value) {
  const Complex out = cmath_log(call, value);
  return {out.real / ln10, out.imag / ln10};
}

Complex cmath_sinh(Call &call, const Complex &value) {
  if (!finite(value)) {
    if (std::isinf(value.imag) && !std::isnan(value.real)) return domain_error(call);
    return sinh_beyond(value);
  }
  if (std::fabs(value.real) > log_large) {
    const double less = value.real - std::copysign(1.0, value.real), e = 2.718281828459045;
    return in_range(call, {libm::cos(value.imag) * std::sinh(less) * e, libm::sin(value.imag) * std::cosh(less) * e});
  }
  return in_range(call, {libm::cos(value.imag) * std::sinh(value.real), libm::sin(value.imag) * std::cosh(value.real)});
}

Complex cmath_cosh(Call &call, const Complex &value) {
  if (!finite(value)) {
    if (std::isinf(value.imag) && !std::isnan(value.real)) return domain_error(call);
    return cosh_beyond(value);
  }
  if (std::fabs(value.real) > log_large) {
    const double less = value.real - std::copysign(1.0, value.real), e = 2.718281828459045;
    return in_range(call, {libm::cos(value.imag) * std::cosh(less) * e, libm::sin(value.imag) * std::sinh(less) * e});
  }
  return in_range(call, {libm::cos(value.imag) * std::cosh(value.real), libm::sin(value.imag) * std::sinh(value.real)});
}

Complex cmath_tanh(Call &call, const Complex &value) {
  if (!finite(value)) {
    if (std::isinf(value.imag) && std::isfinite(value.real)) return domain_error(call);
    return own(std::tanh(standard(value)));
  }
  if (std::fabs(value.real) > log_large)
    return {std::copysign(1.0, value.real), 4 * libm::sin(value.imag) * libm::cos(value.imag) * libm::exp(-2 * std::fabs(value.real))};
  const double across = std::tanh(value.real), up = libm::tan(value.imag), shrink = 1 / std::cosh(value.real);
  const double both = across * up, denominator = 1 + both * both;
  return {across * (1 + up * up) / denominator, up / denominator * shrink * shrink};
}

Complex cmath_sin(Call &call, const Complex &value) {
  return turned_back(cmath_sinh(call, turned(value)));
}
Complex cmath_cos(Call &call, const Complex &value) {
  return cmath_cosh(call, turned(value));
}
Complex cmath_tan(Call &call, const Complex &value) {
  return turned_back(cmath_tanh(call, turned(value)));
}

// Of a value whose square would be too large. https://github.com/python/cpython/blob/3.11/Modules/cmathmodule.c
bool is_large(const Complex &value) {
  return std::fabs(value.real) > large || std::fabs(value.imag) > large;
}
double log_of_twice(const Complex &value) {
  return libm::log(std::hypot(value.real / 2, value.imag / 2)) + ln2 * 2;
}

Complex cmath_asinh(Call &call, const Complex &value) {
  if (std::isnan(value.real) && std::isinf(value.imag))
    return {Limits::infinity(), Limits::quiet_NaN()};  // the standard leaves the sign open
  if (!finite(value)) return own(std::asinh(standard(value)));
  if (is_large(value)) return {std::copysign(log_of_twice(value), value.real), std::atan2(value.imag, std::fabs(value.real))};
  const Complex one = cmath_sqrt(call, {1 + value.imag, -value.real}), two = cmath_sqrt(call, {1 - value.imag, value.real});
  return {std::asinh(one.real * two.imag - two.real * one.imag), std::atan2(value.imag, one.real * two.real - one.imag * two.imag)};
}

Complex cmath_acosh(Call &call, const Complex &value) {
  if (!finite(value)) return own(std::acosh(standard(value)));
  if (is_large(value)) return {log_of_twice(value), std::atan2(value.imag, value.real)};
  const Complex one = cmath_sqrt(call, {value.real - 1, value.imag}), two = cmath_sqrt(call, {value.real + 1, value.imag});
  return {std::asinh(one.real * two.real + one.imag * two.imag), 2 * std::atan2(one.imag, two.real)};
}

Complex cmath_acos(Call &call, const Complex &value) {
  if (std::isinf(value.real) && std::isnan(value.imag)) return {Limits::quiet_NaN(), Limits::infinity()};
  if (!finite(value)) return own(std::acos(standard(value)));
  if (is_large(value)) return {std::atan2(std::fabs(value.imag), value.real), std::copysign(log_of_twice(value), -value.imag)};
  const Complex one = cmath_sqrt(call, {1 - value.real, -value.imag}), two = cmath_sqrt(call, {1 + value.real, value.imag});
  return {2 * std::atan2(one.real, two.real), std::asinh(two.real * one.imag - two.imag * one.real)};
}

Complex cmath_atanh(Call &call, const Complex &value) {
  if (std::isnan(value.real) && std::isinf(value.imag)) return {0, std::copysign(half_pi, value.imag)};
  if (!finite(value)) return own(std::atanh(standard(value)));
  if (std::signbit(value.real)) return negate(call, cmath_atanh(call, negate(call, value)));
  const double up = std::fabs(value.imag), root_large = std::sqrt(large);
  if (value.real > root_large || up > root_large) {
    const double half = std::hypot(up / 2, value.real / 2);
    return {value.real / 4 / half / half, -std::copysign(half_pi, -value.imag)};
  }
  if (value.real == 1 && up < std::sqrt(Limits::min())) {
    if (up == 0) return domain_error(call);
    return {-std::log(std::sqrt(up) / std::sqrt(std::hypot(up, 2))), std::copysign(std::atan2(2.0, -up) / 2, value.imag)};
  }
  const double less = 1 - value.real;
  return {std::log1p(4 * value.real / (less * less + up * up)) / 4, -std::atan2(-2 * value.imag, less * (1 + value.real) - up * up) / 2};
}

Complex cmath_asin(Call &call, const Complex &value) {
  return turned_back(cmath_asinh(call, turned(value)));
}
Complex cmath_atan(Call &call, const Complex &value) {
  return turned_back(cmath_atanh(call, turned(value)));
}

bool cmath_isnan(Call &, const Complex &value) {
  return std::isnan(value.real) || std::isnan(value.imag);
}
bool cmath_isinf(Call &, const Complex &value) {
  return infinite(value);
}
bool cmath_isfinite(Call &, const Complex &value) {
  return finite(value);
}

bool cmath_isclose(Call &call, const Complex &left, const Complex &right, double relative, double least) {
  if (relative < 0 || least < 0) return call.raise("ValueError", "tolerances must be non-negative"), false;
  if (left == right) return true;
  if (infinite(left) || infinite(right)) return false;
  const double distance = std::hypot(left.real - right.real, left.imag - right.imag);
  const double one = std::hypot(left.real, left.imag), other = std::hypot(right.real, right.imag);
  return distance <= relative * other || distance <= relative * one || distance <= least;
}

}  // namespace modelet::python
