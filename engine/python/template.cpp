// `template.format(…)` with a template that is read at run time, as CPython reads it.
#include "python/template.h"

namespace modelet::python {

namespace {

enum class Numbering { unknown, automatic, manual };

class Template {
 public:
  Template(Call &call, const FormatArguments &arguments) : call_(call), arguments_(arguments) {}

  std::u32string build(std::u32string_view text, int depth) {
    std::u32string out;
    if (depth == 0) return fail("ValueError", "Max string recursion exceeded"), out;
    std::size_t at = 0;
    while (at < text.size() && !call_.failed()) {
      const char32_t point = text[at++];
      if (point != U'{' && point != U'}') {
        out.push_back(point);
        continue;
      }
      const bool end = at >= text.size();
      if (point == U'}' && (end || text[at] != point)) return fail("ValueError", "Single '}' encountered in format string"), out;
      if (end) return fail("ValueError", "Single '{' encountered in format string"), out;
      if (text[at] == point) {
        out.push_back(point);
        ++at;
        continue;
      }
      replace(out, text, at, depth);
    }
    return out;
  }

 private:
  struct Markup {
    std::u32string_view name;
    std::u32string_view spec;
    char32_t conversion = 0;
    bool nested = false;
  };

  void fail(const char *type, std::string message) { call_.raise(type, std::move(message)); }

  void replace(std::u32string &out, std::u32string_view text, std::size_t &at, int depth) {
    Markup markup;
    if (!parse(text, at, markup)) return;
    const std::shared_ptr<Field> value = find(markup.name);
    if (call_.failed() || value == nullptr) return;
    std::u32string spec(markup.spec);
    if (markup.conversion != 0 && !known(markup.conversion)) return;
    const Str shown = markup.conversion != 0 ? value->as(call_, markup.conversion) : Str();
    if (markup.nested && !call_.failed()) spec = build(markup.spec, depth - 1);
    if (call_.failed()) return;
    const Str how = new_str(call_, spec);
    out += (markup.conversion != 0 ? format(call_, shown, how) : value->format(call_, how)).view();
  }

  bool known(char32_t conversion) {
    if (conversion == U'r' || conversion == U's' || conversion == U'a') return true;
    const auto code = static_cast<uint32_t>(conversion);
    char text[16];
    std::snprintf(text, sizeof text, code > 32 && code < 127 ? "%c" : "\\x%x", code);
    return fail("ValueError", std::string("Unknown conversion specifier ") + text), false;
  }

  bool parse(std::u32string_view text, std::size_t &at, Markup &out) {
    const std::size_t start = at;
    char32_t point = 0;
    while (at < text.size()) {
      point = text[at++];
      if (point == U'{') return fail("ValueError", "unexpected '{' in field name"), false;
      if (point == U'[') {
        while (at < text.size() && text[at] != U']') ++at;
      } else if (point == U'}' || point == U':' || point == U'!') {
        break;
      }
    }
    out.name = text.substr(start, at - 1 - start);
    if (point == U'}') return true;
    if (point != U'!' && point != U':') return fail("ValueError", "expected '}' before end of string"), false;
    if (point == U'!') {
      if (at >= text.size()) return fail("ValueError", "end of string while looking for conversion specifier"), false;
      out.conversion = text[at++];
      if (at < text.size()) {
        point = text[at++];
        if (point == U'}') return true;
        if (point != U':') return fail("ValueError", "expected ':' after conversion specifier"), false;
      }
    }
    return specification(text, at, out);
  }

  bool specification(std::u32string_view text, std::size_t &at, Markup &out) {
    const std::size_t start = at;
    for (int open = 1; at < text.size();) {
      const char32_t point = text[at++];
      if (point == U'{') {
        out.nested = true;
        ++open;
      } else if (point == U'}' && --open == 0) {
        out.spec = text.substr(start, at - 1 - start);
        return true;
      }
    }
    return fail("ValueError", "unmatched '{' in format spec"), false;
  }

  // The value of a field: a name or a number, then attributes and items of it.
  std::shared_ptr<Field> find(std::u32string_view name) {
    std::size_t at = name.find_first_of(U".[");
    if (at == name.npos) at = name.size();
    const Field *first = lookup(name.substr(0, at));
    std::shared_ptr<Field> value;
    while (at < name.size() && !call_.failed()) {
      const char32_t how = name[at++];
      std::size_t end = 0;
      if (how == U'[') {
        end = name.find(U']', at);
        if (end == name.npos) return fail("ValueError", "Missing ']' in format string"), nullptr;
      } else if (how == U'.') {
        end = name.find_first_of(U".[", at);
        if (end == name.npos) end = name.size();
      } else {
        return fail("ValueError", "Only '.' or '[' may follow ']' in format field specifier"), nullptr;
      }
      const Str key = new_str(call_, name.substr(at, end - at));
      if (key.length() == 0) return fail("ValueError", "Empty attribute in format string"), nullptr;
      at = how == U'[' ? end + 1 : end;
      if (how == U'.') return fail("NotImplementedError", "attributes in a template that is read at run time"), nullptr;
      if (how == U'[' && field_number(key) < 0 && too_large(key.view())) return nullptr;
      value = (value != nullptr ? value.get() : first)->item(call_, key, field_number(key) >= 0);
    }
    if (call_.failed() || value != nullptr) return value;
    return {std::shared_ptr<Field>(), const_cast<Field *>(first)};
  }

  bool too_large(std::u32string_view digits) {
    if (digits.empty() || digits.find_first_not_of(U"0123456789") != digits.npos) return false;
    return fail("ValueError", "Too many decimal digits in format string"), true;
  }

  const Field *lookup(std::u32string_view name) {
    const Str text = new_str(call_, name);
    int64_t number = field_number(text);
    if (number < 0 && too_large(name)) return nullptr;
    if (name.empty() || number >= 0) {
      const Numbering wanted = name.empty() ? Numbering::automatic : Numbering::manual;
      if (numbering_ == Numbering::unknown) numbering_ = wanted;
      if (numbering_ != wanted)
        return fail("ValueError", name.empty() ? "cannot switch from manual field specification to automatic field numbering"
                                               : "cannot switch from automatic field numbering to manual field specification"),
               nullptr;
      if (name.empty()) number = following_++;
      if (arguments_.mapping != nullptr && !arguments_.unpacked)
        return fail("ValueError", "Format string contains positional fields"), nullptr;
      const std::size_t count = arguments_.unpacked ? 0 : arguments_.fields.size() - arguments_.names.size();
      if (static_cast<std::size_t>(number) < count) return arguments_.fields[static_cast<std::size_t>(number)].get();
      return fail("IndexError", "Replacement index " + std::to_string(number) + " out of range for positional args tuple"), nullptr;
    }
    if (arguments_.mapping != nullptr) {
      found_.push_back(arguments_.mapping->item(call_, text, false));
      return found_.back().get();
    }
    for (std::size_t at = 0; at < arguments_.names.size(); ++at)
      if (arguments_.names[at] == text) return arguments_.fields[arguments_.fields.size() - arguments_.names.size() + at].get();
    return fail("KeyError", to_utf8(repr(call_, text))), nullptr;
  }

  Call &call_;
  const FormatArguments &arguments_;
  Fields found_;
  Numbering numbering_ = Numbering::unknown;
  int64_t following_ = 0;
};

}  // namespace

Str format_template(Call &call, const Str &text, const FormatArguments &arguments) {
  Template made(call, arguments);
  const std::u32string out = made.build(text.view(), 2);
  return call.failed() ? Str() : new_str(call, out);
}

}  // namespace modelet::python
