// Compiled patterns and matches as values, and the functions and methods of `re`.
#pragma once

#include "python/dicts.h"
#include "python/regex.h"

namespace modelet::python {

// A compiled pattern is a constant of the program.
class Pattern {
 public:
  Pattern() = default;
  constexpr explicit Pattern(const Program *program) : program_(program) {}
  const Program &operator*() const { return *program_; }
  const Program *operator->() const { return program_; }
  friend bool operator==(const Pattern &, const Pattern &) = default;

 private:
  const Program *program_ = nullptr;
};

class MatchObject final : public Object {
 public:
  explicit MatchObject(Heap &heap) : Object(heap), spans(heap) {}
  void clear() noexcept override { text = Str(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  const Program *program = nullptr;
  Str text;
  int64_t first = 0;
  int64_t last = 0;
  int64_t last_group = 0;
  Buffer<int64_t> spans;  // start and end of each group, -1 where it is not set
};

// Copies of a Match are the same match.
class Match {
 public:
  Match() = default;
  explicit Match(Ref<MatchObject> object) : object_(std::move(object)) {}
  const MatchObject &operator*() const { return *object_; }
  const MatchObject *operator->() const { return object_.get(); }
  int64_t start(int64_t group) const { return object_->spans[group * 2]; }
  int64_t end(int64_t group) const { return object_->spans[group * 2 + 1]; }
  bool set(int64_t group) const { return start(group) >= 0; }
  Str part(int64_t group) const { return set(group) ? object_->text.part(start(group), end(group)) : Str(); }
  friend bool operator==(const Match &, const Match &) = default;

 private:
  Ref<MatchObject> object_;
};

using MaybeStr = std::variant<None, Str>;
using MaybeMatch = std::variant<None, Match>;

MaybeMatch match(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos);
MaybeMatch fullmatch(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos);
MaybeMatch search(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos);
Match made_match(Call &call, const Matcher &matcher);

// All matches one after the other, as findall, finditer, sub and split have them.
class Scanner {
 public:
  Scanner(Call &call, const Pattern &pattern, const Str &text, int64_t pos = 0, int64_t endpos = INT64_MAX)
      : matcher_(call, *pattern, text, pos, endpos), at_(matcher_.first()) {}
  bool next() {
    if (at_ > matcher_.last() || !matcher_.search(at_, empty_)) return false;
    at_ = matcher_.end();
    empty_ = matcher_.start() == at_;
    return true;
  }
  const Matcher &operator*() const { return matcher_; }
  const Matcher *operator->() const { return &matcher_; }

 private:
  Matcher matcher_;
  int64_t at_;
  bool empty_ = false;
};

class ScannerObject final : public Object {
 public:
  ScannerObject(Heap &heap, Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos)
      : Object(heap), scanner(call, pattern, text, pos, endpos) {}
  void clear() noexcept override {}
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Scanner scanner;
};

struct MatchIterator {
  using Item = Match;
  Ref<ScannerObject> object;
  bool next(Call &call, Match &item) {
    if (!object->scanner.next()) return false;
    item = made_match(call, *object->scanner);
    return !call.failed();
  }
};
MatchIterator finditer(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos);

namespace detail {

template <typename T, std::size_t... index>
T group_tuple(const Matcher &matcher, std::index_sequence<index...>) {
  return T(matcher.part(static_cast<int64_t>(index) + 1)...);
}

template <typename T, std::size_t at, typename D>
std::tuple_element_t<at, T> group_or(const Match &match, const D &otherwise) {
  using Item = std::tuple_element_t<at, T>;
  return match.set(at + 1) ? convert<Item>(match.part(at + 1)) : convert<Item>(otherwise);
}

template <typename T, typename D, std::size_t... index>
T groups_tuple(const Match &match, const D &otherwise, std::index_sequence<index...>) {
  return T(group_or<T, index>(match, otherwise)...);
}

}  // namespace detail

// Item: Str, or a tuple of as many as there are groups; T may be more general.
template <typename T, typename Item>
List<T> findall(Call &call, const Pattern &pattern, const Str &text, int64_t pos, int64_t endpos) {
  auto out = new_list<T>(call);
  if (call.failed()) return out;
  Scanner scanner(call, pattern, text, pos, endpos);
  while (!call.failed() && scanner.next()) {
    if constexpr (std::is_same_v<Item, Str>) {
      out.push(call, convert<T>(scanner->part(pattern->groups == 0 ? 0 : 1)));
    } else {
      out.push(call, convert<T>(detail::group_tuple<Item>(*scanner, std::make_index_sequence<std::tuple_size_v<Item>>())));
    }
  }
  return out;
}

// T: Str when every group takes part in every match, else MaybeStr.
template <typename T>
List<T> split_by(Call &call, const Pattern &pattern, const Str &text, int64_t most) {
  auto out = new_list<T>(call);
  if (call.failed()) return out;
  Scanner scanner(call, pattern, text);
  int64_t last = 0;
  for (int64_t done = 0; (most == 0 || done < most) && !call.failed() && scanner.next(); ++done) {
    out.push(call, convert<T>(text.part(last, scanner->start())));
    for (int64_t group = 1; group <= static_cast<int64_t>(pattern->groups) && !call.failed(); ++group) {
      out.push(call, scanner->set(group) ? convert<T>(scanner->part(group)) : convert<T>(None{}));
    }
    last = scanner->end();
  }
  if (!call.failed()) out.push(call, convert<T>(text.part(last, text.length())));
  return out;
}

std::tuple<Str, int64_t> substitute(Call &call, const Pattern &pattern, const Str &replacement, const Str &text, int64_t most);
Str substituted(Call &call, const Pattern &pattern, const Str &replacement, const Str &text, int64_t most);
Str expand(Call &call, const Match &match, const Str &replacement);
Str escape_pattern(Call &call, const Str &text);

// ---- of a match. A group that is not there is an IndexError; -1 then.

int64_t group_number(Call &call, const Match &match, int64_t group);
int64_t group_number(Call &call, const Match &match, const Str &name);

// R: Str for a group that takes part in every match, else MaybeStr.
template <typename R, typename Q>
R group(Call &call, const Match &match, const Q &which) {
  const int64_t number = group_number(call, match, which);
  if (number < 0) return R{};
  return match.set(number) ? convert<R>(match.part(number)) : convert<R>(None{});
}
template <typename Q>
int64_t group_start(Call &call, const Match &match, const Q &which) {
  const int64_t number = group_number(call, match, which);
  return number < 0 ? -1 : match.start(number);
}
template <typename Q>
int64_t group_end(Call &call, const Match &match, const Q &which) {
  const int64_t number = group_number(call, match, which);
  return number < 0 ? -1 : match.end(number);
}
template <typename Q>
std::tuple<int64_t, int64_t> group_span(Call &call, const Match &match, const Q &which) {
  const int64_t number = group_number(call, match, which);
  if (number < 0) return {-1, -1};
  return {match.start(number), match.end(number)};
}

template <typename T, typename D>
T groups(Call &, const Match &match, const D &otherwise) {
  return detail::groups_tuple<T>(match, otherwise, std::make_index_sequence<std::tuple_size_v<T>>());
}

template <typename V, typename D>
Dict<Str, V> groupdict(Call &call, const Match &match, const D &otherwise) {
  auto out = new_dict<Str, V>(call);
  for (int64_t group = 1; group <= static_cast<int64_t>(match->program->groups) && !call.failed(); ++group) {
    const std::u32string_view name = match->program->names[group - 1];
    if (!name.empty()) out.table().put(call, Str(name), match.set(group) ? convert<V>(match.part(group)) : convert<V>(otherwise));
  }
  return out;
}

Dict<Str, int64_t> groupindex(Call &call, const Pattern &pattern);
inline int64_t groups_of(Call &, const Pattern &pattern) {
  return pattern->groups;
}
inline int64_t flags_of(Call &, const Pattern &pattern) {
  return pattern->flags;
}
inline Str source_of(Call &, const Pattern &pattern) {
  return Str(pattern->pattern);
}
inline Str text_of(Call &, const Match &match) {
  return match->text;
}
inline Pattern pattern_of(Call &, const Match &match) {
  return Pattern(match->program);
}
inline int64_t pos_of(Call &, const Match &match) {
  return match->first;
}
inline int64_t endpos_of(Call &, const Match &match) {
  return match->last;
}
std::variant<None, int64_t> last_index(Call &call, const Match &match);
MaybeStr last_name(Call &call, const Match &match);
Str repr(Call &call, const Match &match);

}  // namespace modelet::python
