#include <array>

#include "python/regex_syntax.h"
#include "python/unicode.h"

namespace modelet::python::syntax {

namespace {

using regex::Category;

uint32_t mapped(uint32_t code, unicode::Case wanted) {
  const auto &mapping = unicode::record(static_cast<char32_t>(code)).mappings[wanted];
  if (mapping.length != 0) return static_cast<uint32_t>(unicode::extra[mapping.value]);
  return static_cast<uint32_t>(static_cast<int64_t>(code) + mapping.value);
}

// Characters that match each other without their cases although they have different lower cases.
constexpr std::array<uint32_t, 4> same_cases[] = {
    {0x69, 0x131},           {0x73, 0x17f},   {0xb5, 0x3bc},   {0x345, 0x3b9, 0x1fbe}, {0x390, 0x1fd3},  {0x3b0, 0x1fe3},
    {0x3b2, 0x3d0},          {0x3b5, 0x3f5},  {0x3b8, 0x3d1},  {0x3ba, 0x3f0},         {0x3c0, 0x3d6},   {0x3c1, 0x3f1},
    {0x3c2, 0x3c3},          {0x3c6, 0x3d5},  {0x432, 0x1c80}, {0x434, 0x1c81},        {0x43e, 0x1c82},  {0x441, 0x1c83},
    {0x442, 0x1c84, 0x1c85}, {0x44a, 0x1c86}, {0x463, 0x1c87}, {0x1c88, 0xa64b},       {0x1e61, 0x1e9b}, {0xfb05, 0xfb06}};

class Folding {
 public:
  explicit Folding(int64_t flags) : active_((flags & ignore_case) != 0), unicode_((flags & ascii_only) == 0) {}
  bool active() const { return active_; }
  bool unicode() const { return unicode_; }
  uint32_t lower(uint32_t code) const {
    if (unicode_) return mapped(code, unicode::to_lower);
    return code >= 'A' && code <= 'Z' ? code + 32 : code;
  }
  bool cased(uint32_t code) const {
    if (!unicode_) return is_letter(static_cast<char32_t>(code));
    return mapped(code, unicode::to_lower) != code || mapped(code, unicode::to_upper) != code;
  }

 private:
  bool active_;
  bool unicode_;
};

bool in_category(uint32_t category, uint32_t code, bool whole) {
  const auto point = static_cast<char32_t>(code);
  const bool known = whole || code < 128;
  switch (category) {
    case Category::digit:
      return known && unicode::has(point, unicode::decimal);
    case Category::space:
      return whole ? unicode::has(point, unicode::space) : is_space(point);
    case Category::word:
      return known && (point == U'_' || unicode::has(point, unicode::alpha | unicode::decimal | unicode::digit | unicode::numeric));
    default:
      return !in_category(category >> 1, code, whole);
  }
}

class Writer {
 public:
  Writer(Compiled &out, const std::vector<Width> &widths) : out_(out), widths_(widths) {}

  void sequence(const Sequence &nodes, int64_t flags) {
    for (const Node &node : nodes) one(node, flags);
  }
  void put(uint32_t value) { out_.code.push_back(value); }

 private:
  std::size_t hole() {
    put(0);
    return out_.code.size() - 1;
  }
  void fill(std::size_t hole) { out_.code[hole] = static_cast<uint32_t>(out_.code.size()); }

  static int64_t combined(int64_t flags, int64_t added, int64_t removed) {
    if ((added & (ascii_only | unicode_flag)) != 0) flags &= ~int64_t{ascii_only | unicode_flag};
    return (flags | added) & ~removed;
  }

  // Instruction and operand of what matches one character; false for everything else.
  bool single(const Node &node, int64_t flags, uint32_t &code, uint32_t &operand) {
    const Folding folding(flags);
    operand = node.code;
    switch (node.kind) {
      case Kind::any:
        code = (flags & dot_all) != 0 ? regex::any : regex::any_but_line;
        operand = 0;
        return true;
      case Kind::literal:
      case Kind::not_literal: {
        const bool negated = node.kind == Kind::not_literal, folds = folding.active() && folding.cased(node.code);
        code = regex::literal;
        if (!negated && !folds) return true;
        code = regex::in_set;
        operand = set_of({{node.code, node.code, 0}}, negated, folding);
        return true;
      }
      case Kind::set:
        code = regex::in_set;
        operand = set_of(node.items, node.negated, folding);
        return true;
      case Kind::group:
        return !node.captures && node.parts[0].size() == 1 &&
               single(node.parts[0][0], combined(flags, node.added, node.removed), code, operand);
      default:
        return false;
    }
  }

