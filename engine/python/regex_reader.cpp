#include <algorithm>
#include <utility>

#include "python/regex_syntax.h"
#include "python/unicode.h"

namespace modelet::python::syntax {

namespace {

using regex::Category;

constexpr int deepest = 200;

Width width_of(const Node &node, const std::vector<Width> &groups) {
  switch (node.kind) {
    case Kind::literal:
    case Kind::not_literal:
    case Kind::any:
    case Kind::set:
      return {1, 1};
    case Kind::at:
    case Kind::look:
      return {};
    case Kind::group:
    case Kind::atomic:
      return width_of(node.parts[0], groups);
    case Kind::branch:
    case Kind::conditional: {
      Width out{wide, 0};
      for (const Sequence &part : node.parts) {
        const Width one = width_of(part, groups);
        out = {std::min(out.least, one.least), std::max(out.most, one.most)};
      }
      if (node.kind == Kind::conditional && node.parts.size() == 1) out.least = 0;
      return out;
    }
    case Kind::repeat: {
      const Width one = width_of(node.parts[0], groups);
      const int64_t most = node.most == unlimited ? wide : std::min<int64_t>(node.most, wide);
      return {std::min(wide, one.least * static_cast<int64_t>(node.least)), one.most == 0 ? 0 : std::min(wide, one.most * most)};
    }
    case Kind::reference:
      return groups[node.code];
  }
  return {};
}

bool is_digit(char32_t point) {
  return point >= U'0' && point <= U'9';
}
bool is_octal(char32_t point) {
  return point >= U'0' && point <= U'7';
}
int hex_value(char32_t point) {
  if (is_digit(point)) return static_cast<int>(point - U'0');
  const auto lower = static_cast<char32_t>(point | 32);
  return lower >= U'a' && lower <= U'f' ? static_cast<int>(lower - U'a') + 10 : -1;
}

class Reader {
 public:
  Reader(Call &call, std::u32string_view text, int64_t flags) : call_(call), text_(text), flags_(flags) {}

  std::optional<Tree> whole() {
    Sequence nodes = alternatives(0, (flags_ & verbose) != 0);
    if (failed()) return std::nullopt;
    if (at_ < text_.size()) return error("unbalanced parenthesis", at_), std::nullopt;
    return Tree{std::move(nodes), flags_, std::move(widths_), std::move(names_), late_error_};
  }

 private:
  bool failed() const { return call_.failed(); }

  void error(const std::string &message, std::size_t place) {
    if (failed()) return;
    std::string text = message + " at position " + std::to_string(place);
    const std::u32string_view before = text_.substr(0, place);
    if (text_.find(U'\n') != text_.npos) {
      const auto line = 1 + std::count(before.begin(), before.end(), U'\n');
      const std::size_t start = before.rfind(U'\n');
      text += " (line " + std::to_string(line) + ", column " + std::to_string(start == before.npos ? place + 1 : place - start) + ")";
    }
    call_.raise("error", text);
  }
  void unsupported(const char *what) {
    call_.raise("NotImplementedError", std::string(what) + " in a pattern that is known at run time only is not supported");
  }

  bool more() const { return at_ < text_.size(); }
  char32_t peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : U'\0'; }
  bool take(char32_t point) {
    if (!more() || text_[at_] != point) return false;
    ++at_;
    return true;
  }

  Sequence alternatives(int depth, bool is_verbose, bool global = true) {
    std::vector<Sequence> parts;
    if (depth > deepest) unsupported("deep nesting");
    do {
      parts.push_back(sequence(depth, is_verbose, global && depth == 0 && parts.empty()));
      if (depth == 0) is_verbose = (flags_ & verbose) != 0;
    } while (!failed() && take(U'|'));
    if (parts.size() == 1 || failed()) return failed() ? Sequence() : std::move(parts[0]);
    Node branch;
    branch.kind = Kind::branch;
    branch.parts = std::move(parts);
    return {std::move(branch)};
  }

