#include "grammar/matcher.h"

#include <algorithm>
#include <set>
#include <utility>

namespace modelet::grammar {

Matcher::Matcher(std::shared_ptr<const Grammar> grammar) : grammar_(std::move(grammar)) {
  start_ = intern({{grammar_->whole.first, -1}});
}

int32_t Matcher::push(Return one) {
  const auto [found, added] = known_returns_.try_emplace(one, static_cast<int32_t>(returns_.size()));
  if (added) returns_.push_back(one);
  return found->second;
}

// Follows all edges that read nothing, into rules and out of them. What stays are positions that read a byte.
void Matcher::close(std::vector<Position> &positions, bool &accepts) {
  const Network &network = grammar_->network;
  std::set<Position> seen;
  std::vector<Position> reading;
  accepts = false;
  while (!positions.empty()) {
    const Position at = positions.back();
    positions.pop_back();
    if (!seen.insert(at).second) continue;
    if (at.returns == -1 && at.state == grammar_->whole.last) accepts = true;
    bool reads = false;
    for (const Network::Edge &edge : network.edges(at.state)) {
      if (edge.kind == Network::Edge::Kind::nothing) positions.push_back({edge.to, at.returns});
      if (edge.kind == Network::Edge::Kind::rule) {
        const Fragment body = network.body(edge.rule);
        positions.push_back({body.first, push({body.last, edge.to, at.returns})});
      }
      reads = reads || edge.kind == Network::Edge::Kind::bytes;
    }
    if (at.returns != -1) {
      const Return &back = returns_[static_cast<std::size_t>(at.returns)];
      if (at.state == back.end) positions.push_back({back.to, back.outer});
    }
    if (reads) reading.push_back(at);
  }
  std::sort(reading.begin(), reading.end());
  positions = std::move(reading);
}

Matcher::Place Matcher::intern(std::vector<Position> positions) {
  bool accepts = false;
  close(positions, accepts);
  if (positions.empty() && !accepts) return dead;
  const auto [found, added] = known_.try_emplace({positions, accepts}, static_cast<Place>(states_.size()));
  if (added) {
    states_.push_back({std::move(positions), accepts, {}});
    states_.back().next.fill(unknown);
  }
  return found->second;
}

Matcher::Place Matcher::next(Place place, uint8_t byte) {
  const Place known = states_[static_cast<std::size_t>(place)].next[byte];
  if (known != unknown) return known;
  std::vector<Position> after;
  for (const Position &at : states_[static_cast<std::size_t>(place)].positions) {
    for (const Network::Edge &edge : grammar_->network.edges(at.state)) {
      const bool reads = edge.kind == Network::Edge::Kind::bytes && edge.low <= byte && byte <= edge.high;
      if (reads) after.push_back({edge.to, at.returns});
    }
  }
  const Place found = after.empty() ? dead : intern(std::move(after));
  return states_[static_cast<std::size_t>(place)].next[byte] = found;
}

Matcher::Place Matcher::next(Place place, std::string_view bytes) {
  for (const char byte : bytes) {
    if (place == dead) return dead;
    place = next(place, static_cast<uint8_t>(byte));
  }
  return place;
}

}  // namespace modelet::grammar
