#include "json/whole_values.h"

#include <cstddef>

namespace modelet {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string read() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t next = step(at);
      if (next == std::string_view::npos) break;
      at = next;
    }
    return std::string(text_.substr(0, whole_)) + std::string(closing_.rbegin(), closing_.rend());
  }

 private:
  // Where what stands at `at` ends; npos when it does not, or fits nothing.
  std::size_t step(std::size_t at) {
    switch (text_[at]) {
      case '{':
      case '[':
        open_ += text_[at] == '{' ? '}' : ']';
        is_key_ = text_[at] == '{';
        return ended(at + 1);
      case '}':
      case ']':
        if (open_.empty() || open_.back() != text_[at]) return std::string_view::npos;
        open_.pop_back();
        is_key_ = false;
        return ended(at + 1);
      case ',':
        is_key_ = !open_.empty() && open_.back() == '}';
        return at + 1;
      case ':':
        is_key_ = false;
        return at + 1;
      case '"':
        return text(at);
      default:
        return word(at);
    }
  }

  std::size_t text(std::size_t at) {
    for (++at; at < text_.size() && text_[at] != '"'; ++at) at += text_[at] == '\\' ? 1 : 0;
    if (at >= text_.size()) return std::string_view::npos;
    return is_key_ ? at + 1 : ended(at + 1);
  }

  // A number, true, false, null, or blanks.
  std::size_t word(std::size_t at) {
    constexpr std::string_view blanks = " \t\r\n";
    if (blanks.find(text_[at]) != std::string_view::npos) return at + 1;
    const std::size_t end = text_.find_first_of(",]} \t\r\n", at);
    if (end != std::string_view::npos) return ended(end);
    const std::string_view rest = text_.substr(at);
    return rest == "true" || rest == "false" || rest == "null" ? ended(text_.size()) : end;
  }

  std::size_t ended(std::size_t at) {
    whole_ = open_.empty() && closing_.empty() ? 0 : at;
    closing_ = open_;
    return at;
  }

  std::string_view text_;
  std::string open_, closing_;  // brackets that close what is open: now, and where the last value ended
  std::size_t whole_ = 0;       // where that is
  bool is_key_ = false;
};

}  // namespace

std::string whole_values(std::string_view text) {
  return Reader(text).read();
}

}  // namespace modelet