  Sequence sequence(int depth, bool is_verbose, bool first) {
    Sequence out;
    while (more() && !failed() && peek() != U'|' && peek() != U')') {
      const char32_t point = peek();
      if (is_verbose && is_space(point)) {
        ++at_;
      } else if (is_verbose && point == U'#') {
        while (more() && text_[at_++] != U'\n') {
        }
      } else {
        one(out, depth, is_verbose, first);
      }
    }
    return out;
  }

  void one(Sequence &out, int depth, bool &is_verbose, bool first) {
    const std::size_t start = at_;
    const char32_t point = text_[at_++];
    switch (point) {
      case U'\\':
        out.push_back(escape(start));
        return;
      case U'[':
        out.push_back(set(start));
        return;
      case U'.':
        out.push_back(plain(Kind::any));
        return;
      case U'^':
        out.push_back(place(At::begin));
        return;
      case U'$':
        out.push_back(place(At::end));
        return;
      case U'(':
        parenthesis(out, start, depth, is_verbose, first);
        return;
      case U'*':
      case U'+':
      case U'?':
        repeat(out, start, point == U'+' ? 1 : 0, point == U'?' ? 1 : unlimited);
        return;
      case U'{':
        braces(out, start);
        return;
      default:
        out.push_back(literal(point));
    }
  }

  static Node plain(Kind kind) {
    Node node;
    node.kind = kind;
    return node;
  }
  static Node literal(char32_t point) {
    Node node;
    node.code = static_cast<uint32_t>(point);
    return node;
  }
  static Node place(At at) {
    Node node = plain(Kind::at);
    node.place = at;
    return node;
  }
  static Node category(uint32_t which) {
    Node node = plain(Kind::set);
    node.items.push_back({0, 0, which});
    return node;
  }

  // `{2,3}`; what is no bound is the character.
  void braces(Sequence &out, std::size_t start) {
    if (peek() == U'}') return out.push_back(literal(U'{'));
    const std::size_t here = at_;
    std::u32string low, high;
    while (is_digit(peek())) low += text_[at_++];
    if (take(U',')) {
      while (is_digit(peek())) high += text_[at_++];
    } else {
      high = low;
    }
    if (!take(U'}')) {
      at_ = here;
      return out.push_back(literal(U'{'));
    }
    const uint64_t least = low.empty() ? 0 : number(low), most = high.empty() ? unlimited : number(high);
    if ((!low.empty() && least >= unlimited) || (!high.empty() && most >= unlimited))
      return call_.raise("OverflowError", "the repetition number is too large");
    if (most < least) return error("min repeat greater than max repeat", here);
    repeat(out, start, static_cast<uint32_t>(least), static_cast<uint32_t>(most));
  }

  static uint64_t number(const std::u32string &digits) {
    uint64_t out = 0;
    for (char32_t point : digits) out = std::min<uint64_t>(out * 10 + (point - U'0'), uint64_t{1} << 40);
    return out;
  }

  void repeat(Sequence &out, std::size_t start, uint32_t least, uint32_t most) {
    if (out.empty() || out.back().kind == Kind::at) return error("nothing to repeat", start);
    if (out.back().kind == Kind::repeat) return error("multiple repeat", start);
    Node node = plain(Kind::repeat);
    node.least = least;
    node.most = most;
    node.greed = take(U'?') ? Greed::lazy : take(U'+') ? Greed::possessive : Greed::greedy;
    Sequence inner;
    inner.push_back(std::move(out.back()));
    if (node.greed == Greed::possessive && captures_inside(inner)) return unsupported("a group in a possessive repeat");
    node.parts.push_back(std::move(inner));
    out.back() = std::move(node);
  }

  static bool captures_inside(const Sequence &sequence) {
    return std::any_of(sequence.begin(), sequence.end(), [](const Node &node) {
      return (node.kind == Kind::group && node.captures) || std::any_of(node.parts.begin(), node.parts.end(), captures_inside);
    });
  }

  std::string shown(std::size_t start) const { return to_utf8(text_.substr(start, at_ - start)); }

