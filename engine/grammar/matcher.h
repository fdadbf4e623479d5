// Which bytes may follow: a network run as an automaton whose states are made when they are first needed.
//
// A state is the set of places in the network where a text may stand, each with the rules it has to return to. Equal sets are one state,
// and steps are remembered, so that looking at every token of a vocabulary costs a few table reads for each of its bytes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "grammar/network.h"

namespace modelet::grammar {

// One thread at a time. The grammar lives as long.
class Matcher {
 public:
  using Place = int32_t;
  static constexpr Place dead = -1;  // nothing can follow, and the text does not match

  explicit Matcher(std::shared_ptr<const Grammar> grammar);

  Place start() const { return start_; }
  // The place after one more byte; dead when no text of the language goes on so.
  Place next(Place place, uint8_t byte);
  Place next(Place place, std::string_view bytes);
  bool accepts(Place place) const { return states_[static_cast<std::size_t>(place)].accepts; }
  int64_t states() const { return static_cast<int64_t>(states_.size()); }

 private:
  // Where to go on when a rule ends: returns are shared, equal ones are one.
  struct Return {
    State end;  // of the rule
    State to;
    int32_t outer;  // index of the next one, -1: none
    auto operator<=>(const Return &) const = default;
  };
  struct Position {
    State state;
    int32_t returns;  // innermost; -1: none
    auto operator<=>(const Position &) const = default;
  };
  struct Set {
    std::vector<Position> positions;  // rising; only those that read a byte
    bool accepts;
    std::array<Place, 256> next;  // unknown: not asked yet
  };
  static constexpr Place unknown = -2;

  int32_t push(Return one);
  Place intern(std::vector<Position> positions);
  void close(std::vector<Position> &positions, bool &accepts);

  const std::shared_ptr<const Grammar> grammar_;
  std::vector<Return> returns_;
  std::map<Return, int32_t> known_returns_;
  std::vector<Set> states_;
  std::map<std::pair<std::vector<Position>, bool>, Place> known_;
  Place start_;
};

}  // namespace modelet::grammar
