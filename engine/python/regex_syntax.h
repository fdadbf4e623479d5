// The syntax of `re`'s patterns: a tree, read from a text and written as a program for python/regex.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "python/match.h"

namespace modelet::python::syntax {

using regex::unlimited;

// The flags of the module re.
enum Flag : int64_t { ignore_case = 2, locale = 4, multiline = 8, dot_all = 16, unicode_flag = 32, verbose = 64, ascii_only = 256 };

enum class Kind { literal, not_literal, any, set, at, group, branch, repeat, atomic, look, reference, conditional };
enum class At { begin, text_begin, end, text_end, boundary, no_boundary };
enum class Greed { greedy, lazy, possessive };

struct Item {  // of a set: a range, or a category
  uint32_t first = 0;
  uint32_t last = 0;
  uint32_t category = 0;
};

struct Node;
using Sequence = std::vector<Node>;

struct Node {
  Kind kind = Kind::literal;
  uint32_t code = 0;  // of a literal; the number of a group
  bool negated = false;
  bool behind = false;
  At place = At::begin;
  Greed greed = Greed::greedy;
  uint32_t least = 0;
  uint32_t most = 0;
  int64_t added = 0;  // flags of a group
  int64_t removed = 0;
  bool captures = false;
  std::vector<Item> items;
  std::vector<Sequence> parts;  // alternatives, or the one thing inside
};

struct Width {
  int64_t least = 0;
  int64_t most = 0;
};
constexpr int64_t wide = int64_t{1} << 31;

// How many characters a node takes; `groups` has the widths of the groups it may refer to, the whole pattern first.
Width width_of(const Sequence &sequence, const std::vector<Width> &groups);

// A pattern as it was read. Groups are counted from 1, 0 is the whole.
struct Tree {
  Sequence nodes;
  int64_t flags = 0;
  std::vector<Width> widths;          // [groups + 1]
  std::vector<std::u32string> names;  // [groups + 1], empty where a group has none
  bool late_error = false;            // a look behind without a fixed width, which CPython sees last
};

// None when re.error, as CPython raises it, was raised in the call.
std::optional<Tree> read(Call &call, std::u32string_view text, int64_t flags);

// What a program consists of; the program points into it.
struct Compiled {
  std::u32string text;
  std::vector<uint32_t> code;
  std::vector<CharacterSet> sets;
  std::vector<std::unique_ptr<std::vector<uint32_t>>> ranges;
  std::vector<std::u32string> names;
  std::vector<std::u32string_view> name_views;
  Program program{};
};

// Adds the tree's program to `out`, whose text is the pattern's.
void write(const Tree &tree, Compiled &out);

inline bool is_letter(char32_t point) {
  return (point >= U'a' && point <= U'z') || (point >= U'A' && point <= U'Z');
}
inline bool is_space(char32_t point) {
  return point == U' ' || (point >= 9 && point <= 13);
}

}  // namespace modelet::python::syntax
