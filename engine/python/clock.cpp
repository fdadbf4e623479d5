#include "python/clock.h"

#include <chrono>
#include <cmath>
#include <ctime>

#include "platform/clock.h"

namespace modelet::python {

namespace {

template <typename Clock, typename Unit>
int64_t since(Unit) {
  return static_cast<int64_t>(std::chrono::duration_cast<Unit>(Clock::now().time_since_epoch()).count());
}

}  // namespace

double time_time(Call &call) {
  return static_cast<double>(time_nanoseconds(call)) * 1e-9;
}
int64_t time_nanoseconds(Call &) {
  return since<std::chrono::system_clock>(std::chrono::nanoseconds{});
}
double time_monotonic(Call &call) {
  return static_cast<double>(time_monotonic_nanoseconds(call)) * 1e-9;
}
int64_t time_monotonic_nanoseconds(Call &) {
  return since<std::chrono::steady_clock>(std::chrono::nanoseconds{});
}
double time_process(Call &) {
  return platform::processor_time();
}

// In short naps, so that a call that is cancelled wakes up.
void time_sleep(Call &call, double seconds) {
  if (std::isnan(seconds)) return call.raise("ValueError", "Invalid value NaN (not a number)");
  if (seconds < 0) return call.raise("ValueError", "sleep length must be non-negative");
  if (seconds > 9e9) return call.raise("OverflowError", "timestamp too large to convert to C _PyTime_t");
  const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(static_cast<int64_t>(seconds * 1e9));
  while (!interrupted(call)) {
    const auto left = end - std::chrono::steady_clock::now();
    if (left <= std::chrono::nanoseconds::zero()) return;
    platform::sleep(std::min<std::chrono::nanoseconds>(left, std::chrono::milliseconds(20)));
  }
}

int64_t now_microseconds(Call &) {
  return since<std::chrono::system_clock>(std::chrono::microseconds{});
}

int64_t local_offset(Call &, int64_t seconds) {
  const auto moment = static_cast<std::time_t>(seconds);
  std::tm local{}, world{};
  if (!platform::local_time(moment, local) || !platform::world_time(moment, world)) return 0;
  int64_t days = local.tm_yday - world.tm_yday;
  if (local.tm_year != world.tm_year) days = local.tm_year > world.tm_year ? 1 : -1;
  return ((days * 24 + local.tm_hour - world.tm_hour) * 60 + local.tm_min - world.tm_min) * 60 + local.tm_sec - world.tm_sec;
}

int64_t scaled(Call &call, int64_t value, double factor) {
  if (std::isnan(factor)) return call.raise("ValueError", "cannot convert NaN to integer ratio"), 0;
  if (std::isinf(factor)) return call.raise("OverflowError", "cannot convert Infinity to integer ratio"), 0;
  int exponent = 0;
  const auto digits = static_cast<int64_t>(std::ldexp(std::frexp(factor, &exponent), 53));
  exponent -= 53;
  const __int128 product = static_cast<__int128>(value) * digits;
  if (product == 0 || exponent < -126) return 0;
  const auto too_large = [&] { return call.raise("OverflowError", "date value out of range"), int64_t{0}; };
  if (exponent >= 0) {
    int64_t out = 0;
    if (exponent > 62 || product > INT64_MAX || product < INT64_MIN) return too_large();
    return __builtin_mul_overflow(static_cast<int64_t>(product), int64_t{1} << exponent, &out) ? too_large() : out;
  }
  const __int128 unit = static_cast<__int128>(1) << -exponent;
  __int128 whole = product >> -exponent;
  const __int128 rest = product - whole * unit;
  if (rest > unit - rest || (rest == unit - rest && (whole & 1) != 0)) ++whole;
  return whole > INT64_MAX || whole < INT64_MIN ? too_large() : static_cast<int64_t>(whole);
}

}  // namespace modelet::python
