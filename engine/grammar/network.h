// A language of byte strings as a recursive transition network: states with edges that read a byte, read nothing, or go through another
// rule first. Regular expressions and JSON schemas are built into one; the matcher runs it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace modelet::grammar {

using State = int32_t;

inline constexpr int64_t most_states = 200'000;  // of a network: who builds one from foreign text refuses more

// A part of a network with one way in and one way out.
struct Fragment {
  State first, last;
};

class Network {
 public:
  struct Edge {
    enum class Kind : uint8_t { bytes, nothing, rule };
    Kind kind;
    uint8_t low, high;  // of bytes, inclusive
    int32_t rule;       // of rule: index
    State to;
  };

  State add_state();
  void read(State from, uint8_t low, uint8_t high, State to);
  void skip(State from, State to);

  // Fragments. Each call makes new states, so a fragment stands at one place only.
  Fragment nothing();
  Fragment bytes(std::string_view text);
  Fragment byte_range(uint8_t low, uint8_t high);
  // One character from `low` to `high`, as UTF-8; surrogates are left out.
  Fragment code_points(char32_t low, char32_t high);
  Fragment sequence(Fragment first, Fragment second);
  Fragment either(const std::vector<Fragment> &choices);  // none: what never matches
  Fragment optional(Fragment inner);
  Fragment repeated(Fragment inner);  // any number of times
  Fragment rule(int32_t index);

  // Rules may refer to each other and to themselves. `define` once for each.
  int32_t declare_rule();
  void define(int32_t rule, Fragment body);

  const std::vector<Edge> &edges(State state) const { return edges_[static_cast<std::size_t>(state)]; }
  Fragment body(int32_t rule) const { return rules_[static_cast<std::size_t>(rule)]; }
  // Whether every rule reads something before it comes to itself again: else there is no end to entering it.
  bool progresses() const;
  // Takes away what leads to no end of a text: an edge stays when the end of its rule, or of `whole`, can be reached through it. False when
  // no text at all matches `whole`.
  bool keep_what_ends(Fragment whole);
  int64_t states() const { return static_cast<int64_t>(edges_.size()); }

 private:
  std::vector<std::vector<Edge>> edges_;
  std::vector<Fragment> rules_;
};

// A network with the fragment that a text must match as a whole.
struct Grammar {
  Network network;
  Fragment whole{};
};

}  // namespace modelet::grammar
