#include "grammar/network.h"

#include <algorithm>
#include <array>
#include <utility>

namespace modelet::grammar {

State Network::add_state() {
  edges_.emplace_back();
  return static_cast<State>(edges_.size()) - 1;
}

void Network::read(State from, uint8_t low, uint8_t high, State to) {
  edges_[static_cast<std::size_t>(from)].push_back({Edge::Kind::bytes, low, high, 0, to});
}

void Network::skip(State from, State to) {
  edges_[static_cast<std::size_t>(from)].push_back({Edge::Kind::nothing, 0, 0, 0, to});
}

Fragment Network::nothing() {
  const State state = add_state();
  return {state, state};
}

Fragment Network::bytes(std::string_view text) {
  Fragment all = nothing();
  for (const char byte : text) {
    const State next = add_state();
    read(all.last, static_cast<uint8_t>(byte), static_cast<uint8_t>(byte), next);
    all.last = next;
  }
  return all;
}

Fragment Network::byte_range(uint8_t low, uint8_t high) {
  const Fragment one{add_state(), add_state()};
  read(one.first, low, high, one.last);
  return one;
}

namespace {

struct Utf8 {
  std::array<uint8_t, 4> bytes;
  std::size_t length;
};

Utf8 utf8(char32_t character) {
  const auto part = [character](int shift) { return static_cast<uint8_t>(0x80 | (character >> shift & 0x3f)); };
  if (character < 0x80) return {{static_cast<uint8_t>(character)}, 1};
  if (character < 0x800) return {{static_cast<uint8_t>(0xc0 | character >> 6), part(0)}, 2};
  if (character < 0x10000) return {{static_cast<uint8_t>(0xe0 | character >> 12), part(6), part(0)}, 3};
  return {{static_cast<uint8_t>(0xf0 | character >> 18), part(12), part(6), part(0)}, 4};
}

// A range whose characters differ in the last bits of their encoding only, all of which occur: byte ranges side by side.
void add_range(Network &network, Fragment one, char32_t low, char32_t high) {
  const Utf8 first = utf8(low), last = utf8(high);
  State at = one.first;
  for (std::size_t index = 0; index < first.length; ++index) {
    const State next = index + 1 == first.length ? one.last : network.add_state();
    network.read(at, first.bytes[index], last.bytes[index], next);
    at = next;
  }
}

// Cuts a range until add_range takes its parts: at changes of the encoded length, then where lower bits are not all covered.
void split_range(Network &network, Fragment one, char32_t low, char32_t high) {
  if (low > high) return;
  for (const char32_t last : {U'\x7f', U'\x7ff', U'\xffff'}) {
    if (low <= last && high > last) {
      split_range(network, one, low, last);
      return split_range(network, one, last + 1, high);
    }
  }
  for (int bits = 6; bits <= 18; bits += 6) {
    const char32_t mask = (char32_t{1} << bits) - 1;
    if ((low & ~mask) == (high & ~mask)) continue;
    if ((low & mask) != 0) {
      split_range(network, one, low, low | mask);
      return split_range(network, one, (low | mask) + 1, high);
    }
    if ((high & mask) != mask) {
      split_range(network, one, low, (high & ~mask) - 1);
      return split_range(network, one, high & ~mask, high);
    }
  }
  add_range(network, one, low, high);
}

}  // namespace

Fragment Network::code_points(char32_t low, char32_t high) {
  const Fragment one{add_state(), add_state()};
  split_range(*this, one, low, std::min(high, U'\xd7ff'));
  split_range(*this, one, std::max(low, U'\xe000'), std::min(high, U'\x10ffff'));
  return one;
}

Fragment Network::sequence(Fragment first, Fragment second) {
  skip(first.last, second.first);
  return {first.first, second.last};
}

Fragment Network::either(const std::vector<Fragment> &choices) {
  const Fragment all{add_state(), add_state()};
  for (const Fragment choice : choices) {
    skip(all.first, choice.first);
    skip(choice.last, all.last);
  }
  return all;
}

Fragment Network::optional(Fragment inner) {
  return either({inner, nothing()});
}

Fragment Network::repeated(Fragment inner) {
  const Fragment all{add_state(), add_state()};
  skip(all.first, inner.first);
  skip(inner.last, all.first);
  skip(all.first, all.last);
  return all;
}

Fragment Network::rule(int32_t index) {
  const Fragment one{add_state(), add_state()};
  edges_[static_cast<std::size_t>(one.first)].push_back({Edge::Kind::rule, 0, 0, index, one.last});
  return one;
}

int32_t Network::declare_rule() {
  rules_.push_back({-1, -1});
  return static_cast<int32_t>(rules_.size()) - 1;
}

namespace {

enum class Visit : uint8_t { never, open, done };

// Depth first over what can be entered without reading; false when an open rule is met again.
bool enter(const Network &network, int32_t rule, std::vector<Visit> &visits) {
  Visit &visit = visits[static_cast<std::size_t>(rule)];
  if (visit != Visit::never) return visit == Visit::done;
  visit = Visit::open;
  std::vector<State> next{network.body(rule).first};
  std::vector<bool> seen(static_cast<std::size_t>(network.states()));
  while (!next.empty()) {
    const State at = next.back();
    next.pop_back();
    if (seen[static_cast<std::size_t>(at)]) continue;
    seen[static_cast<std::size_t>(at)] = true;
    for (const Network::Edge &edge : network.edges(at)) {
      if (edge.kind == Network::Edge::Kind::bytes) continue;
      if (edge.kind == Network::Edge::Kind::rule && !enter(network, edge.rule, visits)) return false;
      next.push_back(edge.to);  // past a rule as well: it may be empty
    }
  }
  visits[static_cast<std::size_t>(rule)] = Visit::done;
  return true;
}

}  // namespace

bool Network::progresses() const {
  std::vector<Visit> visits(rules_.size(), Visit::never);
  for (int32_t rule = 0; rule < static_cast<int32_t>(rules_.size()); ++rule) {
    if (!enter(*this, rule, visits)) return false;
  }
  return true;
}

namespace {

// Finds the states from which the end of their rule can be reached, from the ends backwards.
class Endings {
 public:
  Endings(const Network &network, std::size_t rules)
      : ends_(static_cast<std::size_t>(network.states())), before_(ends_.size()), first_(ends_.size()), rule_ends_(rules), waiting_(rules) {
    for (State from = 0; from < network.states(); ++from) {
      for (const Network::Edge &edge : network.edges(from)) before_[static_cast<std::size_t>(edge.to)].push_back({from, rule_of(edge)});
    }
    for (int32_t rule = 0; rule < static_cast<int32_t>(rules); ++rule) {
      first_[static_cast<std::size_t>(network.body(rule).first)].push_back(rule);
    }
  }
  void add(State state) {
    if (ends(state)) return;
    ends_[static_cast<std::size_t>(state)] = true;
    found_.push_back(state);
  }
  void find() {
    while (!found_.empty()) {
      const auto at = static_cast<std::size_t>(found_.back());
      found_.pop_back();
      for (const auto &[from, rule] : before_[at]) {
        if (rule < 0 || rule_ends_[static_cast<std::size_t>(rule)]) {
          add(from);
        } else {
          waiting_[static_cast<std::size_t>(rule)].push_back(from);
        }
      }
      for (const int32_t rule : first_[at]) end_rule(static_cast<std::size_t>(rule));
    }
  }
  bool ends(State state) const { return ends_[static_cast<std::size_t>(state)]; }
  bool useful(const Network::Edge &edge) const {
    return ends(edge.to) && (edge.kind != Network::Edge::Kind::rule || rule_ends_[static_cast<std::size_t>(edge.rule)]);
  }

