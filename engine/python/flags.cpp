#include "python/flags.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace modelet::python {

namespace {

std::u32string wide(int64_t value) {
  const std::string digits = std::to_string(value);
  return std::u32string(digits.begin(), digits.end());
}

bool single(int64_t value) {
  return std::has_single_bit(static_cast<uint64_t>(value));
}

}  // namespace

std::u32string FlagNames::name(int64_t value) const {
  if (value == 0) return std::u32string(zero_);
  const FlagName *end = members_ + count_;
  const FlagName *whole = std::find_if(members_, end, [&](const FlagName &one) { return one.value == value; });
  if (whole != end) return std::u32string(whole->name);
  std::vector<const FlagName *> found;
  int64_t named = 0;
  for (const FlagName *one = members_; one != end; ++one)
    if (single(one->value) && (one->value & value) != 0) found.push_back(one);
  if (by_value_)
    std::sort(found.begin(), found.end(), [](const FlagName *left, const FlagName *right) { return left->value < right->value; });
  for (const FlagName *one : found) named |= one->value;
  if ((value & ~named) != 0) {
    for (const FlagName *one = members_; one != end; ++one) {
      if (single(one->value) || (one->value & value) != one->value) continue;
      found.push_back(one);
      named |= one->value;
    }
  }
  std::u32string out;
  for (const FlagName *one : found) (out += out.empty() ? U"" : U"|") += one->name;
  const int64_t unknown = value ^ named;
  if (!out.empty() && unknown != 0) (out += U"|") += wide(unknown);
  return out;
}

std::u32string FlagNames::operator[](int64_t value) const {
  if (text_ == FlagText::number) return wide(value);
  const std::u32string known = name(value);
  std::u32string out(class_);
  if (text_ == FlagText::name) return known.empty() ? out + U"(" + wide(value) + U")" : out + U"." + known;
  if (!known.empty()) (out += U".") += known;
  return U"<" + out + U": " + wide(value) + U">";
}

}  // namespace modelet::python
