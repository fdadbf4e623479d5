#include "grammar/intersection.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace modelet::grammar {
namespace {

using Edge = Network::Edge;

// Pairs of states that are reached together; `edges` lead from one to another, and read nothing or a byte that both sides read.
struct Product {
  struct Link {
    int32_t from, to;
    Edge::Kind kind;
    uint8_t low, high;
  };
  std::vector<std::pair<State, State>> pairs;
  std::vector<Link> links;
  std::unordered_map<uint64_t, int32_t> places;

  int32_t place(State left, State right) {
    const uint64_t key = static_cast<uint64_t>(left) << 32 | static_cast<uint32_t>(right);
    const auto [found, fresh] = places.try_emplace(key, static_cast<int32_t>(pairs.size()));
    if (fresh) pairs.emplace_back(left, right);
    return found->second;
  }

  // The links of one pair; they may add pairs at the end.
  void expand(const Network &network, int32_t at) {
    const auto [left, right] = pairs[static_cast<std::size_t>(at)];
    for (const Edge &one : network.edges(left)) {
      if (one.kind == Edge::Kind::nothing) links.push_back({at, place(one.to, right), one.kind, 0, 0});
      if (one.kind != Edge::Kind::bytes) continue;
      for (const Edge &other : network.edges(right)) {
        const uint8_t low = std::max(one.low, other.low), high = std::min(one.high, other.high);
        if (other.kind == Edge::Kind::bytes && low <= high) links.push_back({at, place(one.to, other.to), one.kind, low, high});
      }
    }
    for (const Edge &other : network.edges(right))
      if (other.kind == Edge::Kind::nothing) links.push_back({at, place(left, other.to), other.kind, 0, 0});
  }
};

// For each pair, whether `end` can be reached from it.
std::vector<bool> living(const Product &product, int32_t end) {
  std::vector<std::vector<int32_t>> before(product.pairs.size());
  for (const Product::Link &link : product.links) before[static_cast<std::size_t>(link.to)].push_back(link.from);
  std::vector<bool> alive(product.pairs.size());
  std::vector<int32_t> open{end};
  alive[static_cast<std::size_t>(end)] = true;
  while (!open.empty()) {
    const int32_t at = open.back();
    open.pop_back();
    for (const int32_t from : before[static_cast<std::size_t>(at)]) {
      if (alive[static_cast<std::size_t>(from)]) continue;
      alive[static_cast<std::size_t>(from)] = true;
      open.push_back(from);
    }
  }
  return alive;
}

}  // namespace

bool intersect(Network &network, Fragment left, Fragment right, Fragment &out) {
  Product product;
  const int32_t start = product.place(left.first, right.first), end = product.place(left.last, right.last);
  for (int32_t at = 0; at < static_cast<int32_t>(product.pairs.size()); ++at) {
    if (static_cast<int64_t>(product.pairs.size()) + network.states() > most_states) return false;
    product.expand(network, at);
  }
  const std::vector<bool> alive = living(product, end);
  if (!alive[static_cast<std::size_t>(start)]) return false;
  std::vector<State> states(product.pairs.size(), -1);
  for (std::size_t at = 0; at < states.size(); ++at)
    if (alive[at]) states[at] = network.add_state();
  for (const Product::Link &link : product.links) {
    const State from = states[static_cast<std::size_t>(link.from)], to = states[static_cast<std::size_t>(link.to)];
    if (from < 0 || to < 0) continue;
    link.kind == Edge::Kind::nothing ? network.skip(from, to) : network.read(from, link.low, link.high, to);
  }
  out = {states[static_cast<std::size_t>(start)], states[static_cast<std::size_t>(end)]};
  return true;
}

}  // namespace modelet::grammar