  // The character of an escape that is the same inside and outside of sets; nothing when it is none.
  std::optional<char32_t> simple_escape(char32_t letter) {
    static constexpr std::pair<char32_t, char32_t> known[] = {{U'a', 7},  {U'b', 8}, {U'f', 12}, {U'n', 10},
                                                              {U'r', 13}, {U't', 9}, {U'v', 11}, {U'\\', U'\\'}};
    for (const auto &[name, value] : known)
      if (name == letter) return value;
    return std::nullopt;
  }

  uint32_t category_of(char32_t letter) {
    switch (letter) {
      case U'd':
        return Category::digit;
      case U'D':
        return Category::not_digit;
      case U's':
        return Category::space;
      case U'S':
        return Category::not_space;
      case U'w':
        return Category::word;
      case U'W':
        return Category::not_word;
      default:
        return 0;
    }
  }

  // `\x41`, `\u0041`, `\U00000041`, behind the letter.
  std::optional<char32_t> hex_escape(std::size_t start, int digits) {
    uint32_t code = 0;
    for (int count = 0; count < digits; ++count, ++at_) {
      const int value = more() ? hex_value(peek()) : -1;
      if (value < 0) return error("incomplete escape " + shown(start), start), std::nullopt;
      code = code * 16 + static_cast<uint32_t>(value);
    }
    if (code > 0x10FFFF) return error("bad escape " + shown(start), start), std::nullopt;
    return static_cast<char32_t>(code);
  }
  std::optional<char32_t> octal_escape(std::size_t start, int digits) {
    uint32_t code = 0;
    for (int count = 0; count < digits && is_octal(peek()) && more(); ++count) code = code * 8 + static_cast<uint32_t>(text_[at_++] - U'0');
    if (code > 0377) return error("octal escape value " + shown(start) + " outside of range 0-0o377", start), std::nullopt;
    return static_cast<char32_t>(code);
  }
  std::optional<char32_t> coded_escape(char32_t letter, std::size_t start) {
    if (letter == U'x') return hex_escape(start, 2);
    if (letter == U'u') return hex_escape(start, 4);
    if (letter == U'U') return hex_escape(start, 8);
    return std::nullopt;
  }

  char32_t escaped_letter() {
    if (more()) return text_[at_++];
    error("bad escape (end of pattern)", text_.size() - 1);
    return U'\0';
  }

  Node escape(std::size_t start) {
    const char32_t letter = escaped_letter();
    if (failed()) return {};
    if (const uint32_t found = category_of(letter)) return category(found);
    if (letter == U'A' || letter == U'Z') return place(letter == U'A' ? At::text_begin : At::text_end);
    if (letter == U'b' || letter == U'B') return place(letter == U'b' ? At::boundary : At::no_boundary);
    if (const auto simple = simple_escape(letter)) return literal(*simple);
    if (letter == U'x' || letter == U'u' || letter == U'U') return literal(coded_escape(letter, start).value_or(U'\0'));
    if (letter == U'N') return unsupported("\\N{…}"), Node();
    if (letter == U'0') return literal(octal_escape(start, 2).value_or(U'\0'));
    if (is_digit(letter)) return numbered(start);
    if (is_letter(letter)) return error("bad escape " + shown(start), start), Node();
    return literal(letter);
  }

  // A reference to a group, or three octal digits.
  Node numbered(std::size_t start) {
    if (is_octal(text_[start + 1]) && is_octal(peek()) && is_octal(peek(1))) {
      --at_;
      return literal(octal_escape(start, 3).value_or(U'\0'));
    }
    if (more() && is_digit(peek())) ++at_;
    const auto group = static_cast<uint32_t>(number(std::u32string(text_.substr(start + 1, at_ - start - 1))));
    if (group >= widths_.size()) return error("invalid group reference " + std::to_string(group), start + 1), Node();
    return reference(group, start);
  }
  Node reference(uint32_t group, std::size_t start) {
    if (open_[group]) return error("cannot refer to an open group", start), Node();
    if (looking_behind_ >= 0 && group >= static_cast<uint32_t>(looking_behind_))
      return error("cannot refer to group defined in the same lookbehind subpattern", at_), Node();
    Node node = plain(Kind::reference);
    node.code = group;
    return node;
  }

