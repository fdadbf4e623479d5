#include "openai/chat/formats.h"

#include <cstddef>

#include "openai/chat/python_calls.h"

namespace modelet::openai {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// Some models write the arguments as JSON inside of a string.
bool read_arguments(const Json &value, std::string &out) {
  if (value.is_null()) return out = "{}", true;
  if (value.is_object()) return out = dump_json(value), true;
  if (!value.is_string()) return false;
  Json inner;
  std::string why;
  if (!parse_json(value.get_ref<const std::string &>(), inner, why) || !inner.is_object()) return false;
  out = dump_json(inner);
  return true;
}

// {"name": …, "arguments" or "parameters": …}
bool read_object(const Json &call, bool whole, std::vector<CalledTool> &out) {
  if (!call.is_object()) return false;
  const auto name = call.find("name");
  if (name == call.end() || !name->is_string()) return false;
  auto arguments = call.find("arguments");
  if (arguments == call.end()) arguments = call.find("parameters");
  if (whole && arguments == call.end()) return false;
  CalledTool tool{name->get<std::string>(), {}};
  if (!read_arguments(arguments == call.end() ? Json() : *arguments, tool.arguments)) return false;
  out.push_back(std::move(tool));
  return true;
}

// One call, or a list of them.
bool read_json(std::string_view text, bool whole, std::vector<CalledTool> &out) {
  Json value;
  std::string why;
  if (!parse_json(text, value, why)) return false;
  if (!value.is_array()) return read_object(value, whole, out);
  for (const Json &call : value) {
    if (!read_object(call, whole, out)) return false;
  }
  return !value.empty();
}

// Calls one after another, with `;` or blanks between. `whole`: each has arguments.
bool read_sequence(std::string_view text, bool whole, std::vector<CalledTool> &out) {
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = end_of_json(text);
    if (end == std::string_view::npos || !read_json(text.substr(0, end), whole, out)) return false;
    text.remove_prefix(end);
    const std::size_t next = text.find_first_not_of(" \t\r\n;");
    text.remove_prefix(next == std::string_view::npos ? text.size() : next);
  }
  return !out.empty();
}

bool read_json_calls(std::string_view text, std::vector<CalledTool> &out) {
  return read_sequence(text, false, out);
}

// Without markers only the arguments tell a call from an answer that is JSON.
bool read_unmarked_calls(std::string_view text, std::vector<CalledTool> &out) {
  return read_sequence(text, true, out);
}

// JSON, or calls of the model's own tools as Python writes them.
bool read_llama(std::string_view text, std::vector<CalledTool> &out) {
  return read_unmarked_calls(text, out) || read_python_calls(text, out);
}

// "[{…}, …]", or "name[ARGS]{…}" and further calls that begin with their own marker.
bool read_mistral(std::string_view text, std::vector<CalledTool> &out) {
  constexpr std::string_view marker = "[TOOL_CALLS]", separator = "[ARGS]";
  text = trimmed(text);
  if (text.starts_with('[') || text.starts_with('{')) return read_json_calls(text, out);
  while (!text.empty()) {
    const std::size_t end = text.find(marker);
    const std::string_view call = trimmed(text.substr(0, end));
    const std::size_t split = call.find(separator);
    if (split == std::string_view::npos) return false;
    Json arguments;
    std::string why;
    if (!parse_json(call.substr(split + separator.size()), arguments, why) || !arguments.is_object()) return false;
    out.push_back({std::string(trimmed(call.substr(0, split))), dump_json(arguments)});
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + marker.size());
  }
  return !out.empty();
}

// call:name{key:value,…} where texts stand between two `quote` and keys stand bare.
class BareReader {
 public:
  BareReader(std::string_view text, std::string_view quote) : text_(text), quote_(quote) {}

