// Patterns that are known at run time only: `re`'s syntax read into programs for python/regex.h.
#pragma once

#include "python/match.h"

namespace modelet::python {

// The pattern of a text, kept for the rest of the call; re.error as CPython raises it. `groups` is how many it must have,
// -1 for any: what the compiler knows of the pattern's shape.
Pattern compile_pattern(Call &call, const Str &text, int64_t flags, int64_t groups);

// findall of a pattern with any number of groups: T holds texts and tuples of texts.
template <typename T>
List<T> findall_any(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos) {
  auto out = new_list<T>(call);
  if (call.failed()) return out;
  Scanner scanner(call, pattern, text, pos, endpos);
  while (!call.failed() && scanner.next()) {
    if (pattern->groups < 2) {
      out.push(call, convert<T>(scanner->part(pattern->groups == 0 ? 0 : 1)));
      continue;
    }
    std::vector<Str> parts;
    for (uint32_t group = 1; group <= pattern->groups; ++group) parts.push_back(scanner->part(group));
    out.push(call, convert<T>(TupleOf<Str>(std::move(parts))));
  }
  return out;
}

// Match.groups of a pattern with any number of groups.
template <typename T, typename D>
T groups_any(Call &, const Match &match, const D &otherwise) {
  std::vector<typename T::Item> items;
  for (int64_t group = 1; group <= static_cast<int64_t>(match->program->groups); ++group)
    items.push_back(match.set(group) ? convert<typename T::Item>(match.part(group)) : convert<typename T::Item>(otherwise));
  return T(std::move(items));
}

}  // namespace modelet::python