  struct Member {
    uint32_t code = 0;
    uint32_t category = 0;
  };

  Member member() {
    const std::size_t start = at_;
    const char32_t point = text_[at_++];
    if (point != U'\\') return {static_cast<uint32_t>(point), 0};
    const char32_t letter = escaped_letter();
    if (failed()) return {};
    if (const uint32_t found = category_of(letter)) return {0, found};
    if (const auto simple = simple_escape(letter)) return {static_cast<uint32_t>(*simple), 0};
    if (letter == U'x' || letter == U'u' || letter == U'U') return {static_cast<uint32_t>(coded_escape(letter, start).value_or(U'\0')), 0};
    if (letter == U'N') return unsupported("\\N{…}"), Member();
    if (is_octal(letter)) {
      --at_;
      return {static_cast<uint32_t>(octal_escape(start, 3).value_or(U'\0')), 0};
    }
    if (is_digit(letter) || is_letter(letter)) return error("bad escape " + shown(start), start), Member();
    return {static_cast<uint32_t>(letter), 0};
  }

  Node set(std::size_t start) {
    Node node = plain(Kind::set);
    node.negated = take(U'^');
    for (bool first = true; !failed(); first = false) {
      if (!more()) return error("unterminated character set", start), Node();
      if (peek() == U']' && !first) break;
      const std::size_t from = at_;
      const Member low = member();
      if (failed()) return {};
      const std::size_t low_end = at_;
      if (peek() != U'-' || !more()) {
        node.items.push_back({low.code, low.code, low.category});
        continue;
      }
      ++at_;
      if (!more()) return error("unterminated character set", start), Node();
      if (peek() == U']') {
        node.items.push_back({low.code, low.code, low.category});
        node.items.push_back({U'-', U'-', 0});
        break;
      }
      const Member high = member();
      if (failed()) return {};
      if (low.category != 0 || high.category != 0 || high.code < low.code)
        return error("bad character range " + to_utf8(text_.substr(from, low_end - from)) + "-" +
                         to_utf8(text_.substr(low_end + 1, at_ - low_end - 1)),
                     from),
               Node();
      node.items.push_back({low.code, high.code, 0});
    }
    ++at_;
    if (node.items.size() == 1 && node.items[0].category == 0 && node.items[0].first == node.items[0].last) {
      Node alone = literal(static_cast<char32_t>(node.items[0].first));
      if (node.negated) alone.kind = Kind::not_literal;
      return alone;
    }
    return node;
  }

  std::u32string until(char32_t terminator, const char *what) {
    const std::size_t start = at_;
    while (more() && peek() != terminator) ++at_;
    const std::u32string out(text_.substr(start, at_ - start));
    if (!more()) {
      error(out.empty() ? std::string("missing ") + what : std::string("missing ") + static_cast<char>(terminator) + ", unterminated name",
            start);
    } else {
      ++at_;
      if (out.empty()) error(std::string("missing ") + what, start);
    }
    return out;
  }

  bool is_name(const std::u32string &name) const {
    if (name.empty() || !unicode::has(name[0], unicode::identifier_start)) return false;
    return std::all_of(name.begin(), name.end(),
                       [](char32_t point) { return unicode::has(point, unicode::identifier_part | unicode::identifier_start); });
  }
  std::string quoted(const std::u32string &name) { return to_utf8(repr(call_, new_str(call_, name))); }

