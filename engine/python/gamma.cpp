// The gamma function and its logarithm by Lanczos' sum, as CPython has them, so that the bits are its bits
// (https://github.com/python/cpython/blob/3.11/Modules/mathmodule.c; coefficients from boost's math toolkit, lanczos13m53).
#include <cmath>
#include <numbers>

#include "core/libm.h"
#include "python/mathematics.h"

namespace modelet::python {

namespace {

constexpr double g = 6.024680040776729583740234375;
constexpr double g_minus_half = 5.524680040776729583740234375;
constexpr double log_pi = 1.144729885849400174143427351353058711647;
constexpr int terms = 13;
constexpr double numerator[terms] = {
    23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786772,
    248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};
constexpr double denominator[terms] = {0.0,       39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
                                       2637558.0, 357423.0,   32670.0,     1925.0,      66.0,        1.0};

// For value > 0.
double lanczos_sum(double value) {
  double above = 0, below = 0;
  for (int at = 0; at < terms; ++at) {
    if (value < 5) {
      above = above * value + numerator[terms - 1 - at];
      below = below * value + denominator[terms - 1 - at];
    } else {
      above = above / value + numerator[at];
      below = below / value + denominator[at];
    }
  }
  return above / below;
}

// sin(pi * value), exact at multiples of a half.
double sine_of_pi(double value) {
  constexpr double pi = std::numbers::pi;
  const double turn = std::fmod(std::fabs(value), 2.0);
  const double sines[] = {libm::sin(pi * turn), libm::cos(pi * (turn - 0.5)), libm::sin(pi * (1.0 - turn)), -libm::cos(pi * (turn - 1.5)),
                          libm::sin(pi * (turn - 2.0))};
  return std::copysign(1.0, value) * sines[static_cast<int>(std::round(2.0 * turn))];
}

double domain_error(Call &call) {
  return call.raise("ValueError", "math domain error"), 0.0;
}

double in_range(Call &call, double result) {
  if (std::isinf(result)) call.raise("OverflowError", "math range error");
  return result;
}

double factorial(int number) {
  double product = 1;
  for (int factor = 2; factor <= number; ++factor) product *= factor;
  return product;
}

// `result` times or divided by base ** exponent, in two steps where the power alone would overflow.
double scaled(double result, double base, double exponent, bool large, bool divide) {
  const double power = std::pow(base, large ? exponent / 2 : exponent);
  for (int step = 0; step < (large ? 2 : 1); ++step) result = divide ? result / power : result * power;
  return result;
}

double lanczos_gamma(double value) {
  const double size = std::fabs(value), shifted = size + g_minus_half;
  const double lost = size > g_minus_half ? (shifted - size) - g_minus_half : (shifted - g_minus_half) - size;
  const double correction = lost * g / shifted;
  const bool large = size >= 140;
  if (value < 0) {
    double result = -std::numbers::pi / sine_of_pi(size) / size * libm::exp(shifted) / lanczos_sum(size);
    result -= correction * result;
    return scaled(result, shifted, size - 0.5, large, true);
  }
  double result = lanczos_sum(size) / libm::exp(shifted);
  result += correction * result;
  return scaled(result, shifted, size - 0.5, large, false);
}

}  // namespace

double math_gamma(Call &call, double value) {
  if (std::isnan(value) || (std::isinf(value) && value > 0)) return value;
  const bool whole = value == std::floor(value);
  if (value == 0 || (whole && value < 0)) return domain_error(call);
  if (whole && value <= 23) return factorial(static_cast<int>(value) - 1);
  if (std::fabs(value) < 1e-20) return in_range(call, 1.0 / value);
  if (value > 200) return in_range(call, HUGE_VAL);
  if (value < -200) return 0.0 / sine_of_pi(value);
  return in_range(call, lanczos_gamma(value));
}

double math_lgamma(Call &call, double value) {
  if (std::isnan(value)) return value;
  if (std::isinf(value)) return HUGE_VAL;
  if (value == std::floor(value) && value <= 2) return value <= 0 ? domain_error(call) : 0.0;
  const double size = std::fabs(value);
  if (size < 1e-20) return -libm::log(size);
  double result = libm::log(lanczos_sum(size)) - g;
  result += (size - 0.5) * (libm::log(size + g - 0.5) - 1);
  if (value < 0) result = log_pi - libm::log(std::fabs(sine_of_pi(size))) - libm::log(size) - result;
  return in_range(call, result);
}

}  // namespace modelet::python
