#include "python/match.h"

#include "python/format.h"

namespace modelet::python {

namespace {

MaybeMatch found(Call &call, const Matcher &matcher, bool matched) {
  if (!matched || call.failed()) return None{};
  return made_match(call, matcher);
}

MaybeMatch matched_at(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos, Matcher::Mode mode) {
  Matcher matcher(call, *pattern, text, pos, endpos);
  return found(call, matcher, !call.failed() && matcher.match(matcher.first(), mode));
}

}  // namespace

MaybeMatch match(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos) {
  return matched_at(call, pattern, text, pos, endpos, Matcher::Mode::match);
}

MaybeMatch fullmatch(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos) {
  return matched_at(call, pattern, text, pos, endpos, Matcher::Mode::full);
}

MaybeMatch search(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos) {
  Matcher matcher(call, *pattern, text, pos, endpos);
  return found(call, matcher, !call.failed() && matcher.search(matcher.first(), false));
}

Match made_match(Call &call, const Matcher &matcher) {
  auto made = new_object<MatchObject, Ref<MatchObject>>(call);
  if (!made) return {};
  made->program = &matcher.program();
  made->text = matcher.text();
  made->first = matcher.first();
  made->last = matcher.last();
  made->last_group = matcher.last_group();
  const int64_t groups = matcher.program().groups;
  if (!made->spans.reserve(call, (groups + 1) * 2)) return {};
  for (int64_t group = 0; group <= groups; ++group) {
    made->spans.push(call, matcher.start(group));
    made->spans.push(call, matcher.end(group));
  }
  return Match(made);
}

MatchIterator finditer(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos) {
  MatchIterator out;
  out.object = new_object<ScannerObject, Ref<ScannerObject>>(call, call, pattern, text, pos, endpos);
  return out;
}

int64_t group_number(Call &call, const Match &match, int64_t group) {
  if (group >= 0 && group <= static_cast<int64_t>(match->program->groups)) return group;
  call.raise("IndexError", "no such group");
  return -1;
}

int64_t group_number(Call &call, const Match &match, const Str &name) {
  for (uint32_t group = 0; group < match->program->groups; ++group)
    if (match->program->names[group] == name.view() && name.length() != 0) return static_cast<int64_t>(group) + 1;
  call.raise("IndexError", "no such group");
  return -1;
}

Dict<Str, int64_t> groupindex(Call &call, const Pattern &pattern) {
  auto out = new_dict<Str, int64_t>(call);
  for (uint32_t group = 0; group < pattern->groups && !call.failed(); ++group)
    if (!pattern->names[group].empty()) out.table().put(call, Str(pattern->names[group]), static_cast<int64_t>(group) + 1);
  return frozen(out);
}

std::variant<None, int64_t> last_index(Call &, const Match &match) {
  if (match->last_group == 0) return None{};
  return match->last_group;
}

MaybeStr last_name(Call &, const Match &match) {
  if (match->last_group == 0 || match->program->names[match->last_group - 1].empty()) return None{};
  return Str(match->program->names[match->last_group - 1]);
}

Str repr(Call &call, const Match &match) {
  std::u32string out;
  write_ascii(out, "<re.Match object; span=(" + std::to_string(match.start(0)) + ", " + std::to_string(match.end(0)) + "), match=");
  std::u32string text;
  write_repr(text, match.part(0));
  out += text.substr(0, 50);
  out += U'>';
  return new_str(call, out);
}

}  // namespace modelet::python
