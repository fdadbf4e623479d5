#include "python/regex.h"

#include <algorithm>

#include "python/unicode.h"

namespace modelet::python {

using regex::Category;

namespace {

constexpr int64_t patience = 1 << 16;  // characters and steps between two looks at whether the call shall stop

uint32_t mapped(uint32_t code, unicode::Case wanted) {
  const auto &mapping = unicode::record(static_cast<char32_t>(code)).mappings[wanted];
  if (mapping.length != 0) return static_cast<uint32_t>(unicode::extra[mapping.value]);
  return static_cast<uint32_t>(static_cast<int64_t>(code) + mapping.value);
}

uint32_t lowered_ascii(uint32_t code) {
  return code >= 'A' && code <= 'Z' ? code + 32 : code;
}

bool is_word_character(char32_t character) {
  return character == U'_' || unicode::has(character, unicode::alpha | unicode::decimal | unicode::digit | unicode::numeric);
}

bool in_ranges(const uint32_t *ranges, uint32_t count, uint32_t code) {
  for (uint32_t index = 0; index < count; ++index)
    if (code >= ranges[index * 2] && code <= ranges[index * 2 + 1]) return true;
  return false;
}

bool in_categories(uint32_t wanted, uint32_t code) {
  if (wanted == 0) return false;
  if ((wanted & Category::everything) != 0) return true;
  const auto character = static_cast<char32_t>(code);
  const bool digit = unicode::has(character, unicode::decimal), space = unicode::has(character, unicode::space);
  const bool word = is_word_character(character);
  const uint32_t have = (digit ? Category::digit : Category::not_digit) | (space ? Category::space : Category::not_space) |
                        (word ? Category::word : Category::not_word);
  return (wanted & have) != 0;
}

}  // namespace

bool CharacterSet::has_beyond(uint32_t code) const {
  if (lowered) {
    code = mapped(code, unicode::to_lower);
    if (code < 256) return has(static_cast<char32_t>(code));
  }
  bool found = in_ranges(ranges, range_count, code) || in_categories(categories, code);
  if (!found && cased_count != 0) {
    found = in_ranges(cased_ranges, cased_count, code) || in_ranges(cased_ranges, cased_count, mapped(code, unicode::to_upper));
  }
  return found != negated;
}

Matcher::Matcher(Call &call, const Program &program, const Str &text, int64_t first, int64_t last)
    : call_(call),
      program_(program),
      text_(text),
      data_(text.view().data()),
      first_(std::clamp<int64_t>(first, 0, text.length())),
      last_(std::clamp<int64_t>(last, 0, text.length())),
      marks_(heap(call)),
      choices_(heap(call)),
      repeats_(heap(call)),
      trail_(heap(call)) {
  for (uint32_t index = 0; index < program.groups * 2 && marks_.push(call, -1); ++index) {
  }
}

bool Matcher::set(int64_t group) const {
  const int64_t begin = marks_[group * 2 - 2], end = marks_[group * 2 - 1];
  return begin >= 0 && end >= begin;
}

Str Matcher::part(int64_t group) const {
  if (group == 0) return text_.part(start_, end_);
  return set(group) ? text_.part(marks_[group * 2 - 2], marks_[group * 2 - 1]) : Str();
}

bool Matcher::match(int64_t start, Mode mode) {
  full_ = mode == Mode::full;
  forbidden_ = -1;
  return (program_.least_width == 0 || start <= last_ - program_.least_width) && run(start);
}

bool Matcher::search(int64_t start, bool advance) {
  full_ = false;
  forbidden_ = advance ? start : -1;
  const int64_t last = last_ - program_.least_width;
  for (int64_t at = candidate(start, last); at <= last && !call_.failed(); at = candidate(at + 1, last)) {
    if (run(at)) return true;
    forbidden_ = -1;
    if (program_.anchored) return false;
  }
  return false;
}

// The first place from `at` on where a match may begin; beyond `last` when there is none.
int64_t Matcher::candidate(int64_t at, int64_t last) const {
  const std::u32string_view prefix = program_.prefix;
  if (!prefix.empty()) {
    for (; at <= last; ++at) {
      const char32_t *found = std::char_traits<char32_t>::find(data_ + at, static_cast<std::size_t>(last - at + 1), prefix[0]);
      if (found == nullptr) return last + 1;
      at = found - data_;
      if (std::equal(prefix.begin(), prefix.end(), found)) return at;
    }
  } else if (program_.has_first) {
    for (; at <= last; ++at) {
      if (at == last_) return last + 1;
      const auto code = static_cast<uint32_t>(data_[at]);
      if (code < 256 ? (program_.first[code >> 5] >> (code & 31) & 1) != 0 : program_.first_beyond) return at;
    }
  }
  return at;
}

bool Matcher::reset(int64_t start) {
  if (last_group_ != 0 || program_.groups != 0) std::fill(marks_.begin(), marks_.end(), -1);
  choices_.truncate(0);
  repeats_.truncate(0);
  trail_.truncate(0);
  start_ = at_ = start;
  pc_ = last_group_ = 0;
  repeat_ = barrier_ = -1;
  return !call_.failed();
}

bool Matcher::tired(int64_t work) {
  patience_ -= work;
  if (patience_ > 0) return false;
  patience_ = patience;
  return interrupted(call_);
}

bool Matcher::run(int64_t start) {
  if (tired(1) || !reset(start)) return false;
  for (;;) {
    if (program_.code[pc_] == regex::success) {
      if (succeed()) return true;
      if (!back()) return false;
    } else if (!step() && !back()) {
      return false;
    }
  }
}

bool Matcher::succeed() {
  if ((full_ && at_ != last_) || at_ == forbidden_) return false;
  end_ = at_;
  return true;
}

// One instruction. False: go back.
bool Matcher::step() {
  const uint32_t *code = program_.code + pc_;
  switch (code[0]) {
    case regex::literal:
      if (at_ >= last_ || data_[at_] != static_cast<char32_t>(code[1])) return false;
      ++at_;
      pc_ += 2;
      return true;
    case regex::any_but_line:
    case regex::any:
      if (at_ >= last_ || (code[0] == regex::any_but_line && data_[at_] == U'\n')) return false;
      ++at_;
      pc_ += 1;
      return true;
    case regex::in_set:
      if (at_ >= last_ || !program_.sets[code[1]].has(data_[at_])) return false;
      ++at_;
      pc_ += 2;
      return true;
    case regex::at:
      pc_ += 2;
      return stands_at(code[1]);
    case regex::mark:
      pc_ += 2;
      if ((code[1] & 1) != 0) last_group_ = code[1] / 2 + 1;
      return change(code[1], at_);
    case regex::jump:
      pc_ = code[1];
      return true;
    case regex::split:
      return take_split();
    case regex::greedy_one:
    case regex::lazy_one:
    case regex::possessive_one:
      return take_one();
    case regex::repeat:
    case regex::possessive:
      if (!repeats_.push(call_, Repeat{pc_, repeat_, code[0] == regex::repeat ? -1 : 0, -1})) return false;
      repeat_ = static_cast<int32_t>(repeats_.size() - 1);
      if (code[0] == regex::possessive) return possess();
      pc_ = code[1];
      return true;
    case regex::greedy_until:
    case regex::lazy_until:
      return until(code[0] == regex::greedy_until);
    case regex::possessive_end:
      repeat_ = choices_[barrier_].repeat;
      cut();
      return change(static_cast<int64_t>(program_.groups) * 2 + repeat_ * 2, repeats_[repeat_].count + 1) && possess();
    case regex::atomic:
      if (!push(Kind::barrier, 0)) return false;
      barrier_ = static_cast<int32_t>(choices_.size() - 1);
      pc_ += 1;
      return true;
    case regex::look:
    case regex::look_not:
      return look(code[0] == regex::look);
    case regex::look_end:
      at_ = choices_[barrier_].at;
      [[fallthrough]];
    case regex::atomic_end:
      repeat_ = choices_[barrier_].repeat;
      cut();
      pc_ += 1;
      return true;
    case regex::look_not_end:
      undo(choices_[barrier_].trail);
      cut();
      return false;
    case regex::group:
      pc_ += 3;
      return same_as_group(code[1], code[2]);
    case regex::if_group:
      pc_ = set(static_cast<int64_t>(code[1]) + 1) ? pc_ + 3 : code[2];
      return true;
    default:
      return false;
  }
}

bool Matcher::push(Kind kind, uint32_t pc, int64_t low) {
  return choices_.push(call_,
                       Choice{kind, pc, at_, low, trail_.size(), repeat_, static_cast<int32_t>(repeats_.size()), barrier_, last_group_});
}

// Forgets the choices inside of the innermost barrier, and the barrier.
void Matcher::cut() {
  const int32_t barrier = barrier_;
  barrier_ = choices_[barrier].barrier;
  choices_.truncate(barrier);
}

int64_t &Matcher::field(int64_t place) {
  const int64_t marks = static_cast<int64_t>(program_.groups) * 2;
  if (place < marks) return marks_[place];
  Repeat &repeat = repeats_[(place - marks) / 2];
  return (place - marks) % 2 == 0 ? repeat.count : repeat.last;
}

bool Matcher::change(int64_t place, int64_t value) {
  int64_t &now = field(place);
  if (choices_.size() != 0 && !trail_.push(call_, Change{place, now})) return false;
  now = value;
  return true;
}

void Matcher::undo(int64_t trail) {
  for (int64_t at = trail_.size() - 1; at >= trail; --at) field(trail_[at].place) = trail_[at].value;
  trail_.truncate(trail);
}

// To the last choice that has something left. False: there is none, or an error was raised.
bool Matcher::back() {
  if (call_.failed()) return false;
  while (choices_.size() != 0) {
    if (tired(1)) return false;
    Choice &choice = choices_[choices_.size() - 1];
    undo(choice.trail);
    repeats_.truncate(choice.repeats);
    at_ = choice.at;
    repeat_ = choice.repeat;
    barrier_ = choice.barrier;
    last_group_ = choice.last_group;
    if (resume(choice)) return true;
    if (call_.failed()) return false;
  }
  return false;
}

// Goes on with what is left of the last choice, which it takes away unless more is left.
bool Matcher::resume(Choice &choice) {
  const uint32_t pc = choice.pc;
  const Kind kind = choice.kind;
  pc_ = pc;
  if (kind == Kind::greedy) {
    const uint32_t *tail = program_.code + pc;
    if (tail[0] == regex::literal) {
      while (at_ > choice.low && (at_ >= last_ || data_[at_] != static_cast<char32_t>(tail[1]))) --at_;
    }
    choice.at = at_ - 1;
    if (at_ <= choice.low) choices_.truncate(choices_.size() - 1);
    return true;
  }
  if (kind == Kind::lazy) {
    const uint32_t *code = program_.code + pc - 5;
    const uint32_t *tail = program_.code + pc;
    do {
      if (choice.low <= 0 || !one(code[1], code[2], at_)) {
        choices_.truncate(choices_.size() - 1);
        return false;
      }
      --choice.low;
      ++at_;
    } while (tail[0] == regex::literal && at_ < last_ && data_[at_] != static_cast<char32_t>(tail[1]));
    choice.at = at_;
    return true;
  }
  choices_.truncate(choices_.size() - 1);
  switch (kind) {
    case Kind::barrier:
    case Kind::possessive_least:
      return false;
    case Kind::possessive_more:
    case Kind::until_tail:
      repeat_ = repeats_[repeat_].outer;
      return true;
    case Kind::until_body:
      return again(false);
    default:
      return true;
  }
}

// An alternative whose first character cannot match is passed over at once.
bool Matcher::take_split() {
  const uint32_t *code = program_.code + pc_;
  const uint32_t *next = code + 2;
  const bool literal = next[0] == regex::literal, set = next[0] == regex::in_set;
  if ((literal && (at_ >= last_ || data_[at_] != static_cast<char32_t>(next[1]))) ||
      (set && (at_ >= last_ || !program_.sets[next[1]].has(data_[at_])))) {
    pc_ = code[1];
    return true;
  }
  pc_ += 2;
  return push(Kind::other, code[1]);
}

bool Matcher::one(uint32_t kind, uint32_t operand, int64_t at) const {
  if (at >= last_) return false;
  switch (kind) {
    case regex::literal:
      return data_[at] == static_cast<char32_t>(operand);
    case regex::any_but_line:
      return data_[at] != U'\n';
    case regex::in_set:
      return program_.sets[operand].has(data_[at]);
    default:
      return true;
  }
}

// How many characters from here on match, up to `most`.
int64_t Matcher::count(uint32_t kind, uint32_t operand, int64_t most) const {
  const char32_t *begin = data_ + at_;
  const char32_t *end = begin + std::min(most, last_ - at_);
  const char32_t *here = begin;
  switch (kind) {
    case regex::literal:
      while (here < end && *here == static_cast<char32_t>(operand)) ++here;
      break;
    case regex::any_but_line:
      while (here < end && *here != U'\n') ++here;
      break;
    case regex::in_set: {
      const CharacterSet &set = program_.sets[operand];
      while (here < end && set.has(*here)) ++here;
      break;
    }
    default:
      here = end;
  }
  return here - begin;
}

bool Matcher::take_one() {
  const uint32_t *code = program_.code + pc_;
  const int64_t least = code[3], most = most_of(code[4]);
  const bool lazy = code[0] == regex::lazy_one;
  const int64_t found = count(code[1], code[2], lazy ? least : most);
  if (found < least || tired(found)) return false;
  pc_ += 5;
  at_ += found;
  if (lazy) return most == least || push(Kind::lazy, pc_, most - least);
  if (found == least || code[0] == regex::possessive_one) return true;
  --at_;
  const bool pushed = push(Kind::greedy, pc_, at_ - (found - least) + 1);
  ++at_;
  return pushed;
}

// At the end of each round of a repeat, and before the first.
bool Matcher::until(bool greedy) {
  const Repeat repeat = repeats_[repeat_];
  const uint32_t *code = program_.code + repeat.pc;
  const int64_t rounds = repeat.count + 1;
  if (rounds < static_cast<int64_t>(code[2])) {
    pc_ = repeat.pc + 4;
    return change(static_cast<int64_t>(program_.groups) * 2 + repeat_ * 2, rounds);
  }
  if (!greedy) return push(Kind::until_body, pc_) && leave_repeat();
  if (rounds >= most_of(code[3]) || at_ == repeat.last) return leave_repeat();
  return push(Kind::until_tail, pc_ + 1) && again(true);
}

// Another round, unless there are enough or the last one matched nothing.
bool Matcher::again(bool greedy) {
  const Repeat repeat = repeats_[repeat_];
  const uint32_t *code = program_.code + repeat.pc;
  if (!greedy && (repeat.count + 1 >= most_of(code[3]) || at_ == repeat.last)) return false;
  const int64_t place = static_cast<int64_t>(program_.groups) * 2 + repeat_ * 2;
  pc_ = repeat.pc + 4;
  return change(place, repeat.count + 1) && change(place + 1, at_);
}

bool Matcher::leave_repeat() {
  repeat_ = repeats_[repeat_].outer;
  pc_ += 1;
  return true;
}

// The next round of a possessive repeat, or what follows it.
bool Matcher::possess() {
  const Repeat repeat = repeats_[repeat_];
  const uint32_t *code = program_.code + repeat.pc;
  const bool least = repeat.count < static_cast<int64_t>(code[2]);
  if (!least && (repeat.count >= most_of(code[3]) || at_ == repeat.last)) {
    repeat_ = repeat.outer;
    pc_ = code[1];
    return true;
  }
  if (!push(least ? Kind::possessive_least : Kind::possessive_more, code[1])) return false;
  barrier_ = static_cast<int32_t>(choices_.size() - 1);
  pc_ = repeat.pc + 4;
  return least || change(static_cast<int64_t>(program_.groups) * 2 + repeat_ * 2 + 1, at_);
}

bool Matcher::look(bool positive) {
  const uint32_t *code = program_.code + pc_;
  const int64_t behind = code[1];
  if (at_ < behind) {
    if (!positive) pc_ = code[2];
    return !positive;
  }
  if (!push(positive ? Kind::barrier : Kind::other, positive ? 0 : code[2])) return false;
  barrier_ = static_cast<int32_t>(choices_.size() - 1);
  at_ -= behind;
  pc_ += positive ? 2 : 3;
  return true;
}

bool Matcher::same_as_group(uint32_t group, uint32_t folding) {
  if (!set(static_cast<int64_t>(group) + 1)) return false;
  const int64_t begin = marks_[static_cast<int64_t>(group) * 2], end = marks_[static_cast<int64_t>(group) * 2 + 1];
  for (int64_t from = begin; from < end; ++from, ++at_) {
    if (at_ >= last_) return false;
    const auto left = static_cast<uint32_t>(data_[at_]), right = static_cast<uint32_t>(data_[from]);
    if (left == right) continue;
    if (folding == regex::exact) return false;
    if (folding == regex::ascii_case ? lowered_ascii(left) != lowered_ascii(right)
                                     : mapped(left, unicode::to_lower) != mapped(right, unicode::to_lower)) {
      return false;
    }
  }
  return true;
}

bool Matcher::is_word(int64_t at, bool ascii) const {
  if (at < 0 || at >= last_) return false;
  return is_word_character(data_[at]) && (!ascii || static_cast<uint32_t>(data_[at]) < 128);
}

bool Matcher::stands_at(uint32_t place) const {
  const bool ascii = place == regex::ascii_boundary || place == regex::ascii_no_boundary || place == regex::ascii_no_boundary_anywhere;
  switch (place) {
    case regex::text_start:
      return at_ == 0;
    case regex::line_start:
      return at_ == 0 || data_[at_ - 1] == U'\n';
    case regex::text_end:
      return at_ == last_;
    case regex::last_line_end:
      return at_ == last_ || (at_ + 1 == last_ && data_[at_] == U'\n');
    case regex::line_end:
      return at_ == last_ || data_[at_] == U'\n';
    case regex::boundary:
    case regex::ascii_boundary:
      return is_word(at_ - 1, ascii) != is_word(at_, ascii);
    case regex::no_boundary:
    case regex::ascii_no_boundary:
      return last_ != 0 && is_word(at_ - 1, ascii) == is_word(at_, ascii);
    default:
      return is_word(at_ - 1, ascii) == is_word(at_, ascii);
  }
}

}  // namespace modelet::python
