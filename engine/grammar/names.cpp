#include "grammar/names.h"

#include <algorithm>
#include <map>
#include <vector>

namespace modelet::grammar {
namespace {

void add_free(Network &network, State at, char32_t low, char32_t end, State free) {
  for (char32_t character = low; character < end; ++character) {
    if (character == '"' || character == '\\') continue;
    network.read(at, static_cast<uint8_t>(character), static_cast<uint8_t>(character), free);
  }
}

void add_names(Network &network, const std::vector<std::string> &names, std::size_t depth, State at, State free, State closed) {
  std::map<uint8_t, std::vector<std::string>> following;
  for (const std::string &name : names) following[static_cast<uint8_t>(name[depth])].push_back(name);
  if (!following.contains('"')) network.read(at, '"', '"', closed);  // a shorter name
  const bool inside = following.empty() || std::all_of(names.begin(), names.end(), [&](const std::string &name) {
                        return (static_cast<uint8_t>(name[depth]) & 0xc0) != 0x80 && (depth == 0 || name[depth - 1] != '\\');
                      });
  if (inside) {
    char32_t low = 0x20;
    for (const auto &[byte, ignored] : following) {
      if (byte >= 0x80) break;
      add_free(network, at, low, byte, free);
      low = byte + 1U;
    }
    add_free(network, at, low, 0x80, free);
  }
  for (const auto &[byte, some] : following) {
    if (byte == '"') continue;
    const State next = network.add_state();
    network.read(at, byte, byte, next);
    add_names(network, some, depth + 1, next, free, closed);
  }
}

}  // namespace

// A tree of the taken names, byte by byte; where a name leaves it, any characters may follow. Names in it are never closed at their end.
Fragment name_besides(Network &network, const std::set<std::string> &taken, int32_t character) {
  const Fragment all{network.add_state(), network.add_state()};
  const State free = network.add_state();
  const Fragment rest = network.repeated(network.rule(character));
  network.skip(free, rest.first);
  const Fragment quote = network.bytes("\"");
  network.skip(rest.last, quote.first);
  network.skip(quote.last, all.last);
  const State start = network.add_state();
  network.read(all.first, '"', '"', start);
  std::vector<std::string> names(taken.begin(), taken.end());
  add_names(network, names, 0, start, free, all.last);
  return all;
}

}  // namespace modelet::grammar