 private:
  struct Step {
    State from;
    int32_t rule;  // that the edge goes through; -1: none
  };
  static int32_t rule_of(const Network::Edge &edge) { return edge.kind == Network::Edge::Kind::rule ? edge.rule : -1; }
  void end_rule(std::size_t rule) {
    rule_ends_[rule] = true;
    for (const State from : std::exchange(waiting_[rule], {})) add(from);
  }

  std::vector<bool> ends_;
  std::vector<std::vector<Step>> before_;
  std::vector<std::vector<int32_t>> first_;  // rules whose body begins at a state
  std::vector<bool> rule_ends_;
  std::vector<std::vector<State>> waiting_;  // for a rule to end: what stands before an edge through it
  std::vector<State> found_;
};

}  // namespace

bool Network::keep_what_ends(Fragment whole) {
  Endings endings(*this, rules_.size());
  endings.add(whole.last);
  for (const Fragment &body : rules_) endings.add(body.last);
  endings.find();
  for (std::vector<Edge> &edges : edges_) std::erase_if(edges, [&](const Edge &edge) { return !endings.useful(edge); });
  return endings.ends(whole.first);
}

void Network::define(int32_t rule, Fragment body) {
  rules_[static_cast<std::size_t>(rule)] = body;
}

}  // namespace modelet::grammar