  bool call(CalledTool &out) {
    if (!take("call:")) return false;
    const std::size_t brace = text_.find('{');
    if (brace == std::string_view::npos) return false;
    out.name = trimmed(text_.substr(0, brace));
    text_.remove_prefix(brace);
    Json arguments;
    if (out.name.empty() || !value(arguments, 0)) return false;
    out.arguments = dump_json(arguments);
    return trimmed(text_).empty();
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

  bool value(Json &out, int depth) {
    if (depth > maximum_json_depth) return false;
    if (take("{")) return object(out, depth);
    if (take("[")) return list(out, depth);
    return take(quote_) ? quoted(out) : plain(out);
  }
  bool quoted(Json &out) {
    const std::size_t end = text_.find(quote_);
    if (end == std::string_view::npos) return false;
    out = text_.substr(0, end);
    text_.remove_prefix(end + quote_.size());
    return true;
  }
  // A number, true, false, null, or a word that was not quoted.
  bool plain(Json &out) {
    const std::size_t end = text_.find_first_of(",}]");
    const std::string_view word = trimmed(text_.substr(0, end));
    if (end == std::string_view::npos || word.empty()) return false;
    text_.remove_prefix(end);
    std::string why;
    if (!parse_json(word, out, why)) out = word;
    return true;
  }
  bool object(Json &out, int depth) {
    out = Json::object();
    if (take("}")) return true;
    do {
      std::string key;
      if (!read_key(key) || !value(out[key], depth + 1)) return false;
    } while (take(","));
    return take("}");
  }
  bool read_key(std::string &key) {
    if (take(quote_)) {
      Json text;
      if (!quoted(text)) return false;
      key = text.get<std::string>();
      return take(":");
    }
    const std::size_t end = text_.find_first_of(":{}[],");
    if (end == std::string_view::npos || text_[end] != ':') return false;
    key = trimmed(text_.substr(0, end));
    text_.remove_prefix(end + 1);
    return !key.empty();
  }
  bool list(Json &out, int depth) {
    out = Json::array();
    if (take("]")) return true;
    do {
      if (!value(out.emplace_back(), depth + 1)) return false;
    } while (take(","));
    return take("]");
  }

  std::string_view text_, quote_;
};

bool read_bare(std::string_view text, std::string_view quote, std::vector<CalledTool> &out) {
  CalledTool tool;
  if (!BareReader(text, quote).call(tool)) return false;
  out.push_back(std::move(tool));
  return true;
}

bool read_function_gemma(std::string_view text, std::vector<CalledTool> &out) {
  return read_bare(text, "<escape>", out);
}

bool read_gemma(std::string_view text, std::vector<CalledTool> &out) {
  return read_bare(text, "<|\"|>", out);
}

}  // namespace

// Brackets count outside of strings only.
std::size_t end_of_json(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (quoted) {
      if (letter == '\\') ++at;
      if (letter == '"') quoted = false;
    } else if (letter == '"') {
      quoted = true;
    } else if (letter == '{' || letter == '[') {
      ++depth;
    } else if ((letter == '}' || letter == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

namespace tool_formats {
constexpr ToolFormat json{"json", "", "", read_unmarked_calls, true};
constexpr ToolFormat llama{"llama", "<|python_tag|>", "", read_llama, true};
constexpr ToolFormat hermes{"hermes", "<tool_call>", "</tool_call>", read_json_calls};
constexpr ToolFormat mistral{"mistral", "[TOOL_CALLS]", "", read_mistral};
constexpr ToolFormat tool_code{"tool_code", "```tool_code", "```", read_python_calls};
constexpr ToolFormat function_gemma{"function_gemma", "<start_function_call>", "<end_function_call>", read_function_gemma};
constexpr ToolFormat gemma{"gemma", "<|tool_call>", "<tool_call|>", read_gemma};
constexpr ToolFormat harmony{"harmony", "<|channel|>", "<|call|>", read_json_calls};
}  // namespace tool_formats

namespace reasoning_formats {
constexpr ReasoningFormat think{"<think>", "</think>"};
constexpr ReasoningFormat think_opened{"<think>", "</think>", true};
constexpr ReasoningFormat gemma{"<|channel>thought", "<channel|>"};
constexpr ReasoningFormat harmony{"<|channel|>analysis", "<|end|>"};
}  // namespace reasoning_formats

bool TextFormat::messages() const {
  return tools == &tool_formats::harmony || reasoning == &reasoning_formats::harmony;
}

}  // namespace modelet::openai