  static void add_folded(std::vector<Item> &out, uint32_t code, const Folding &folding) {
    const uint32_t low = folding.lower(code);
    out.push_back({low, low, 0});
    if (!folding.unicode()) return;
    for (const auto &same : same_cases)
      if (std::find(same.begin(), same.end(), low) != same.end())
        for (uint32_t other : same)
          if (other != 0) out.push_back({other, other, 0});
  }

  uint32_t set_of(const std::vector<Item> &items, bool negated, const Folding &folding) {
    std::vector<Item> ranges;
    std::vector<uint32_t> cased;
    uint32_t categories = 0;
    bool lowered = false;
    for (const Item &item : items) {
      if (item.category != 0) {
        categories |= item.category;
      } else if (!folding.active()) {
        ranges.push_back(item);
      } else {
        for (uint32_t code = item.first; code <= std::min(item.last, 0xFFFFu); ++code) {
          add_folded(ranges, code, folding);
          lowered = lowered || folding.cased(code);
        }
        if (item.last > 0xFFFF) {
          cased.insert(cased.end(), {std::max(item.first, 0x10000u), item.last});
          lowered = true;
        }
      }
    }
    return built(ranges, cased, categories, negated, lowered, folding);
  }

  uint32_t built(const std::vector<Item> &ranges, const std::vector<uint32_t> &cased, uint32_t categories, bool negated, bool lowered,
                 const Folding &folding) {
    CharacterSet set{};
    for (uint32_t code = 0; code < 256; ++code) {
      const uint32_t tested = lowered ? folding.lower(code) : code;
      bool found = std::any_of(ranges.begin(), ranges.end(), [&](const Item &one) { return one.first <= tested && tested <= one.last; });
      for (uint32_t bit = 1; bit < 64 && !found; bit <<= 1) found = (categories & bit) != 0 && in_bit(bit, tested, folding);
      if (found != negated) set.low[code >> 5] |= uint32_t{1} << (code & 31);
    }
    auto above = std::make_unique<std::vector<uint32_t>>();
    for (const Item &one : ranges)
      if (one.last >= 256) above->insert(above->end(), {std::max(one.first, 256u), one.last});
    set.ranges = above->data();
    set.range_count = static_cast<uint32_t>(above->size() / 2);
    auto kept = std::make_unique<std::vector<uint32_t>>(cased);
    set.cased_ranges = kept->data();
    set.cased_count = static_cast<uint32_t>(kept->size() / 2);
    const uint32_t opposite = Category::not_digit | Category::not_space | Category::not_word;
    set.categories = folding.unicode() ? categories : (categories & opposite) != 0 ? uint32_t{Category::everything} : 0;
    set.negated = negated;
    set.lowered = lowered && folding.unicode();
    out_.ranges.push_back(std::move(above));
    out_.ranges.push_back(std::move(kept));
    out_.sets.push_back(set);
    return static_cast<uint32_t>(out_.sets.size() - 1);
  }

  static bool in_bit(uint32_t bit, uint32_t code, const Folding &folding) { return in_category(bit, code, folding.unicode()); }

  void one(const Node &node, int64_t flags) {
    uint32_t code = 0, operand = 0;
    if (node.kind != Kind::group && single(node, flags, code, operand)) {
      put(code);
      if (code != regex::any && code != regex::any_but_line) put(operand);
      return;
    }
    switch (node.kind) {
      case Kind::at:
        return at(node, flags);
      case Kind::group:
        return group(node, flags);
      case Kind::branch:
        return branch(node, flags);
      case Kind::repeat:
        return repeat(node, flags);
      case Kind::atomic:
        put(regex::atomic);
        sequence(node.parts[0], flags);
        return put(regex::atomic_end);
      case Kind::look:
        return look(node, flags);
      case Kind::reference:
        put(regex::group);
        put(node.code - 1);
        return put((flags & ignore_case) == 0 ? regex::exact : (flags & ascii_only) != 0 ? regex::ascii_case : regex::unicode_case);
      default:
        return conditional(node, flags);
    }
  }

