// Python's `re`: programs that the compiler made of patterns, and the backtracking matcher that runs them.
#pragma once

#include "python/buffer.h"
#include "python/str.h"

namespace modelet::python {

// What a program consists of; lowering/regex/program.py writes the same numbers. Operands follow their instruction.
namespace regex {
enum Code : uint32_t {
  success,         // of the whole pattern
  failure,         //
  literal,         // character
  any_but_line,    // `.`
  any,             // `.` with DOTALL
  in_set,          // set
  at,              // Place
  mark,            // 2 * group - 2, or - 1 for its end
  jump,            // target
  split,           // target: tried after what follows
  greedy_one,      // kind, operand, least, most: a repeated character
  lazy_one,        // "
  possessive_one,  // "
  repeat,          // until, least, most: a repeated pattern, which `until` ends
  greedy_until,    //
  lazy_until,      //
  possessive,      // end, least, most
  possessive_end,  //
  atomic,          //
  atomic_end,      //
  look,            // characters behind
  look_end,        //
  look_not,        // characters behind, target when it does not match
  look_not_end,    //
  group,           // group - 1, Folding: what it matched
  if_group         // group - 1, target when it is not set
};
enum Place : uint32_t {
  text_start,
  line_start,
  text_end,
  last_line_end,  // `$`: the end, or before its line feed
  line_end,
  boundary,
  ascii_boundary,
  no_boundary,  // as `\B` was before Python 3.14: never in an empty text
  ascii_no_boundary,
  no_boundary_anywhere,
  ascii_no_boundary_anywhere
};
enum Folding : uint32_t { exact, ascii_case, unicode_case };
enum Category : uint32_t { digit = 1, not_digit = 2, space = 4, not_space = 8, word = 16, not_word = 32, everything = 64 };
inline constexpr uint32_t unlimited = UINT32_MAX;
}  // namespace regex

// The characters of one place in a pattern.
struct CharacterSet {
  uint32_t low[8];         // the first 256, with everything below applied
  const uint32_t *ranges;  // pairs, both ends included
  uint32_t range_count;
  const uint32_t *cased_ranges;  // pairs that a character's upper case may be in, too
  uint32_t cased_count;
  uint32_t categories;  // of characters beyond the first 256
  bool negated;
  bool lowered;  // a character is lowered before it is looked up

  bool has(char32_t character) const {
    const auto code = static_cast<uint32_t>(character);
    return code < 256 ? (low[code >> 5] >> (code & 31) & 1) != 0 : has_beyond(code);
  }
  bool has_beyond(uint32_t code) const;
};

struct Program {
  const uint32_t *code;
  const CharacterSet *sets;
  const std::u32string_view *names;  // of each group, empty without one
  uint32_t groups;
  int64_t least_width;
  std::u32string_view prefix;  // every match begins with it
  uint32_t first[8];           // what a match begins with, of the first 256 characters
  bool has_first;
  bool first_beyond;  // a match may begin with another character
  bool anchored;      // a match begins where the text does
  std::u32string_view pattern;
  int64_t flags;
};

// One subject, matched from various places. Everything it needs is on the call's heap.
class Matcher {
 public:
  Matcher(Call &call, const Program &program, const Str &text, int64_t first, int64_t last);

  enum class Mode { match, full };
  // Whether the pattern matches at `start`. False with an error raised as well.
  bool match(int64_t start, Mode mode);
  // The first match at `start` or behind; with `advance`, not the empty one at `start`.
  bool search(int64_t start, bool advance);

  int64_t start() const { return start_; }
  int64_t end() const { return end_; }
  int64_t first() const { return first_; }
  int64_t last() const { return last_; }
  int64_t last_group() const { return last_group_; }  // 0 without one
  // -1 when the group is not set. Group 0 is the match.
  int64_t start(int64_t group) const { return group == 0 ? start_ : set(group) ? marks_[group * 2 - 2] : -1; }
  int64_t end(int64_t group) const { return group == 0 ? end_ : set(group) ? marks_[group * 2 - 1] : -1; }
  bool set(int64_t group) const;
  Str part(int64_t group) const;  // empty when the group is not set
  const Program &program() const { return program_; }
  const Str &text() const { return text_; }

 private:
  enum class Kind : uint32_t { other, greedy, lazy, barrier, look_not, possessive_least, possessive_more, until_tail, until_body };
  // A place to go back to. A barrier ends what an atomic group, an assertion or a possessive repeat may go back to.
  struct Choice {
    Kind kind;
    uint32_t pc;
    int64_t at;
    int64_t low;  // greedy: how far back; lazy: how many times more
    int64_t trail;
    int32_t repeat;
    int32_t repeats;
    int32_t barrier;
    uint32_t last_group;
  };
  struct Repeat {
    uint32_t pc;  // of its instruction
    int32_t outer;
    int64_t count;
    int64_t last;  // where the previous round began
  };
  // A value as it was before; `place` is a mark, or beyond the marks a field of a repeat.
  struct Change {
    int64_t place;
    int64_t value;
  };

  bool reset(int64_t start);
  bool tired(int64_t work);
  bool run(int64_t start);
  bool step();
  bool back();
  bool resume(Choice &choice);
  bool push(Kind kind, uint32_t pc, int64_t low = 0);
  void cut();
  bool change(int64_t place, int64_t value);
  int64_t &field(int64_t place);
  void undo(int64_t trail);
  bool succeed();
  bool take_one();
  bool take_split();
  bool until(bool greedy);
  bool again(bool greedy);
  bool leave_repeat();
  bool possess();
  bool look(bool positive);
  bool same_as_group(uint32_t group, uint32_t folding);
  bool stands_at(uint32_t place) const;
  bool is_word(int64_t at, bool ascii) const;
  bool one(uint32_t kind, uint32_t operand, int64_t at) const;
  int64_t count(uint32_t kind, uint32_t operand, int64_t most) const;
  int64_t candidate(int64_t at, int64_t last) const;
  int64_t most_of(uint32_t most) const { return most == regex::unlimited ? INT64_MAX : static_cast<int64_t>(most); }

  Call &call_;
  const Program &program_;
  Str text_;
  const char32_t *data_;
  int64_t first_;  // of the part that is searched: pos
  int64_t last_;   // and its end: endpos
  int64_t start_ = 0;
  int64_t end_ = 0;
  int64_t at_ = 0;
  int64_t forbidden_ = -1;  // where the match may not end
  bool full_ = false;
  uint32_t pc_ = 0;
  uint32_t last_group_ = 0;
  int32_t repeat_ = -1;
  int32_t barrier_ = -1;
  int64_t patience_ = 0;  // work left until it is asked whether the call shall stop
  Buffer<int64_t> marks_;
  Buffer<Choice> choices_;
  Buffer<Repeat> repeats_;
  Buffer<Change> trail_;
};

}  // namespace modelet::python
