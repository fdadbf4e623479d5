#include "grammar/regular_expression.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace modelet::grammar {
namespace {

constexpr char32_t last_character = U'\x10ffff';
constexpr int64_t most_repetitions = 1000;
constexpr int most_nested = 100;

using Ranges = std::vector<std::pair<char32_t, char32_t>>;

// Rising and without overlaps.
Ranges tidy(Ranges ranges) {
  std::sort(ranges.begin(), ranges.end());
  Ranges result;
  for (const auto &[low, high] : ranges) {
    if (!result.empty() && low <= result.back().second + 1) {
      result.back().second = std::max(result.back().second, high);
    } else {
      result.push_back({low, high});
    }
  }
  return result;
}

Ranges opposite(const Ranges &ranges) {
  Ranges result;
  char32_t next = 0;
  for (const auto &[low, high] : tidy(ranges)) {
    if (low > next) result.push_back({next, low - 1});
    next = high + 1;
  }
  if (next <= last_character) result.push_back({next, last_character});
  return result;
}

const Ranges digits{{'0', '9'}};
const Ranges word{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const Ranges space{{'\t', '\r'},     {' ', ' '},       {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
                   {0x2028, 0x2029}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};
const Ranges line_ends{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};

std::optional<std::u32string> decode(std::string_view text) {
  std::u32string out;
  for (std::size_t index = 0; index < text.size();) {
    const auto lead = static_cast<uint8_t>(text[index]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (index + length > text.size()) return std::nullopt;
    char32_t character = length == 1 ? lead : lead & (0xff >> (length + 1));
    for (std::size_t next = 1; next < length; ++next) character = character << 6 | (static_cast<uint8_t>(text[index + next]) & 0x3f);
    out.push_back(character);
    index += length;
  }
  return out;
}

class Parser {
 public:
  Parser(Network &network, std::u32string pattern, const Alphabet &alphabet)
      : network_(network), pattern_(std::move(pattern)), alphabet_(alphabet) {}

  bool parse(bool anchored, Fragment &out, std::string &why) {
    const bool from_start = take('^');
    out = alternatives();
    const bool to_end = ended_;
    if (place_ < pattern_.size()) fail("')' without '('");
    if (!why_.empty()) {
      why = why_;
      return false;
    }
    if (!anchored && !from_start) out = network_.sequence(anything(), out);
    if (!anchored && !to_end) out = network_.sequence(out, anything());
    return true;
  }

 private:
  bool more() const { return place_ < pattern_.size() && why_.empty(); }
  char32_t peek() const { return pattern_[place_]; }
  bool take(char32_t wanted) {
    const bool there = more() && peek() == wanted;
    if (there) ++place_;
    return there;
  }
  void fail(const std::string &what) {
    if (why_.empty()) why_ = what + " at place " + std::to_string(place_) + " of the pattern";
  }

  Fragment anything() { return network_.repeated(characters({{0, last_character}})); }

  Fragment characters(const Ranges &ranges) {
    std::vector<Fragment> parts;
    for (const auto &[low, high] : tidy(ranges)) parts.push_back(alphabet_.range(network_, low, high));
    return network_.either(parts);
  }

  Fragment alternatives() {
    if (++depth_ > most_nested) fail("groups nested deeper than " + std::to_string(most_nested));
    std::vector<Fragment> choices{sequence()};
    while (take('|')) {
      if (ended_) fail("'$' inside of the pattern");
      choices.push_back(sequence());
    }
    --depth_;
    return choices.size() == 1 ? choices[0] : network_.either(choices);
  }

  Fragment sequence() {
    Fragment all = network_.nothing();
    while (more() && peek() != '|' && peek() != ')') {
      if (ended_) fail("'$' inside of the pattern");
      if (take('$')) {
        if (depth_ > 1 || place_ < pattern_.size()) fail("'$' inside of the pattern");
        ended_ = true;
        continue;
      }
      all = network_.sequence(all, quantified());
    }
    return all;
  }

  // An atom is parsed again for each of its copies: fragments stand at one place only.
  Fragment quantified() {
    const std::size_t start = place_;
    Fragment one = atom();
    int64_t least = 1, most = 1;
    if (!quantifier(least, most)) return one;
    const std::size_t end = place_;
    Fragment all = network_.nothing();
    for (int64_t count = 0; count < least && why_.empty(); ++count) all = network_.sequence(all, again(start));
    if (most < 0) {
      all = network_.sequence(all, network_.repeated(again(start)));
    } else {
      all = network_.sequence(all, up_to(start, most - least));
    }
    place_ = end;
    return all;
  }

  // At most `count` times: each but the last may be followed by another.
  Fragment up_to(std::size_t start, int64_t count) {
    Fragment all = network_.nothing();
    for (int64_t index = 0; index < count && why_.empty(); ++index) {
      all = network_.optional(network_.sequence(again(start), all));
    }
    return all;
  }

  Fragment again(std::size_t start) {
    place_ = start;
    return atom();
  }

  bool quantifier(int64_t &least, int64_t &most) {
    if (take('*')) {
      least = 0, most = -1;
    } else if (take('+')) {
      most = -1;
    } else if (take('?')) {
      least = 0;
    } else if (!more() || peek() != '{' || !counts(least, most)) {
      return false;
    }
    take('?');  // lazy: the same texts
    if (more() && (peek() == '*' || peek() == '+' || peek() == '?')) fail("a quantifier after a quantifier");
    return true;
  }

  bool counts(int64_t &least, int64_t &most) {
    const std::size_t start = place_++;
    const bool some = number(least);
    most = least;
    if (take(',')) {
      most = -1;
      if (more() && peek() != '}' && !number(most)) most = -2;
    }
    if (!some || most == -2 || !take('}')) {
      place_ = start;
      return false;  // an ordinary brace
    }
    if (std::max(least, most) > most_repetitions) fail("more than " + std::to_string(most_repetitions) + " repetitions");
    if (most >= 0 && most < least) fail("repetitions out of order");
    return true;
  }

  bool number(int64_t &value) {
    const std::size_t start = place_;
    value = 0;
    while (more() && peek() >= '0' && peek() <= '9' && place_ - start < 9)
      value = value * 10 + static_cast<int64_t>(pattern_[place_++] - '0');
    return place_ > start;
  }

  Fragment atom() {
    if (network_.states() > most_states) fail("more repetitions than can be checked");
    if (!more()) return network_.nothing();
    const char32_t character = pattern_[place_++];
    switch (character) {
      case '(':
        return group();
      case '[':
        return characters(set());
      case '.':
        return characters(opposite(line_ends));
      case '\\':
        return characters(escape());
      case '*':
      case '+':
      case '?':
        fail("a quantifier without anything before it");
        return network_.nothing();
      case '^':
        fail("'^' inside of the pattern");
        return network_.nothing();
      default:
        return characters({{character, character}});
    }
  }

  Fragment group() {
    if (take('?')) {
      if (take('<') && more() && peek() != '=' && peek() != '!') {
        while (more() && !take('>')) ++place_;  // a name
      } else if (!take(':')) {
        fail("a group that looks around");
      }
    }
    const Fragment inner = alternatives();
    if (!take(')')) fail("'(' without ')'");
    return inner;
  }

  Ranges set() {
    const bool negated = take('^');
    Ranges ranges;
    bool first = true;
    while (more() && (first || peek() != ']')) {
      first = false;
      if (peek() == ']') break;
      add_member(ranges);
    }
    if (!take(']')) fail("'[' without ']'");
    return negated ? opposite(ranges) : ranges;
  }

  void add_member(Ranges &ranges) {
    const Ranges low = member();
    const bool single = low.size() == 1 && low[0].first == low[0].second;
    if (!single || place_ + 1 >= pattern_.size() || peek() != '-' || pattern_[place_ + 1] == ']') {
      ranges.insert(ranges.end(), low.begin(), low.end());
      return;
    }
    ++place_;
    const Ranges high = member();
    if (high.size() != 1 || high[0].first != high[0].second || high[0].first < low[0].first) return fail("a range out of order");
    ranges.push_back({low[0].first, high[0].first});
  }

  Ranges member() {
    const char32_t character = pattern_[place_++];
    return character == '\\' ? escape() : Ranges{{character, character}};
  }

  Ranges escape() {
    if (!more()) {
      fail("'\\' at the end");
      return {};
    }
    const char32_t character = pattern_[place_++];
    const auto one = [](char32_t meant) { return Ranges{{meant, meant}}; };
    switch (character) {
      case 'd':
        return digits;
      case 'D':
        return opposite(digits);
      case 'w':
        return word;
      case 'W':
        return opposite(word);
      case 's':
        return space;
      case 'S':
        return opposite(space);
      case 'n':
        return one('\n');
      case 'r':
        return one('\r');
      case 't':
        return one('\t');
      case 'f':
        return one('\f');
      case 'v':
        return one('\v');
      case '0':
        return one(0);
      case 'x':
        return one(hexadecimal(2));
      case 'u':
        return one(hexadecimal(4));
      default:
        break;
    }
    const bool letter = (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
    if (letter || (character >= '1' && character <= '9'))
      fail("the escape '\\" + std::string(1, static_cast<char>(character)) + "', which is not supported,");
    return one(character);
  }

  char32_t hexadecimal(int count) {
    char32_t value = 0;
    for (int index = 0; index < count; ++index) {
      const char32_t digit = more() ? pattern_[place_++] : U'?';
      const char32_t lower = digit | 0x20;
      if (digit >= '0' && digit <= '9') {
        value = value * 16 + (digit - '0');
      } else if (lower >= 'a' && lower <= 'f') {
        value = value * 16 + (lower - 'a' + 10);
      } else {
        fail("a hexadecimal escape that is cut short");
      }
    }
    return value;
  }

  Network &network_;
  const std::u32string pattern_;
  const Alphabet &alphabet_;
  std::size_t place_ = 0;
  int depth_ = 0;
  bool ended_ = false;
  std::string why_;
};

}  // namespace

const Alphabet plain_text{[](Network &network, char32_t low, char32_t high) { return network.code_points(low, high); }};

bool add_regular_expression(Network &network, std::string_view pattern, bool anchored, const Alphabet &alphabet, Fragment &out,
                            std::string &why) {
  std::optional<std::u32string> characters = decode(pattern);
  if (!characters) {
    why = "the pattern is not UTF-8";
    return false;
  }
  return Parser(network, std::move(*characters), alphabet).parse(anchored, out, why);
}

}  // namespace modelet::grammar