  void at(const Node &node, int64_t flags) {
    const bool lines = (flags & multiline) != 0;
    const uint32_t ascii = (flags & ascii_only) != 0 ? 1 : 0;
    put(regex::at);
    switch (node.place) {
      case At::begin:
        return put(lines ? regex::line_start : regex::text_start);
      case At::text_begin:
        return put(regex::text_start);
      case At::end:
        return put(lines ? regex::line_end : regex::last_line_end);
      case At::text_end:
        return put(regex::text_end);
      case At::boundary:
        return put(regex::boundary + ascii);
      case At::no_boundary:
        return put(regex::no_boundary + ascii);
    }
  }

  void group(const Node &node, int64_t flags) {
    if (node.captures) {
      put(regex::mark);
      put(node.code * 2 - 2);
    }
    sequence(node.parts[0], combined(flags, node.added, node.removed));
    if (node.captures) {
      put(regex::mark);
      put(node.code * 2 - 1);
    }
  }

  void branch(const Node &node, int64_t flags) {
    std::vector<std::size_t> ends;
    for (std::size_t part = 0; part + 1 < node.parts.size(); ++part) {
      put(regex::split);
      const std::size_t following = hole();
      sequence(node.parts[part], flags);
      put(regex::jump);
      ends.push_back(hole());
      fill(following);
    }
    sequence(node.parts.back(), flags);
    for (std::size_t end : ends) fill(end);
  }

  void repeat(const Node &node, int64_t flags) {
    const Sequence &inner = node.parts[0];
    uint32_t code = 0, operand = 0;
    if (inner.size() == 1 && single(inner[0], flags, code, operand)) {
      put(node.greed == Greed::greedy ? regex::greedy_one : node.greed == Greed::lazy ? regex::lazy_one : regex::possessive_one);
      put(code);
      put(operand);
      put(node.least);
      return put(node.most);
    }
    const bool possessive = node.greed == Greed::possessive;
    put(possessive ? regex::possessive : regex::repeat);
    const std::size_t until = hole();
    put(node.least);
    put(node.most);
    sequence(inner, flags);
    if (possessive) {
      put(regex::possessive_end);
      return fill(until);
    }
    fill(until);
    put(node.greed == Greed::lazy ? regex::lazy_until : regex::greedy_until);
  }

  void look(const Node &node, int64_t flags) {
    const auto behind = static_cast<uint32_t>(node.behind ? width_of(node.parts[0], widths_).least : 0);
    put(node.negated ? regex::look_not : regex::look);
    put(behind);
    const std::size_t otherwise = node.negated ? hole() : 0;
    sequence(node.parts[0], flags);
    put(node.negated ? regex::look_not_end : regex::look_end);
    if (node.negated) fill(otherwise);
  }

  void conditional(const Node &node, int64_t flags) {
    put(regex::if_group);
    put(node.code - 1);
    const std::size_t otherwise = hole();
    sequence(node.parts[0], flags);
    if (node.parts.size() == 1) return fill(otherwise);
    put(regex::jump);
    const std::size_t end = hole();
    fill(otherwise);
    sequence(node.parts[1], flags);
    fill(end);
  }

  Compiled &out_;
  const std::vector<Width> &widths_;
};

}  // namespace

void write(const Tree &tree, Compiled &out) {
  Writer writer(out, tree.widths);
  writer.sequence(tree.nodes, tree.flags);
  writer.put(regex::success);
  out.names.assign(tree.names.begin() + 1, tree.names.end());
  for (const std::u32string &name : out.names) out.name_views.push_back(name);
  out.program.code = out.code.data();
  out.program.sets = out.sets.data();
  out.program.names = out.name_views.data();
  out.program.groups = static_cast<uint32_t>(tree.widths.size()) - 1;
  out.program.least_width = width_of(tree.nodes, tree.widths).least;
  out.program.pattern = out.text;
  out.program.flags = tree.flags;
}

}  // namespace modelet::python::syntax
