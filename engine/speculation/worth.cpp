#include "speculation/worth.h"

#include <algorithm>

namespace modelet::speculation {
namespace {

constexpr float newest = 0.125F;        // share of the newest measurement in the average
constexpr float outlier = 2;            // times the average, beyond which a measurement says that something else took the processor
constexpr double allowance = 1.0 / 50;  // of each token's time may be lost
constexpr double most_credit = 2;       // so that a text which stops repeating itself does not give back what it gained
constexpr int64_t most_reach = 64;

}  // namespace

void Prices::measured(int64_t rows, double seconds) {
  float &average = seconds_[static_cast<std::size_t>(std::clamp<int64_t>(rows, 1, most_rows))];
  const auto now = static_cast<float>(seconds);
  average = average == 0 ? now : average + newest * (std::min(now, outlier * average) - average);
}

double Prices::seconds(int64_t rows) const {
  const int64_t at = std::clamp<int64_t>(rows, 1, most_rows);
  int64_t fewer = at, more = at;
  while (fewer > 0 && seconds_[static_cast<std::size_t>(fewer)] == 0) --fewer;
  while (more <= most_rows && seconds_[static_cast<std::size_t>(more)] == 0) ++more;
  if (fewer == 0 && more > most_rows) return 0;
  if (fewer == 0) return static_cast<double>(seconds_[static_cast<std::size_t>(more)]);
  const auto below = static_cast<double>(seconds_[static_cast<std::size_t>(fewer)]);
  if (more > most_rows || more == fewer) return below;
  const double share = static_cast<double>(at - fewer) / static_cast<double>(more - fewer);
  return below + share * (static_cast<double>(seconds_[static_cast<std::size_t>(more)]) - below);
}

void Account::settle(const Guessed &guessed) {
  credit_ += allowance * static_cast<double>(1 + guessed.accepted) + static_cast<double>(guessed.accepted) - guessed.cost;
  credit_ = std::min(credit_, most_credit);
  if (guessed.drafted == 0) return;
  reach_ = guessed.accepted == guessed.drafted ? std::min(2 * reach_, most_reach) : guessed.accepted + 1;
}

}  // namespace modelet::speculation
