// How a family lists its implementations: one line of a table each, best first, the generic one last.
#pragma once

#include <array>
#include <cstddef>

#include "kernels/kernels.h"

namespace modelet::kernels {

template <typename Function>
struct Entry {
  Implementation implementation;
  Function run;
};

// What the table tells the outside: the implementations without their functions.
template <typename Function, std::size_t count>
constexpr std::array<Implementation, count> describe(const Entry<Function> (&entries)[count]) {
  std::array<Implementation, count> result{};
  for (std::size_t index = 0; index < count; ++index) result[index] = entries[index].implementation;
  return result;
}

// May a host whose best instruction set is `host` run what needs `needed`?
constexpr bool runs_on(Isa needed, Isa host) {
  if (needed == Isa::generic) return true;
  return needed == Isa::neon ? host == Isa::neon : host != Isa::neon && host >= needed;
}

// The first entry that runs on the host.
template <typename Function, std::size_t count>
constexpr Function choose(const Entry<Function> (&entries)[count], Isa host) {
  for (const Entry<Function> &entry : entries) {
    if (runs_on(entry.implementation.isa, host)) return entry.run;
  }
  return entries[count - 1].run;
}

}  // namespace modelet::kernels
