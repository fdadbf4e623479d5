// The operations and methods of str.
#pragma once

#include <initializer_list>
#include <variant>

#include "python/list.h"
#include "python/range.h"
#include "python/str.h"

namespace modelet::python {

using Separator = std::variant<None, Str>;

Str add(Call &call, const Str &left, const Str &right);
Str multiply(Call &call, const Str &text, int64_t count);
inline Str multiply_left(Call &call, int64_t count, const Str &text) {
  return multiply(call, text, count);
}
Str concatenate(Call &call, std::initializer_list<std::u32string_view> parts);
Str index(Call &call, const Str &text, int64_t at);
Str index(Call &call, const Str &text, const Slice &slice);
inline int64_t len(Call &, const Str &text) {
  return text.length();
}
bool contains(Call &call, const Str &part, const Str &text);

List<Str> split(Call &call, const Str &text, const Separator &separator, int64_t limit);
List<Str> rsplit(Call &call, const Str &text, const Separator &separator, int64_t limit);
List<Str> splitlines(Call &call, const Str &text, bool keep);
std::tuple<Str, Str, Str> partition(Call &call, const Str &text, const Str &separator);
std::tuple<Str, Str, Str> rpartition(Call &call, const Str &text, const Str &separator);
Str join(Call &call, const Str &separator, const List<Str> &parts);
// A list that nothing is ever put into.
inline Str join(Call &, const Str &, const List<None> &) {
  return Str();
}
Str replace(Call &call, const Str &text, const Str &old, const Str &with, int64_t limit);
Str strip(Call &call, const Str &text, const Separator &characters);
Str lstrip(Call &call, const Str &text, const Separator &characters);
Str rstrip(Call &call, const Str &text, const Separator &characters);
Str removeprefix(Call &call, const Str &text, const Str &prefix);
Str removesuffix(Call &call, const Str &text, const Str &suffix);
bool startswith(Call &call, const Str &text, const Str &prefix, Bound start, Bound end);
bool endswith(Call &call, const Str &text, const Str &suffix, Bound start, Bound end);
int64_t find(Call &call, const Str &text, const Str &part, Bound start, Bound end);
int64_t rfind(Call &call, const Str &text, const Str &part, Bound start, Bound end);
int64_t index_of(Call &call, const Str &text, const Str &part, Bound start, Bound end);
int64_t rindex_of(Call &call, const Str &text, const Str &part, Bound start, Bound end);
int64_t count(Call &call, const Str &text, const Str &part, Bound start, Bound end);

Str lower(Call &call, const Str &text);
Str upper(Call &call, const Str &text);
Str title(Call &call, const Str &text);
Str capitalize(Call &call, const Str &text);
Str casefold(Call &call, const Str &text);
Str swapcase(Call &call, const Str &text);

bool isalpha(Call &call, const Str &text);
bool isdecimal(Call &call, const Str &text);
bool isdigit(Call &call, const Str &text);
bool isnumeric(Call &call, const Str &text);
bool isalnum(Call &call, const Str &text);
bool isspace(Call &call, const Str &text);
bool isprintable(Call &call, const Str &text);
bool is_ascii(Call &call, const Str &text);
bool islower(Call &call, const Str &text);
bool isupper(Call &call, const Str &text);
bool istitle(Call &call, const Str &text);
bool isidentifier(Call &call, const Str &text);

Str center(Call &call, const Str &text, int64_t width, const Str &fill);
Str ljust(Call &call, const Str &text, int64_t width, const Str &fill);
Str rjust(Call &call, const Str &text, int64_t width, const Str &fill);
Str zfill(Call &call, const Str &text, int64_t width);
Str expandtabs(Call &call, const Str &text, int64_t size);

int64_t ord(Call &call, const Str &text);
Str chr(Call &call, int64_t code);
int64_t parse_int(Call &call, const Str &text, int64_t base);
inline int64_t parse_int(Call &call, const Str &text) {
  return parse_int(call, text, 10);
}
double parse_float(Call &call, const Str &text);

// startswith and endswith with a tuple: any of them.
template <typename... T>
bool startswith(Call &call, const Str &text, const std::tuple<T...> &prefixes, Bound start, Bound end) {
  return std::apply([&](const auto &...prefix) { return (startswith(call, text, prefix, start, end) || ...); }, prefixes);
}
template <typename... T>
bool endswith(Call &call, const Str &text, const std::tuple<T...> &suffixes, Bound start, Bound end) {
  return std::apply([&](const auto &...suffix) { return (endswith(call, text, suffix, start, end) || ...); }, suffixes);
}

}  // namespace modelet::python