  void parenthesis(Sequence &out, std::size_t start, int depth, bool &is_verbose, bool first) {
    if (!take(U'?')) return out.push_back(group(start, depth, is_verbose, {}, true, 0, 0));
    if (!more()) return error("unexpected end of pattern", at_);
    const char32_t kind = text_[at_++];
    switch (kind) {
      case U'P':
        return named(out, start, depth, is_verbose);
      case U':':
        return out.push_back(group(start, depth, is_verbose, {}, false, 0, 0));
      case U'#':
        while (more() && peek() != U')') ++at_;
        return more() ? static_cast<void>(++at_) : error("missing ), unterminated comment", start);
      case U'=':
      case U'!':
        return look(out, start, depth, is_verbose, kind == U'!', false);
      case U'<':
        if (!more()) return error("unexpected end of pattern", at_);
        if (peek() != U'=' && peek() != U'!') return ++at_, error("unknown extension ?<" + to_utf8(text_.substr(at_ - 1, 1)), at_ - 3);
        ++at_;
        return look(out, start, depth, is_verbose, text_[at_ - 1] == U'!', true);
      case U'(':
        return conditional(out, start, depth, is_verbose);
      case U'>': {
        Node inner = group(start, depth, is_verbose, {}, false, 0, 0);
        inner.kind = Kind::atomic;
        return out.push_back(std::move(inner));
      }
      default:
        if (flag_of(kind) == 0 && kind != U'-') {
          if (kind == U'\\' && !more()) return error("bad escape (end of pattern)", text_.size() - 1);
          const std::size_t letter = at_ - 1;
          return error("unknown extension ?" + to_utf8(text_.substr(letter, kind == U'\\' ? 2 : 1)), letter - 1);
        }
        --at_;
        return flagged(out, start, depth, is_verbose, first);
    }
  }

  void named(Sequence &out, std::size_t start, int depth, bool is_verbose) {
    if (take(U'<')) {
      const std::u32string name = until(U'>', "group name");
      if (failed()) return;
      if (!is_name(name)) return error("bad character in group name " + quoted(name), at_ - name.size() - 1);
      const auto same = std::find(names_.begin(), names_.end(), name);
      if (same != names_.end()) {
        return error("redefinition of group name " + quoted(name) + " as group " + std::to_string(widths_.size()) + "; was group " +
                         std::to_string(same - names_.begin()),
                     at_ - name.size() - 1);
      }
      return out.push_back(group(start, depth, is_verbose, name, true, 0, 0));
    }
    if (!take(U'=')) {
      if (!more()) return error("unexpected end of pattern", at_);
      ++at_;
      return error("unknown extension ?P" + to_utf8(text_.substr(at_ - 1, 1)), at_ - 3);
    }
    const std::u32string name = until(U')', "group name");
    if (failed()) return;
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (!is_name(name)) return error("bad character in group name " + quoted(name), at_ - name.size() - 1);
    if (found == names_.end()) return error("unknown group name " + quoted(name), at_ - name.size() - 1);
    out.push_back(reference(static_cast<uint32_t>(found - names_.begin()), at_ - name.size() - 1));
  }

  Node group(std::size_t start, int depth, bool is_verbose, const std::u32string &name, bool captures, int64_t added, int64_t removed) {
    Node node = plain(Kind::group);
    node.captures = captures;
    node.added = added;
    node.removed = removed;
    if (captures) {
      node.code = static_cast<uint32_t>(widths_.size());
      widths_.push_back({});
      names_.push_back(name);
      open_.push_back(true);
    }
    const bool inner = (is_verbose || (added & verbose) != 0) && (removed & verbose) == 0;
    node.parts.push_back(alternatives(depth + 1, inner));
    if (!failed() && !take(U')')) error("missing ), unterminated subpattern", start);
    if (captures && !failed()) {
      open_[node.code] = false;
      widths_[node.code] = width_of(node.parts[0], widths_);
    }
    return node;
  }

  void look(Sequence &out, std::size_t start, int depth, bool is_verbose, bool negated, bool behind) {
    Node node = plain(Kind::look);
    node.negated = negated;
    node.behind = behind;
    const int64_t outer = looking_behind_;
    if (behind && outer < 0) looking_behind_ = static_cast<int64_t>(widths_.size());
    node.parts.push_back(alternatives(depth + 1, is_verbose));
    looking_behind_ = outer;
    if (failed()) return;
    if (!take(U')')) return error("missing ), unterminated subpattern", start);
    if (behind) {
      const Width width = width_of(node.parts[0], widths_);
      if (width.least != width.most && !failed()) late_error_ = true;
    }
    out.push_back(std::move(node));
  }

