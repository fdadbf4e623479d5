// Attributes of Python's own objects: the methods of text, dicts, lists and numbers, and what else has a name.
#include <algorithm>

#include "python/builtins.h"
#include "python/strings.h"
#include "templates/renderer.h"

namespace modelet::templates {

using python::Bound;
using python::new_str;

namespace {

// ---------------------------------------------------------------------------------------------- arguments of methods

// Text that a method is given. False with TypeError raised.
bool text_argument(Call &call, const Value &value, const char *what, Str &out) {
  if (!value.is_text()) {
    raise_type(call, std::string(what) + " must be str, not " + type_name(value));
    return false;
  }
  out = value.text();
  return true;
}

int64_t number_argument(Call &call, const Value &value, int64_t otherwise) {
  int64_t out = otherwise;
  if (!value.is_missing()) whole(call, value, out);
  return out;
}

Bound bound_argument(Call &call, const Value &value) {
  if (value.is_missing() || value.is_none()) return python::None{};
  return number_argument(call, value, 0);
}

// None, or the text.
bool separator_argument(Call &call, const Value &value, const char *message, python::Separator &out) {
  if (value.is_missing() || value.is_none()) return true;
  if (!value.is_text()) return raise_type(call, message), false;
  out = value.text();
  return true;
}

Value texts(Call &call, const python::List<Str> &list) {
  if (call.failed()) return {};
  std::vector<Value> out;
  for (const Str &one : list) out.emplace_back(one);
  return list_of(call, std::move(out));
}

Value parts(Call &call, const std::tuple<Str, Str, Str> &three) {
  if (call.failed()) return {};
  return list_of(call, {Value(std::get<0>(three)), Value(std::get<1>(three)), Value(std::get<2>(three))}, Kind::tuple);
}

Value text_result(Call &call, const Str &text) {
  return call.failed() ? Value() : Value(text);
}

// ---------------------------------------------------------------------------------------------- text

template <Str (*function)(Call &, const Str &)>
Value changed(Renderer &renderer, Value *given, Arguments &) {
  return text_result(renderer.call, function(renderer.call, given[0].text()));
}

template <bool (*function)(Call &, const Str &)>
Value asked(Renderer &renderer, Value *given, Arguments &) {
  return Value(function(renderer.call, given[0].text()));
}

template <Str (*function)(Call &, const Str &, const python::Separator &)>
Value stripped(Renderer &renderer, Value *given, Arguments &) {
  python::Separator characters;
  if (!separator_argument(renderer.call, given[1], "strip arg must be None or str", characters)) return {};
  return text_result(renderer.call, function(renderer.call, given[0].text(), characters));
}

template <python::List<Str> (*function)(Call &, const Str &, const python::Separator &, int64_t)>
Value split_by(Renderer &renderer, Value *given, Arguments &) {
  python::Separator separator;
  const int64_t limit = number_argument(renderer.call, given[2], -1);
  const std::string message = std::string("must be str or None, not ") + type_name(given[1]);
  if (renderer.failed() || !separator_argument(renderer.call, given[1], message.c_str(), separator)) return {};
  return texts(renderer.call, function(renderer.call, given[0].text(), separator, limit));
}

template <std::tuple<Str, Str, Str> (*function)(Call &, const Str &, const Str &)>
Value parted(Renderer &renderer, Value *given, Arguments &) {
  Str separator;
  if (!text_argument(renderer.call, given[1], "sep", separator)) return {};
  return parts(renderer.call, function(renderer.call, given[0].text(), separator));
}

template <Str (*function)(Call &, const Str &, const Str &)>
Value without(Renderer &renderer, Value *given, Arguments &) {
  Str part;
  if (!text_argument(renderer.call, given[1], "argument", part)) return {};
  return text_result(renderer.call, function(renderer.call, given[0].text(), part));
}

template <int64_t (*function)(Call &, const Str &, const Str &, Bound, Bound)>
Value found(Renderer &renderer, Value *given, Arguments &) {
  Str part;
  const Bound start = bound_argument(renderer.call, given[2]), stop = bound_argument(renderer.call, given[3]);
  if (renderer.failed() || !text_argument(renderer.call, given[1], "argument", part)) return {};
  const int64_t at = function(renderer.call, given[0].text(), part, start, stop);
  return renderer.failed() ? Value() : Value(at);
}

// startswith and endswith: of one text, or of any of a tuple.
template <bool (*function)(Call &, const Str &, const Str &, Bound, Bound)>
Value at_edge(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const Bound start = bound_argument(call, given[2]), stop = bound_argument(call, given[3]);
  if (renderer.failed()) return {};
  if (given[1].is_text()) return Value(function(call, given[0].text(), given[1].text(), start, stop));
  if (!given[1].is(Kind::tuple)) {
    return raise_type(call, std::string("first arg must be str or a tuple of str, not ") + type_name(given[1]));
  }
  for (const Value &one : given[1].as<ListObject>().items) {
    Str part;
    if (!text_argument(call, one, "tuple item", part)) return {};
    if (function(call, given[0].text(), part, start, stop)) return Value(true);
  }
  return Value(false);
}

template <Str (*function)(Call &, const Str &, int64_t, const Str &)>
Value padded(Renderer &renderer, Value *given, Arguments &) {
  Str fill(U" ");
  if (!given[2].is_missing() && !text_argument(renderer.call, given[2], "The fill character", fill)) return {};
  const int64_t width = number_argument(renderer.call, given[1], 0);
  return renderer.failed() ? Value() : text_result(renderer.call, function(renderer.call, given[0].text(), width, fill));
}

Value replaced(Renderer &renderer, Value *given, Arguments &) {
  Str old, with;
  const int64_t limit = number_argument(renderer.call, given[3], -1);
  const bool fits = text_argument(renderer.call, given[1], "replace() argument 1", old) &&
                    text_argument(renderer.call, given[2], "replace() argument 2", with);
  if (!fits || renderer.failed()) return {};
  return text_result(renderer.call, python::replace(renderer.call, given[0].text(), old, with, limit));
}

Value joined(Renderer &renderer, Value *given, Arguments &) {
  std::vector<Value> items;
  if (!collect(renderer, given[1], items)) {
    if (renderer.call.error.python_class == "TypeError") renderer.call.error.message = "can only join an iterable";
    return {};
  }
  std::u32string out;
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (!items[at].is_text()) {
      return raise_type(renderer.call,
                        "sequence item " + std::to_string(at) + ": expected str instance, " + type_name(items[at]) + " found");
    }
    if (at > 0) out += given[0].text().view();
    out += items[at].text().view();
  }
  return text_result(renderer.call, new_str(renderer.call, out));
}

Value lines(Renderer &renderer, Value *given, Arguments &) {
  const bool keep = !given[1].is_missing() && truth(renderer.call, given[1]);
  return texts(renderer.call, python::splitlines(renderer.call, given[0].text(), keep));
}

Value filled(Renderer &renderer, Value *given, Arguments &) {
  const int64_t width = number_argument(renderer.call, given[1], 0);
  return renderer.failed() ? Value() : text_result(renderer.call, python::zfill(renderer.call, given[0].text(), width));
}

Value expanded(Renderer &renderer, Value *given, Arguments &) {
  const int64_t size = number_argument(renderer.call, given[1], 8);
  return renderer.failed() ? Value() : text_result(renderer.call, python::expandtabs(renderer.call, given[0].text(), size));
}

Value formatted(Renderer &renderer, Value *given, Arguments &rest) {
  return format(renderer.call, given[0].text(), rest, Value());
}

Value formatted_by(Renderer &renderer, Value *given, Arguments &) {
  return format(renderer.call, given[0].text(), Arguments(), given[1]);
}

// What Python has, and a template of a compiled modelet does not.
Value refused(Renderer &renderer, Value *, Arguments &) {
  renderer.call.raise("NotImplementedError", "a method of Python that compiled chat templates do not have");
  return {};
}

constexpr std::string_view bounds = "self /text /start /stop";

constexpr Native text_methods[] = {
    {"capitalize", "self", 1, changed<python::capitalize>},
    {"casefold", "self", 1, changed<python::casefold>},
    {"center", "self /width /fill", 2, padded<python::center>},
    {"count", bounds, 2, found<python::count>},
    {"encode", "self encoding errors", 1, refused},
    {"endswith", bounds, 2, at_edge<python::endswith>},
    {"expandtabs", "self tabsize", 1, expanded},
    {"find", bounds, 2, found<python::find>},
    {"format", "self *", 1, formatted},
    {"format_map", "self /mapping", 2, formatted_by},
    {"index", bounds, 2, found<python::index_of>},
    {"isalnum", "self", 1, asked<python::isalnum>},
    {"isalpha", "self", 1, asked<python::isalpha>},
    {"isascii", "self", 1, asked<python::is_ascii>},
    {"isdecimal", "self", 1, asked<python::isdecimal>},
    {"isdigit", "self", 1, asked<python::isdigit>},
    {"isidentifier", "self", 1, asked<python::isidentifier>},
    {"islower", "self", 1, asked<python::islower>},
    {"isnumeric", "self", 1, asked<python::isnumeric>},
    {"isprintable", "self", 1, asked<python::isprintable>},
    {"isspace", "self", 1, asked<python::isspace>},
    {"istitle", "self", 1, asked<python::istitle>},
    {"isupper", "self", 1, asked<python::isupper>},
    {"join", "self /iterable", 2, joined},
    {"ljust", "self /width /fill", 2, padded<python::ljust>},
    {"lower", "self", 1, changed<python::lower>},
    {"lstrip", "self /chars", 1, stripped<python::lstrip>},
    {"maketrans", "self *", 1, refused},
    {"partition", "self /sep", 2, parted<python::partition>},
    {"removeprefix", "self /prefix", 2, without<python::removeprefix>},
    {"removesuffix", "self /suffix", 2, without<python::removesuffix>},
    {"replace", "self /old /new /count", 3, replaced},
    {"rfind", bounds, 2, found<python::rfind>},
    {"rindex", bounds, 2, found<python::rindex_of>},
    {"rjust", "self /width /fill", 2, padded<python::rjust>},
    {"rpartition", "self /sep", 2, parted<python::rpartition>},
    {"rsplit", "self sep maxsplit", 1, split_by<python::rsplit>},
    {"rstrip", "self /chars", 1, stripped<python::rstrip>},
    {"split", "self sep maxsplit", 1, split_by<python::split>},
    {"splitlines", "self keepends", 1, lines},
    {"startswith", bounds, 2, at_edge<python::startswith>},
    {"strip", "self /chars", 1, stripped<python::strip>},
    {"swapcase", "self", 1, changed<python::swapcase>},
    {"title", "self", 1, changed<python::title>},
    {"translate", "self /table", 2, refused},
    {"upper", "self", 1, changed<python::upper>},
    {"zfill", "self /width", 2, filled},
};

// ---------------------------------------------------------------------------------------------- dicts, lists, numbers

Value got(Renderer &renderer, Value *given, Arguments &) {
  if (!hashable(renderer.call, given[1])) return {};
  const auto *entry = given[0].as<DictObject>().table.find(given[1]);
  if (entry != nullptr) return entry->value;
  return given[2].is_missing() ? Value::none() : given[2];
}

template <ViewObject::Part part>
Value viewed(Renderer &renderer, Value *given, Arguments &) {
  return Value(Kind::view, make<ViewObject>(renderer.call, given[0], part).get());
}

// A copy: what a template makes never changes, so that only `is sameas` could tell.
Value copied(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  if (given[0].is(Kind::list)) {
    std::vector<Value> items(given[0].as<ListObject>().items.begin(), given[0].as<ListObject>().items.end());
    return list_of(call, std::move(items));
  }
  const Ref<DictObject> out = make<DictObject>(call);
  if (!out) return {};
  for (const auto &entry : given[0].as<DictObject>().table.entries()) out->table.put(call, entry.key, entry.value);
  return Value(Kind::dict, out.get());
}

constexpr Native dict_methods[] = {
    {"clear", "self", 1, refused},
    {"copy", "self", 1, copied},
    {"fromkeys", "self *", 1, refused},
    {"get", "self /key /default", 2, got},
    {"items", "self", 1, viewed<ViewObject::Part::items>},
    {"keys", "self", 1, viewed<ViewObject::Part::keys>},
    {"pop", "self *", 1, refused},
    {"popitem", "self *", 1, refused},
    {"setdefault", "self *", 1, refused},
    {"update", "self *", 1, refused},
    {"values", "self", 1, viewed<ViewObject::Part::values>},
};

Value counted(Renderer &renderer, Value *given, Arguments &) {
  int64_t out = 0;
  for (const Value &one : given[0].as<ListObject>().items) out += equal(renderer.call, one, given[1]) ? 1 : 0;
  return Value(out);
}

Value placed(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  const auto &items = given[0].as<ListObject>().items;
  int64_t start = number_argument(call, given[2], 0), stop = number_argument(call, given[3], items.size());
  if (call.failed()) return {};
  if (start < 0) start = std::max<int64_t>(start + items.size(), 0);
  if (stop < 0) stop += items.size();
  for (int64_t at = start; at < std::min(stop, items.size()); ++at)
    if (equal(call, items[at], given[1])) return Value(at);
  const std::string shown =
      given[0].is(Kind::tuple) ? "tuple.index(x): x not in tuple" : python::to_utf8(repr(call, given[1])) + " is not in list";
  call.raise("ValueError", shown);
  return {};
}

constexpr Native list_methods[] = {
    {"append", "self *", 1, refused},     {"clear", "self *", 1, refused},  {"copy", "self", 1, copied},
    {"count", "self /value", 2, counted}, {"extend", "self *", 1, refused}, {"index", "self /value /start /stop", 2, placed},
    {"insert", "self *", 1, refused},     {"pop", "self *", 1, refused},    {"remove", "self *", 1, refused},
    {"reverse", "self *", 1, refused},    {"sort", "self *", 1, refused},
};

constexpr Native tuple_methods[] = {
    {"count", "self /value", 2, counted},
    {"index", "self /value /start /stop", 2, placed},
};

Value whole_float(Renderer &renderer, Value *given, Arguments &) {
  return Value(python::is_integer(renderer.call, given[0].number()));
}

Value bits(Renderer &renderer, Value *given, Arguments &) {
  return Value(python::bit_length(renderer.call, given[0].integer()));
}

Value itself(Renderer &renderer, Value *given, Arguments &) {
  return positive(renderer.call, given[0]);
}

constexpr Native int_methods[] = {
    {"as_integer_ratio", "self", 1, refused}, {"bit_count", "self", 1, refused},    {"bit_length", "self", 1, bits},
    {"conjugate", "self", 1, itself},         {"from_bytes", "self *", 1, refused}, {"to_bytes", "self *", 1, refused},
};

constexpr Native float_methods[] = {
    {"as_integer_ratio", "self", 1, refused}, {"conjugate", "self", 1, itself},
    {"fromhex", "self *", 1, refused},        {"hex", "self", 1, refused},
    {"is_integer", "self", 1, whole_float},
};

constexpr Native range_methods[] = {
    {"count", "self *", 1, refused},
    {"index", "self *", 1, refused},
};

constexpr Native view_methods[] = {
    {"isdisjoint", "self *", 1, refused},
};

// `dict.fromkeys`.
Value from_keys(Renderer &renderer, Value *given, Arguments &) {
  Call &call = renderer.call;
  std::vector<Value> keys;
  const Ref<DictObject> out = make<DictObject>(call);
  if (!out || !collect(renderer, given[1], keys)) return {};
  const Value value = given[2].is_missing() ? Value::none() : given[2];
  for (const Value &key : keys)
    if (!out->table.put(call, key, value)) return {};
  return Value(Kind::dict, out.get());
}

constexpr Native type_methods[] = {
    {"fromkeys", "self /iterable /value", 2, from_keys},
};

// The names that every object has, and that no template may use.
constexpr std::u32string_view hidden[] = {U"__class__",         U"__delattr__", U"__dir__",          U"__doc__",       U"__eq__",
                                          U"__format__",        U"__ge__",      U"__getattribute__", U"__gt__",        U"__hash__",
                                          U"__init__",          U"__le__",      U"__lt__",           U"__ne__",        U"__new__",
                                          U"__init_subclass__", U"__reduce__",  U"__repr__",         U"__reduce_ex__", U"__setattr__",
                                          U"__sizeof__",        U"__str__",     U"__subclasshook__", U"__getstate__"};
constexpr std::u32string_view hidden_of_containers[] = {U"__len__", U"__iter__", U"__getitem__", U"__contains__"};

bool is_hidden(const Value &value, std::u32string_view name) {
  if (name.size() < 2 || name[0] != U'_' || name[1] != U'_') return false;
  if (std::find(std::begin(hidden), std::end(hidden), name) != std::end(hidden)) return true;
  const bool container = has_length(value) && !value.is(Kind::loop);
  return container && std::find(std::begin(hidden_of_containers), std::end(hidden_of_containers), name) != std::end(hidden_of_containers);
}

bool is_one_of(std::u32string_view name, std::initializer_list<std::u32string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_plain_attribute(const Value &value, std::u32string_view name) {
  switch (value.kind()) {
    case Kind::boolean:
    case Kind::integer:
      return is_one_of(name, {U"real", U"imag", U"numerator", U"denominator"});
    case Kind::floating:
      return is_one_of(name, {U"real", U"imag"});
    case Kind::tuple:
      return value.as<ListObject>().group && is_one_of(name, {U"grouper", U"list"});
    case Kind::range:
      return is_one_of(name, {U"start", U"stop", U"step"});
    case Kind::view:
      return name == U"mapping";
    case Kind::macro:
      return is_one_of(name, {U"name", U"arguments", U"catch_kwargs", U"catch_varargs", U"caller", U"explicit_caller"});
    case Kind::loop:
      return is_one_of(name, {U"index", U"index0", U"first", U"last", U"length", U"revindex", U"revindex0", U"previtem", U"nextitem",
                              U"cycle", U"changed", U"depth", U"depth0"});
    default:
      return false;
  }
}

Value number_attribute(Call &call, const Value &value, std::u32string_view name) {
  const bool zero = name == U"imag", one = name == U"denominator";
  if (value.is(Kind::floating)) return zero ? Value(0.0) : value;
  return zero ? Value(int64_t{0}) : one ? Value(int64_t{1}) : positive(call, value);
}

Value plain_attribute(Call &call, const Value &value, std::u32string_view name) {
  switch (value.kind()) {
    case Kind::boolean:
    case Kind::integer:
    case Kind::floating:
      return number_attribute(call, value, name);
    case Kind::tuple:
      return value.as<ListObject>().items[name == U"list" ? 1 : 0];
    case Kind::range: {
      const Range &range = value.as<RangeObject>().range;
      return Value(name == U"start" ? range.start : name == U"stop" ? range.stop : range.step);
    }
    case Kind::macro:
      if (name == U"name") return value.as<MacroObject>().name.length() > 0 ? Value(value.as<MacroObject>().name) : Value::none();
      break;
    default:
      break;
  }
  call.raise("NotImplementedError",
             std::string("the attribute '") + python::to_utf8(name) + "' of a " + type_name(value) + " in a compiled chat template");
  return {};
}

}  // namespace

const Native *find_method(const Value &value, std::u32string_view name) {
  switch (value.kind()) {
    case Kind::text:
    case Kind::markup:
      return find_native(text_methods, name);
    case Kind::dict:
      return find_native(dict_methods, name);
    case Kind::list:
      return find_native(list_methods, name);
    case Kind::tuple:
      return find_native(tuple_methods, name);
    case Kind::boolean:
    case Kind::integer:
      return find_native(int_methods, name);
    case Kind::floating:
      return find_native(float_methods, name);
    case Kind::range:
      return find_native(range_methods, name);
    case Kind::view:
      return find_native(view_methods, name);
    case Kind::function:
      return global_name(value.integer())[0] == 'd' ? find_native(type_methods, name) : nullptr;
    default:
      return nullptr;
  }
}

bool has_own_attribute(const Value &value, const Str &name) {
  if (value.is(Kind::space)) return value.as<DictObject>().table.find(Value(name)) != nullptr || name.view() == U"__class__";
  return find_method(value, name.view()) != nullptr || is_plain_attribute(value, name.view()) || is_hidden(value, name.view());
}

Value own_attribute(Call &call, const Value &value, const Str &name) {
  if (value.is(Kind::space)) return value.as<DictObject>().table.find(Value(name))->value;
  const Native *method = find_method(value, name.view());
  if (method != nullptr) return Value(Kind::method, make<MethodObject>(call, value, *method).get());
  return plain_attribute(call, value, name.view());
}

}  // namespace modelet::templates
