// Whether guessing is worth its time, from what steps were measured to take and from how often guesses were right. Times decide when is
// guessed, never what is said.
#pragma once

#include <array>
#include <cstdint>

namespace modelet::speculation {

// Seconds that a step takes by the number of its rows, of steps without prompts: averages of what was measured. One thread at a time.
class Prices {
 public:
  void measured(int64_t rows, double seconds);
  // Between what was measured of fewer and of more rows. 0 while nothing was.
  double seconds(int64_t rows) const;

 private:
  static constexpr int64_t most_rows = 512;  // more count as that many
  std::array<float, most_rows + 1> seconds_{};
};

// What one request's guesses did in a step.
struct Guessed {
  int64_t drafted = 0, accepted = 0;
  double cost = 0;  // of making and verifying them, in steps without guesses that would have taken as long
};

// What a request may lose by guesses, counted in tokens, each the time of a step without guesses. Right guesses fill the account and wrong
// ones empty it; every token adds a little, and nothing is guessed while it is empty. So guesses that never help cost the first credit, a
// fiftieth of the time, and what the last of them took beyond that.
class Account {
 public:
  // Below 0: so much must be saved up before the first guess.
  explicit Account(double credit = 1) : credit_(credit) {}

  // Guesses to make now; 0 while the account is empty.
  int64_t reach() const { return credit_ > 0 ? reach_ : 0; }
  // After each step that chose a token of the request.
  void settle(const Guessed &guessed);

 private:
  double credit_;
  int64_t reach_ = 2;  // as long as all are right, twice as many come next
};

}  // namespace modelet::speculation