  void conditional(Sequence &out, std::size_t start, int depth, bool is_verbose) {
    const std::u32string name = until(U')', "group name");
    if (failed()) return;
    Node node = plain(Kind::conditional);
    const auto found = std::find(names_.begin(), names_.end(), name);
    if (std::all_of(name.begin(), name.end(), is_digit)) {
      node.code = static_cast<uint32_t>(number(name));
      if (node.code == 0) return error("bad group number", at_ - name.size() - 1);
      if (node.code >= widths_.size()) return error("invalid group reference " + to_utf8(name), at_ - name.size() - 1);
    } else if (found == names_.end()) {
      return error((is_name(name) ? "unknown group name " : "bad character in group name ") + quoted(name), at_ - name.size() - 1);
    } else {
      node.code = static_cast<uint32_t>(found - names_.begin());
    }
    node.parts.push_back(sequence(depth + 1, is_verbose, false));
    if (!failed() && take(U'|')) {
      node.parts.push_back(sequence(depth + 1, is_verbose, false));
      if (peek() == U'|' && more()) error("conditional backref with more than two branches", at_);
    }
    if (!failed() && !take(U')')) error("missing ), unterminated subpattern", start);
    out.push_back(std::move(node));
  }

  static int64_t flag_of(char32_t letter) {
    switch (letter) {
      case U'i':
        return ignore_case;
      case U'L':
        return locale;
      case U'm':
        return multiline;
      case U's':
        return dot_all;
      case U'x':
        return verbose;
      case U'a':
        return ascii_only;
      case U'u':
        return unicode_flag;
      default:
        return 0;
    }
  }

  // `(?i)`, `(?i:…)`, `(?i-s:…)`, at its first letter.
  void flagged(Sequence &out, std::size_t start, int depth, bool &is_verbose, bool first) {
    int64_t added = 0, removed = 0;
    bool minus = false, fresh = false;  // behind the minus; at once behind it
    while (more() && peek() != U')' && peek() != U':') {
      const char32_t letter = text_[at_++];
      if (letter == U'-' && !minus) {
        minus = fresh = true;
        continue;
      }
      const int64_t flag = flag_of(letter);
      if (flag == 0)
        return error(is_letter(letter) ? "unknown flag" : fresh ? "missing flag" : minus ? "missing :" : "missing -, : or )", at_ - 1);
      fresh = false;
      if (flag == locale) return error("bad inline flags: cannot use 'L' flag with a str pattern", at_);
      if (minus && (flag == ascii_only || flag == unicode_flag))
        return error("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", at_);
      (minus ? removed : added) |= flag;
    }
    if (fresh || !more()) return error(fresh ? "missing flag" : minus ? "missing :" : "missing -, : or )", at_);
    if (take(U')')) {
      if (minus) return error("missing :", at_ - 1);
      if (!first || !out.empty()) return error("global flags not at the start of the expression", start);
      flags_ |= added;
      is_verbose = (flags_ & verbose) != 0;
      return;
    }
    ++at_;
    if ((added & removed) != 0) return error("bad inline flags: flag turned on and off", at_ - 1);
    out.push_back(group(start, depth, is_verbose, {}, false, added, removed));
  }

  Call &call_;
  std::u32string_view text_;
  int64_t flags_;
  std::size_t at_ = 0;
  std::vector<Width> widths_{1};
  std::vector<std::u32string> names_{std::u32string()};
  std::vector<bool> open_{true};
  int64_t looking_behind_ = -1;
  bool late_error_ = false;
};

}  // namespace

Width width_of(const Sequence &sequence, const std::vector<Width> &groups) {
  Width out;
  for (const Node &node : sequence) {
    const Width one = width_of(node, groups);
    out = {std::min(wide, out.least + one.least), std::min(wide, out.most + one.most)};
  }
  return out;
}

std::optional<Tree> read(Call &call, std::u32string_view text, int64_t flags) {
  return Reader(call, text, flags).whole();
}

}  // namespace modelet::python::syntax
