// Regular expressions as they stand in JSON schemas and requests: ECMAScript's, without what looks around or back.
#pragma once

#include <string>
#include <string_view>

#include "grammar/network.h"

namespace modelet::grammar {

// Literals, `.`, classes, \d \w \s and their opposites, groups, alternatives, * + ? {m,n} (lazy ones too, which match the same texts).
// `anchored`: the pattern must match the whole text even without ^ and $; otherwise anything may stand around it, as JSON Schema says.
// False with `why` (what is not supported, and where) for anything else. `inside`: characters that the matched text may have at all;
// JSON strings leave out what must be escaped.
struct Alphabet {
  // Appends the fragment of one character of the range.
  Fragment (*range)(Network &network, char32_t low, char32_t high);
};
bool add_regular_expression(Network &network, std::string_view pattern, bool anchored, const Alphabet &alphabet, Fragment &out,
                            std::string &why);

// Any text as it is.
extern const Alphabet plain_text;

}  // namespace modelet::grammar
