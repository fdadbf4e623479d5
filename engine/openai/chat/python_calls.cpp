#include "openai/chat/python_calls.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "json/json.h"

namespace modelet::openai {

namespace {

constexpr std::string_view blanks = " \t\r\n";

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

bool begins_name(char letter) {
  return letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         static_cast<unsigned char>(letter) >= 0x80;
}

void append_byte(uint32_t byte, std::string &out) {
  out += static_cast<char>(static_cast<unsigned char>(byte));
}

void append_code_point(uint32_t code, std::string &out) {
  if (code < 0x80) return append_byte(code, out);
  const int further = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr uint32_t first[] = {0, 0xC0, 0xE0, 0xF0};
  append_byte(first[further] | code >> 6 * further, out);
  for (int place = further - 1; place >= 0; --place) append_byte(0x80 | (code >> 6 * place & 0x3F), out);
}

class PythonCalls {
 public:
  explicit PythonCalls(std::string_view text) : text_(text) {}

  bool read(std::vector<CalledTool> &out) {
    do {
      if (!(take("[") ? list_of_calls(out) : statement(out))) return false;
      while (take(";")) {
      }
      skip_blanks();
    } while (!text_.empty());
    return !out.empty();
  }

 private:
  void skip_blanks() {
    const std::size_t next = text_.find_first_not_of(blanks);
    text_.remove_prefix(next == std::string_view::npos ? text_.size() : next);
  }
  bool take(std::string_view expected) {
    skip_blanks();
    if (!text_.starts_with(expected)) return false;
    text_.remove_prefix(expected.size());
    return true;
  }
  bool at_text() const { return text_.starts_with('"') || text_.starts_with('\''); }

  // f(…), or print(f(…)).
  bool statement(std::vector<CalledTool> &out) {
    const std::string_view before = text_;
    const std::size_t called = out.size();
    if (take("print") && take("(") && call(out) && take(")")) return true;
    text_ = before;
    out.resize(called);
    return call(out);
  }
  bool list_of_calls(std::vector<CalledTool> &out) {
    do {
      if (!call(out)) return false;
    } while (take(","));
    return take("]");
  }

  bool word(std::string &out) {
    skip_blanks();
    std::size_t end = 0;
    while (end < text_.size() && (begins_name(text_[end]) || (end > 0 && is_digit(text_[end])))) ++end;
    out = text_.substr(0, end);
    text_.remove_prefix(end);
    return end > 0;
  }
  bool name(std::string &out) {
    if (!word(out)) return false;
    while (text_.starts_with('.')) {
      text_.remove_prefix(1);
      std::string further;
      if (!word(further)) return false;
      out += "." + further;
    }
    constexpr std::string_view method = ".call";
    if (out.ends_with(method)) out.resize(out.size() - method.size());
    return true;
  }
  bool call(std::vector<CalledTool> &out) {
    CalledTool tool;
    Json arguments = Json::object();
    if (!name(tool.name) || !take("(")) return false;
    while (!take(")")) {
      if (!argument(arguments)) return false;
      if (take(",")) continue;
      if (!take(")")) return false;
      break;
    }
    tool.arguments = dump_json(arguments);
    out.push_back(std::move(tool));
    return true;
  }
  bool argument(Json &arguments) {
    std::string key;
    if (!word(key) || !take("=") || arguments.contains(key)) return false;
    return value(arguments[key], 0);
  }

  bool value(Json &out, int depth) {
    if (depth > maximum_json_depth) return false;
    if (take("[")) return items("]", out, depth);
    if (take("(")) return items(")", out, depth);
    if (take("{")) return dict(out, depth);
    skip_blanks();
    return at_text() ? texts(out) : plain(out);
  }
  bool items(std::string_view close, Json &out, int depth) {
    out = Json::array();
    while (!take(close)) {
      if (!value(out.emplace_back(), depth + 1)) return false;
      if (!take(",")) return take(close);
    }
    return true;
  }
  bool dict(Json &out, int depth) {
    out = Json::object();
    while (!take("}")) {
      Json key;
      if (!value(key, depth + 1) || !key.is_string() || !take(":")) return false;
      if (!value(out[key.get_ref<const std::string &>()], depth + 1)) return false;
      if (!take(",")) return take("}");
    }
    return true;
  }
  // Texts beside each other are one.
  bool texts(Json &out) {
    std::string whole;
    do {
      if (!quoted(whole)) return false;
      skip_blanks();
    } while (at_text());
    out = std::move(whole);
    return true;
  }
  bool quoted(std::string &out) {
    const bool thrice = text_.starts_with("\"\"\"") || text_.starts_with("'''");
    const std::string_view quote = text_.substr(0, thrice ? 3 : 1);
    text_.remove_prefix(quote.size());
    while (!text_.starts_with(quote)) {
      if (text_.empty() || (!thrice && text_.front() == '\n')) return false;
      const char letter = text_.front();
      text_.remove_prefix(1);
      if (letter != '\\') {
        out += letter;
      } else if (!escape(out)) {
        return false;
      }
    }
    text_.remove_prefix(quote.size());
    return true;
  }
  // What stands after a backslash; one that Python does not know stays as it is.
  bool escape(std::string &out) {
    if (text_.empty()) return false;
    const char letter = text_.front();
    text_.remove_prefix(1);
    constexpr std::string_view letters = "nrt\\\"'0", meanings("\n\r\t\\\"'\0", 7);
    if (const std::size_t at = letters.find(letter); at != std::string_view::npos) return out += meanings[at], true;
    if (letter == '\n') return true;
    const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    if (digits == 0) return out += '\\', out += letter, true;
    return code_point(digits, out);
  }
  bool code_point(std::size_t digits, std::string &out) {
    if (text_.size() < digits) return false;
    uint32_t code = 0;
    for (const char digit : text_.substr(0, digits)) {
      const std::size_t value = std::string_view("0123456789abcdef").find(is_digit(digit) ? digit : static_cast<char>(digit | 0x20));
      if (value == std::string_view::npos || code > 0x10FFFF) return false;
      code = code << 4 | static_cast<uint32_t>(value);
    }
    text_.remove_prefix(digits);
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    append_code_point(code, out);
    return true;
  }
  // True, False, None, or a number that JSON has too.
  bool plain(Json &out) {
    const std::string_view word = text_.substr(0, text_.find_first_of(",)]}: \t\r\n"));
    text_.remove_prefix(word.size());
    if (word == "True" || word == "False") return out = word == "True", true;
    if (word == "None") return out = nullptr, true;
    std::string why;
    return parse_json(word, out, why) && out.is_number();
  }

  std::string_view text_;
};

}  // namespace

bool read_python_calls(std::string_view text, std::vector<CalledTool> &out) {
  std::vector<CalledTool> called;
  if (!PythonCalls(text).read(called)) return false;
  for (CalledTool &tool : called) out.push_back(std::move(tool));
  return true;
}

}  // namespace modelet::openai
