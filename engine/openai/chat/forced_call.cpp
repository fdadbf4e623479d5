#include "openai/chat/forced_call.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "json/json.h"
#include "openai/chat/text_reader.h"

namespace modelet::openai {

namespace {

constexpr std::string_view blanks = " \t\r\n";

// Reads as far as the arguments begin.
class HeadReader {
 public:
  explicit HeadReader(std::string_view text) : text_(text) {}

  // False when the text ends before that, or is something else.
  bool read() {
    return take("{") && take("\"name\"") && take(":") && take_name() && take(",") && take_either("\"arguments\"", "\"parameters\"") &&
           take(":") && at_object();
  }

  bool other() const { return other_; }
  const std::string &name() const { return name_; }  // "" while it has not come
  std::size_t end() const { return at_; }

 private:
  // Whether there is something that is not blank.
  bool skip_blanks() {
    at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size());
    return at_ < text_.size();
  }
  bool take(std::string_view expected) {
    skip_blanks();
    const std::string_view found = text_.substr(at_, expected.size());
    if (found == expected) return at_ += expected.size(), !(other_ = false);
    other_ = !expected.starts_with(found);
    return false;
  }
  bool take_either(std::string_view one, std::string_view other) { return take(one) || (other_ && take(other)); }
  bool take_name() {
    if (!skip_blanks()) return false;
    if (text_[at_] != '"') return !(other_ = true);
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size()) return false;
    Json name;
    std::string why;
    if (!parse_json(text_.substr(at_, end + 1 - at_), name, why)) return !(other_ = true);
    name_ = name.get<std::string>();
    return at_ = end + 1, true;
  }
  bool at_object() {
    if (!skip_blanks()) return false;
    other_ = text_[at_] != '{';
    return !other_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string name_;
  bool other_ = false;
};

}  // namespace

bool ForcedCall::read(std::string &text, std::vector<Said> &out) {
  if (!told_) return begin(text, out);
  const std::string_view more = take_arguments(text);
  if (!more.empty()) out.push_back({Saying::arguments, std::string(more)});
  text.erase(0, more.size());
  if (!whole_) return false;
  const std::size_t next = text.find_first_not_of(blanks);
  if (next == std::string::npos) return false;
  if (text[next] == '}') text.erase(0, next + 1);
  return true;
}

bool ForcedCall::begin(std::string &text, std::vector<Said> &out) {
  HeadReader head(text);
  if (!head.read()) return head.other();
  out.push_back({Saying::tool, {}, {head.name(), {}}});
  text.erase(0, head.end());
  told_ = true;
  return read(text, out);
}

// As much of the text as belongs to the arguments.
std::string_view ForcedCall::take_arguments(std::string_view text) {
  std::size_t at = 0;
  for (; at < text.size() && !whole_; ++at) {
    const char letter = text[at];
    if (quoted_) {
      quoted_ = escaped_ || letter != '"';
      escaped_ = !escaped_ && letter == '\\';
    } else if (letter == '"') {
      quoted_ = true;
    } else if (letter == '{' || letter == '[') {
      ++depth_;
    } else if (letter == '}' || letter == ']') {
      whole_ = --depth_ == 0;
    }
  }
  return text.substr(0, at);
}

void ForcedCall::cut(std::string &text, std::vector<Said> &out) {
  HeadReader head(text);
  if (!told_) head.read();
  const std::string &name = head.name().empty() ? name_ : head.name();
  if (!told_ && !name.empty()) out.push_back({Saying::tool, {}, {name, {}}});
  text.clear();
}

bool read_cut_calls(std::string text, std::vector<Said> &out) {
  const std::size_t before = out.size();
  while (true) {
    text.erase(0, text.find_first_not_of(" \t\r\n[,;"));
    if (!text.starts_with('{')) break;
    std::vector<Said> said;
    ForcedCall call("");
    if (!call.read(text, said)) call.cut(text, said);
    if (said.empty()) break;
    for (std::size_t more = 1; more < said.size(); ++more) said[0].tool.arguments += said[more].text;
    out.push_back(std::move(said[0]));
  }
  return out.size() > before;
}

}  // namespace modelet::openai
