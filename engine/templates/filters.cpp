// Jinja's filters, by name.
#include <cmath>

#include "python/builtins.h"
#include "python/strings.h"
#include "python/unicode.h"
#include "templates/sequences.h"

namespace modelet::templates {

using python::new_str;

namespace {

// `soft_str`: text stays what it is, all else becomes text.
Value soft(Call &call, const Value &value) {
  return value.is_text() ? value : Value(str(call, value));
}

Value text_like(Call &call, const Value &model, const Str &text) {
  return call.failed() ? Value() : Value(text, model.kind());
}

int64_t number_or(Call &call, const Value &value, int64_t otherwise) {
  int64_t out = otherwise;
  if (!value.is_missing()) whole(call, value, out);
  return out;
}

bool flag(Call &call, const Value &value) {
  return !value.is_missing() && truth(call, value);
}

template <Str (*function)(Call &, const Str &)>
Value changed(Renderer &renderer, Value *given, Arguments &) {
  const Value text = soft(renderer.call, given[0]);
  return renderer.failed() ? Value() : text_like(renderer.call, text, function(renderer.call, text.text()));
}

Value absolute(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  if (given[0].is_whole()) return Value(python::absolute(call, given[0].integer()));
  if (given[0].is(Kind::floating)) return Value(std::fabs(given[0].number()));
  return raise_type(call, std::string("bad operand type for abs(): '") + type_name(given[0]) + "'");
}

Value own(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  if (!given[1].is_text()) return raise_type(call, "attribute name must be string, not '" + std::string(type_name(given[1])) + "'");
  const bool fixed = given[0].is(Kind::loop);
  if (given[0].is_undefined()) return raise_undefined(call, given[0]);
  if (!has_own_attribute(given[0], given[1].text())) return undefined_attribute(call, given[0], given[1]);
  return fixed ? loop_attribute(renderer, given[0].as<LoopObject>(), given[1].text()) : attribute(call, given[0], given[1].text());
}

Value centered(Renderer &renderer, Value *given, Arguments &) {
  const Value text = soft(renderer.call, given[0]);
  const int64_t width = number_or(renderer.call, given[1], 80);
  if (renderer.failed()) return {};
  return text_like(renderer.call, text, python::center(renderer.call, text.text(), width, Str(U" ")));
}

Value counted(Renderer &renderer, Value *given, Arguments &) {
  if (given[0].is(Kind::loop)) return loop_attribute(renderer, given[0].as<LoopObject>(), Str(U"length"));
  const int64_t size = length(renderer.call, given[0]);
  return renderer.failed() ? Value() : Value(size);
}

Value defaulted(Renderer &renderer, Value *given, Arguments &) {
  const bool absent = given[0].is_undefined() || (flag(renderer.call, given[2]) && !truth(renderer.call, given[0]));
  if (!absent) return given[0];
  return given[1].is_missing() ? Value(Str()) : given[1];
}

Value escaped(Renderer &renderer, Value *given, Arguments &) {
  if (given[0].is(Kind::markup)) return given[0];
  const Str text = escape(renderer.call, str(renderer.call, given[0]));
  return renderer.failed() ? Value() : Value(text, Kind::markup);
}

Value escaped_again(Renderer &renderer, Value *given, Arguments &) {
  const Str text = escape(renderer.call, str(renderer.call, given[0]));
  return renderer.failed() ? Value() : Value(text, Kind::markup);
}

Value marked(Renderer &renderer, Value *given, Arguments &) {
  const Str text = str(renderer.call, given[0]);
  return renderer.failed() ? Value() : Value(text, Kind::markup);
}

Value file_size(Renderer &renderer, Value *given, Arguments &rest);

Value to_number(Call &call, const Value &value) {
  if (value.is_number()) return Value(value.number());
  if (value.is_undefined()) return raise_undefined(call, value);
  if (value.is_text()) {
    const double number = python::parse_float(call, value.text());
    return call.failed() ? Value() : Value(number);
  }
  return raise_type(call, std::string("float() argument must be a string or a real number, not '") + type_name(value) + "'");
}

Value as_float(Renderer &renderer, Value *given, Arguments &) {
  const Value number = to_number(renderer.call, given[0]);
  if (!caught(renderer.call, {"TypeError", "ValueError"})) return number;
  return given[1].is_missing() ? Value(0.0) : given[1];
}

Value to_whole(Call &call, const Value &value, const Value &base) {
  if (value.is_whole()) return Value(value.integer());
  if (value.is(Kind::floating)) {
    const int64_t number = python::to_int(call, value.number());
    return call.failed() ? Value() : Value(number);
  }
  if (value.is_undefined()) return raise_undefined(call, value);
  if (value.is_text()) {
    const int64_t with = number_or(call, base, 10);
    const int64_t number = call.failed() ? 0 : python::parse_int(call, value.text(), with);
    return call.failed() ? Value() : Value(number);
  }
  return raise_type(call,
                    std::string("int() argument must be a string, a bytes-like object or a real number, not '") + type_name(value) + "'");
}

Value as_int(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  Value number = to_whole(call, given[0], given[2]);
  if (!caught(call, {"TypeError", "ValueError"})) return number;
  // So that "42.23" gives 42.
  number = to_number(call, given[0]);
  if (!call.failed()) number = to_whole(call, number, Value());
  if (!caught(call, {"TypeError", "ValueError", "OverflowError"})) return number;
  return given[1].is_missing() ? Value(int64_t{0}) : given[1];
}

Value file_size(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const Value size = to_number(call, given[0]);
  if (call.failed()) return {};
  const bool binary = flag(call, given[1]);
  const double bytes = size.number(), base = binary ? 1024 : 1000;
  if (bytes == 1) return Value(U"1 Byte");
  if (bytes < base) {
    const int64_t whole = python::to_int(call, bytes);
    return call.failed() ? Value() : Value(new_str(call, std::string_view(std::to_string(whole) + " Bytes")));
  }
  constexpr std::string_view letters = "kMGTPEZY";
  double unit = base;
  std::size_t at = 0;
  do {
    unit *= base;
  } while (!(bytes < unit) && ++at < letters.size() - 1);
  if (at == letters.size() - 1 && !(bytes < unit)) unit = std::pow(base, 9);
  const Str number = python::format(call, base * bytes / unit, Str(U".1f"));
  const char letter = binary && at == 0 ? 'K' : letters[at];
  return Value(new_str(call, std::string_view(python::to_utf8(number) + " " + letter + (binary ? "iB" : "B"))));
}

Value formatted(Renderer &renderer, Value *given, Arguments &rest) {
  Call &call = renderer.call;
  if (!rest.positional.empty() && !rest.named.empty()) {
    return raise_template(call, "FilterArgumentError", "can't handle positional and keyword arguments at the same time");
  }
  const Value text = soft(call, given[0]);
  if (rest.named.empty()) return arithmetic(call, Op::modulo, text, list_of(call, std::move(rest.positional), Kind::tuple));
  const Ref<DictObject> names = make<DictObject>(call);
  if (!names) return {};
  for (const auto &[name, value] : rest.named) names->table.put(call, Value(name), value);
  return arithmetic(call, Op::modulo, text, Value(Kind::dict, names.get()));
}

Value indented(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  if (given[0].is_undefined()) return raise_undefined(call, given[0]);
  if (given[0].is(Kind::list)) return call.raise("AttributeError", "'list' object has no attribute 'splitlines'"), Value();
  if (!given[0].is_text()) return arithmetic(call, Op::add, given[0], Value(U"\n"));
  Str indention = given[1].is_text() ? given[1].text() : Str();
  if (!given[1].is_text()) indention = python::multiply(call, Str(U" "), number_or(call, given[1], 4));
  const auto lines = python::splitlines(call, python::append(call, given[0].text(), U"\n"), false);
  if (call.failed()) return {};
  const bool blank = flag(call, given[3]);
  std::u32string out;
  if (flag(call, given[2])) out += indention.view();
  for (int64_t at = 0; at < lines.size(); ++at) {
    if (at > 0) out += U'\n';
    if (at > 0 && (blank || lines.at(at).length() > 0)) out += indention.view();
    out += lines.at(at).view();
  }
  return Value(new_str(call, out), given[0].kind());
}

Value replaced(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const int64_t limit = given[3].is_none() ? -1 : number_or(call, given[3], -1);
  const Str text = str(call, given[0]), old = str(call, given[1]), with = str(call, given[2]);
  if (call.failed()) return {};
  const Str out = python::replace(call, text, old, with, limit);
  return call.failed() ? Value() : Value(out);
}

Value rounded_to(Call &call, const Value &value, const Value &precision, bool up) {
  const Value scale = arithmetic(call, Op::power, Value(int64_t{10}), precision);
  const Value scaled = call.failed() ? Value() : arithmetic(call, Op::multiply, value, scale);
  if (call.failed()) return {};
  if (!scaled.is_number()) return raise_type(call, std::string("must be real number, not ") + type_name(scaled));
  const double number = scaled.number();
  const Value edge = scaled.is_whole() ? scaled : Value(python::to_int(call, up ? std::ceil(number) : std::floor(number)));
  return call.failed() ? Value() : arithmetic(call, Op::divide, edge, scale);
}

Value rounded(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const std::u32string_view method = given[2].is_text() ? given[2].text().view() : given[2].is_missing() ? U"common" : U"";
  if (method != U"common" && method != U"ceil" && method != U"floor") {
    return raise_template(call, "FilterArgumentError", "method must be common, ceil or floor");
  }
  const Value precision = given[1].is_missing() ? Value(int64_t{0}) : given[1];
  if (given[0].is_undefined() && method != U"common") return raise_undefined(call, given[0]);
  if (method != U"common") return rounded_to(call, given[0], precision, method == U"ceil");
  if (!given[0].is_number()) return raise_type(call, std::string("type ") + type_name(given[0]) + " doesn't define __round__ method");
  if (precision.is_none()) return Value(given[0].is_whole() ? given[0].integer() : python::round_to_int(call, given[0].number()));
  const int64_t digits = number_or(call, precision, 0);
  if (call.failed()) return {};
  if (given[0].is_whole()) return Value(python::round_to(call, given[0].integer(), digits));
  return Value(python::round_to(call, given[0].number(), digits));
}

Value softened(Renderer &renderer, Value *given, Arguments &) {
  return soft(renderer.call, given[0]);
}

Value trimmed(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const Value text = soft(call, given[0]);
  python::Separator characters;
  if (given[1].is_text()) {
    characters = given[1].text();
  } else if (!given[1].is_missing() && !given[1].is_none()) {
    return raise_type(call, "strip arg must be None or str");
  }
  return call.failed() ? Value() : text_like(call, text, python::strip(call, text.text(), characters));
}

bool starts_word(char32_t point) {
  constexpr std::u32string_view marks = U"-({[<";
  return marks.find(point) != marks.npos || python::unicode::has(point, python::unicode::space);
}

// Each word's first character in capitals, the rest in small letters, where Jinja sees a word begin.
Value titled(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const Value text = soft(call, given[0]);
  if (call.failed()) return {};
  const std::u32string_view view = text.text().view();
  std::u32string out;
  for (std::size_t at = 0; at < view.size() && !call.failed();) {
    std::size_t end = at + 1;
    while (end < view.size() && starts_word(view[end]) == starts_word(view[at])) ++end;
    const auto first = static_cast<int64_t>(at);
    out += python::upper(call, text.text().part(first, first + 1)).view();
    out += python::lower(call, text.text().part(first + 1, static_cast<int64_t>(end))).view();
    at = end;
  }
  return call.failed() ? Value() : Value(new_str(call, out));
}

Value truncated(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const int64_t most = number_or(call, given[1], 255), leeway = given[4].is_none() ? 5 : number_or(call, given[4], 5);
  const Str end = given[3].is_missing() ? Str(U"...") : str(call, given[3]);
  if (call.failed()) return {};
  if (most < end.length()) {
    call.raise("AssertionError", "expected length >= " + std::to_string(end.length()) + ", got " + std::to_string(most));
    return {};
  }
  if (leeway < 0) return call.raise("AssertionError", "expected leeway >= 0, got " + std::to_string(leeway)), Value();
  if (length(call, given[0]) <= most + leeway || call.failed()) return call.failed() ? Value() : given[0];
  if (!given[0].is_text()) return raise_type(call, "truncate takes text");
  Str kept = given[0].text().part(0, most - end.length());
  if (!flag(call, given[2])) {
    const std::size_t space = kept.view().rfind(U' ');
    if (space != std::u32string_view::npos) kept = kept.part(0, static_cast<int64_t>(space));
  }
  return Value(python::add(call, kept, end));
}

Value word_count(Renderer &renderer, Value *given, Arguments &) {
  const Value text = soft(renderer.call, given[0]);
  if (renderer.failed()) return {};
  int64_t count = 0;
  bool inside = false;
  for (int64_t at = 0; at < text.text().length(); ++at) {
    const bool word = text.text()[at] == U'_' || python::isalnum(renderer.call, text.text().part(at, at + 1));
    if (word && !inside) ++count;
    inside = word;
  }
  return Value(count);
}

void write_quoted(std::string &out, const std::string &text, bool query) {
  for (char one : text) {
    const auto byte = static_cast<unsigned char>(one);
    const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
    if (letter || std::string_view("_.-~").find(one) != std::string_view::npos || (one == '/' && !query)) {
      out += one;
    } else if (one == ' ' && query) {
      out += '+';
    } else {
      constexpr std::string_view digits = "0123456789ABCDEF";
      out += '%';
      out += digits[byte >> 4];
      out += digits[byte & 15];
    }
  }
}

Value url_encoded(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  std::string out;
  const bool iterable = has_length(given[0]) || given[0].is(Kind::iterator);
  if (given[0].is_text() || !iterable) {
    write_quoted(out, python::to_utf8(str(call, given[0])), false);
    return call.failed() ? Value() : Value(new_str(call, std::string_view(out)));
  }
  const Value pairs =
      given[0].is(Kind::dict) ? Value(Kind::view, make<ViewObject>(call, given[0], ViewObject::Part::items).get()) : given[0];
  std::vector<Value> items;
  if (call.failed() || !collect(renderer, pairs, items)) return {};
  for (const Value &one : items) {
    std::vector<Value> both;
    if (!collect(renderer, one, both)) return {};
    if (both.size() != 2) return call.raise("ValueError", "not a pair of key and value"), Value();
    if (!out.empty()) out += '&';
    write_quoted(out, python::to_utf8(str(call, both[0])), true);
    out += '=';
    write_quoted(out, python::to_utf8(str(call, both[1])), true);
  }
  return call.failed() ? Value() : Value(new_str(call, std::string_view(out)));
}

Value xml_attributes(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  if (given[0].is_undefined()) return raise_undefined(call, given[0]);
  if (!given[0].is(Kind::dict)) {
    call.raise("AttributeError", std::string("'") + type_name(given[0]) + "' object has no attribute 'items'");
    return {};
  }
  std::u32string out;
  for (const auto &entry : given[0].as<DictObject>().table.entries()) {
    if (entry.value.is_none() || entry.value.is_undefined()) continue;
    if (!entry.key.is_text())
      return raise_type(call, "expected string or bytes-like object, got '" + std::string(type_name(entry.key)) + "'");
    if (entry.key.text().view().find_first_of(U" \t\n\r\f\v/>=") != std::u32string_view::npos) {
      call.raise("ValueError", "Invalid character in attribute name: " + python::to_utf8(repr(call, entry.key)));
      return {};
    }
    if (!out.empty() || given[1].is_missing() || truth(call, given[1])) out += U' ';
    const bool safe = entry.value.is(Kind::markup);
    out += escape(call, entry.key.text()).view();
    out += U"=\"";
    out += (safe ? entry.value.text() : escape(call, str(call, entry.value))).view();
    out += U'"';
  }
  return call.failed() ? Value() : Value(new_str(call, out));
}

Value to_json(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const auto or_none = [](const Value &value) { return value.is_missing() ? Value::none() : value; };
  const Str out = json(call, given[0], flag(call, given[1]), or_none(given[2]), or_none(given[3]), flag(call, given[4]));
  return call.failed() ? Value() : Value(out);
}

// The compiler refuses templates that name these; a name may still be computed.
Value refused(Renderer &renderer, Value *, Arguments &) {
  renderer.call.raise("NotImplementedError", "a filter of Jinja that compiled chat templates do not have");
  return {};
}

// Sorted by name. `x` and `value` cannot be named where Python's own function is the filter.
constexpr Native filters[] = {
    {"abs", "/x", 1, absolute, "abs"},
    {"attr", "obj name", 2, own, "do_attr"},
    {"batch", "value linecount fill_with", 2, batches, "do_batch"},
    {"capitalize", "s", 1, changed<python::capitalize>, "do_capitalize"},
    {"center", "value width", 1, centered, "do_center"},
    {"count", "/obj", 1, counted, "len"},
    {"d", "value default_value boolean", 1, defaulted, "do_default"},
    {"default", "value default_value boolean", 1, defaulted, "do_default"},
    {"dictsort", "value case_sensitive by reverse", 1, dict_sorted, "do_dictsort"},
    {"e", "/s", 1, escaped, "escape"},
    {"escape", "/s", 1, escaped, "escape"},
    {"filesizeformat", "value binary", 1, file_size, "do_filesizeformat"},
    {"first", "seq", 1, first, "sync_do_first"},
    {"float", "value default", 1, as_float, "do_float"},
    {"forceescape", "value", 1, escaped_again, "do_forceescape"},
    {"format", "value *", 1, formatted, "do_format"},
    {"groupby", "value attribute default case_sensitive", 2, grouped, "sync_do_groupby"},
    {"indent", "s width first blank", 1, indented, "do_indent"},
    {"int", "value default base", 1, as_int, "do_int"},
    {"items", "value", 1, items_of, "do_items"},
    {"join", "value d attribute", 1, joined, "sync_do_join"},
    {"last", "seq", 1, last, "do_last"},
    {"length", "/obj", 1, counted, "len"},
    {"list", "value", 1, listed, "sync_do_list"},
    {"lower", "s", 1, changed<python::lower>, "do_lower"},
    {"map", "value *", 1, mapped, "sync_do_map"},
    {"max", "value case_sensitive attribute", 1, largest, "do_max"},
    {"min", "value case_sensitive attribute", 1, smallest, "do_min"},
    {"pprint", "value", 1, refused, "do_pprint"},
    {"random", "seq", 1, refused, "do_random"},
    {"reject", "value *", 1, rejected, "sync_do_reject"},
    {"rejectattr", "value *", 1, rejected_by_attribute, "sync_do_rejectattr"},
    {"replace", "s old new count", 3, replaced, "do_replace"},
    {"reverse", "value", 1, reversed, "do_reverse"},
    {"round", "value precision method", 1, rounded, "do_round"},
    {"safe", "value", 1, marked, "do_mark_safe"},
    {"select", "value *", 1, selected, "sync_do_select"},
    {"selectattr", "value *", 1, selected_by_attribute, "sync_do_selectattr"},
    {"slice", "value slices fill_with", 2, slices, "sync_do_slice"},
    {"sort", "value reverse case_sensitive attribute", 1, sorted, "do_sort"},
    {"string", "/s", 1, softened, "soft_str"},
    {"striptags", "value", 1, refused, "do_striptags"},
    {"sum", "iterable attribute start", 1, total, "sync_do_sum"},
    {"title", "s", 1, titled, "do_title"},
    {"tojson", "x ensure_ascii indent separators sort_keys", 1, to_json, "_cached_compile_jinja_template.<locals>.tojson"},
    {"trim", "value chars", 1, trimmed, "do_trim"},
    {"truncate", "s length killwords end leeway", 1, truncated, "do_truncate"},
    {"unique", "value case_sensitive attribute", 1, unique, "sync_do_unique"},
    {"upper", "s", 1, changed<python::upper>, "do_upper"},
    {"urlencode", "value", 1, url_encoded, "do_urlencode"},
    {"urlize", "value *", 1, refused, "do_urlize"},
    {"wordcount", "s", 1, word_count, "do_wordcount"},
    {"wordwrap", "s *", 1, refused, "do_wordwrap"},
    {"xmlattr", "d autospace", 1, xml_attributes, "do_xmlattr"},
};

}  // namespace

const Native *find_filter(std::u32string_view name) {
  return find_native(filters, name);
}

Value call_native(Renderer &renderer, const Native &native, Arguments &arguments) {
  Value given[most_parameters];
  if (!bind(renderer.call, native, arguments, given)) return {};
  return native.run(renderer, given, arguments);
}

}  // namespace modelet::templates
