// Values as text: str, repr, `%`, str.format and JSON.
#include <algorithm>
#include <cstdio>

#include "python/depth.h"
#include "python/json_module.h"
#include "python/template.h"
#include "templates/renderer.h"

namespace modelet::templates {

using python::Depth;
using python::new_str;
using python::to_utf8;
using python::write_ascii;

namespace {

void write_items(Call &call, std::u32string &out, const python::Buffer<Value> &items) {
  for (int64_t at = 0; at < items.size() && !call.failed(); ++at) {
    if (at > 0) out += U", ";
    write_repr(call, out, items[at]);
  }
}

void write_entries(Call &call, std::u32string &out, const Table &table) {
  out += U'{';
  bool first = true;
  for (const auto &entry : table.entries()) {
    if (!first) out += U", ";
    first = false;
    write_repr(call, out, entry.key);
    out += U": ";
    write_repr(call, out, entry.value);
  }
  out += U'}';
}

void write_view(Call &call, std::u32string &out, const ViewObject &view) {
  out += view.part == ViewObject::Part::keys ? U"dict_keys([" : view.part == ViewObject::Part::values ? U"dict_values([" : U"dict_items([";
  bool first = true;
  for (const auto &entry : view.dict.as<DictObject>().table.entries()) {
    if (!first) out += U", ";
    first = false;
    const bool items = view.part == ViewObject::Part::items;
    if (items) out += U'(';
    if (view.part != ViewObject::Part::values) write_repr(call, out, entry.key);
    if (items) out += U", ";
    if (view.part != ViewObject::Part::keys) write_repr(call, out, entry.value);
    if (items) out += U')';
  }
  out += U"])";
}

// What Python shows with an address.
void write_object(std::u32string &out, const std::string &what, const void *address) {
  char number[24];
  std::snprintf(number, sizeof number, "0x%zx", reinterpret_cast<std::size_t>(address));
  write_ascii(out, "<" + what + " at " + number + ">");
}

void write_range(std::u32string &out, const Range &range) {
  write_ascii(out, "range(" + std::to_string(range.start) + ", " + std::to_string(range.stop));
  write_ascii(out, range.step == 1 ? ")" : ", " + std::to_string(range.step) + ")");
}

}  // namespace

void write_repr(Call &call, std::u32string &out, const Value &value) {
  const Depth depth(call);
  if (call.failed()) return;
  switch (value.kind()) {
    case Kind::missing:
      return write_ascii(out, "missing");
    case Kind::none:
      return write_ascii(out, "None");
    case Kind::boolean:
      return write_ascii(out, value.boolean() ? "True" : "False");
    case Kind::integer:
      return write_ascii(out, std::to_string(value.integer()));
    case Kind::floating:
      return write_ascii(out, python::float_text(value.number()));
    case Kind::text:
      return python::write_repr(out, value.text());
    case Kind::markup:
      out += U"Markup(";
      python::write_repr(out, value.text());
      out += U')';
      return;
    case Kind::undefined:
      return write_ascii(out, "Undefined");
    case Kind::list:
      out += U'[';
      write_items(call, out, value.as<ListObject>().items);
      out += U']';
      return;
    case Kind::tuple:
      out += U'(';
      write_items(call, out, value.as<ListObject>().items);
      out += value.as<ListObject>().items.size() == 1 ? U",)" : U")";
      return;
    case Kind::dict:
      return write_entries(call, out, value.as<DictObject>().table);
    case Kind::space:
      out += U"<Namespace ";
      write_entries(call, out, value.as<DictObject>().table);
      out += U'>';
      return;
    case Kind::range:
      return write_range(out, value.as<RangeObject>().range);
    case Kind::view:
      return write_view(call, out, value.as<ViewObject>());
    case Kind::loop: {
      const auto &loop = value.as<LoopObject>();
      const int64_t size = loop.known_length >= 0 ? loop.known_length : length(call, loop.iterable);
      return write_ascii(out, "<LoopContext " + std::to_string(loop.index0 + 1) + "/" + std::to_string(size) + ">");
    }
    case Kind::macro:
      out += U"<Macro ";
      if (value.as<MacroObject>().name.length() > 0) {
        python::write_repr(out, value.as<MacroObject>().name);
      } else {
        out += U"anonymous";
      }
      out += U'>';
      return;
    case Kind::method:
      return write_object(out,
                          "built-in method " + std::string(value.as<MethodObject>().method->name) + " of " +
                              type_name(value.as<MethodObject>().self) + " object",
                          value.object());
    case Kind::function:
      return write_object(out, std::string("function ") + global_name(value.integer()), global_name(value.integer()));
    case Kind::iterator:
      return write_object(out, std::string(type_name(value)) + " object", value.object());
  }
}

void write_str(Call &call, std::u32string &out, const Value &value) {
  if (value.is_text()) {
    out += value.text().view();
  } else if (!value.is_undefined()) {
    write_repr(call, out, value);
  }
}

Str str(Call &call, const Value &value) {
  if (value.is_text()) return value.text();
  if (value.is_undefined()) return Str();
  return repr(call, value);
}

Str repr(Call &call, const Value &value) {
  std::u32string out;
  write_repr(call, out, value);
  return call.failed() ? Str() : new_str(call, out);
}

Str escape(Call &call, const Str &text) {
  constexpr std::u32string_view special = U"&<>'\"";
  constexpr std::u32string_view written[] = {U"&amp;", U"&lt;", U"&gt;", U"&#39;", U"&#34;"};
  if (text.view().find_first_of(special) == std::u32string_view::npos) return text;
  std::u32string out;
  for (char32_t point : text.view()) {
    const std::size_t at = special.find(point);
    if (at == special.npos) {
      out += point;
    } else {
      out += written[at];
    }
  }
  return new_str(call, out);
}

// ---------------------------------------------------------------------------------------------- `%` and str.format

namespace {

using python::Field;

class ValueField final : public Field {
 public:
  explicit ValueField(Value value) : value_(std::move(value)) {}
  Str as(Call &call, char32_t conversion) const override {
    if (conversion == U's') return str(call, value_);
    const Str shown = repr(call, value_);
    return conversion == U'r' || call.failed() ? shown : python::ascii_of(call, shown);
  }
  Str format(Call &call, const Str &spec) const override {
    if (value_.is(Kind::boolean)) return python::format(call, value_.boolean(), spec);
    if (value_.is(Kind::integer)) return python::format(call, value_.integer(), spec);
    if (value_.is(Kind::floating)) return python::format(call, value_.number(), spec);
    if (value_.is(Kind::text)) return python::format(call, value_.text(), spec);
    return python::format_other(call, str(call, value_), spec, type());
  }
  const char *type() const override { return type_name(value_); }
  bool integer(int64_t &out) const override {
    if (value_.is_whole()) out = value_.integer();
    return value_.is_whole();
  }
  bool floating(double &out) const override {
    if (value_.is(Kind::floating)) out = value_.number();
    return value_.is(Kind::floating);
  }
  bool text(Str &out) const override {
    if (value_.is_text()) out = value_.text();
    return value_.is_text();
  }
  // `%(key)s` asks Python's way; str.format in a sandbox asks Jinja's.
  std::unique_ptr<Field> item(Call &call, const Str &key, bool number) const override {
    const int64_t at = number ? python::field_number(key) : -1;
    Value found = subscript(call, value_, at >= 0 ? Value(at) : Value(key));
    return call.failed() ? nullptr : std::make_unique<ValueField>(std::move(found));
  }

 private:
  Value value_;
};

}  // namespace

Value percent(Call &call, const Str &text, const Value &values) {
  python::Operands operands;
  if (values.is(Kind::tuple)) {
    for (const Value &one : values.as<ListObject>().items) operands.fields.push_back(std::make_unique<ValueField>(one));
  } else {
    operands.fields.push_back(std::make_unique<ValueField>(values));
    operands.single = true;
    const bool mapping = values.is(Kind::dict) || values.is(Kind::list) || values.is(Kind::range) || values.is_undefined();
    operands.mapping = mapping ? operands.fields[0].get() : nullptr;
    operands.all_used = !mapping;
  }
  const Str out = python::percent(call, text, operands);
  return call.failed() ? Value() : Value(out);
}

Value format(Call &call, const Str &text, const Arguments &arguments, const Value &mapping) {
  python::FormatArguments given;
  if (!mapping.is_missing()) {
    given.fields.push_back(std::make_unique<ValueField>(mapping));
    given.mapping = given.fields[0].get();
  }
  for (const Value &one : arguments.positional) given.fields.push_back(std::make_unique<ValueField>(one));
  for (const auto &[name, value] : arguments.named) {
    given.names.push_back(name);
    given.fields.push_back(std::make_unique<ValueField>(value));
  }
  const Str out = python::format_template(call, text, given);
  return call.failed() ? Value() : Value(out);
}

// ---------------------------------------------------------------------------------------------- JSON

namespace {

using python::JsonWriter;

// A key as JSON has it. False with an error raised.
bool write_key(JsonWriter &writer, const Value &key) {
  writer.item();
  if (key.is_text()) {
    writer.text(key.text());
  } else if (key.is(Kind::boolean)) {
    writer.plain(key.boolean() ? "\"true\"" : "\"false\"");
  } else if (key.is_none()) {
    writer.plain("\"null\"");
  } else if (key.is(Kind::integer)) {
    writer.plain("\"" + std::to_string(key.integer()) + "\"");
  } else if (key.is(Kind::floating)) {
    writer.plain("\"" + writer.number_text(key.number()) + "\"");
  } else {
    raise_type(writer.call(), std::string("keys must be str, int, float, bool or None, not ") + type_name(key));
    return false;
  }
  writer.colon();
  return true;
}

void write_json(JsonWriter &writer, const Value &value);

void write_object(JsonWriter &writer, const DictObject &dict) {
  Call &call = writer.call();
  if (!writer.open(&dict, '{')) return;
  std::vector<const Table::Entry *> entries;
  for (const auto &entry : dict.table.entries()) entries.push_back(&entry);
  if (writer.options().sort_keys) {
    std::stable_sort(entries.begin(), entries.end(),
                     [&](const auto *left, const auto *right) { return compare(call, Comparison::lt, left->key, right->key); });
  }
  for (const auto *entry : entries) {
    if (call.failed() || !write_key(writer, entry->key)) return;
    write_json(writer, entry->value);
  }
  writer.close('}');
}

void write_array(JsonWriter &writer, const ListObject &list) {
  if (!writer.open(&list, '[')) return;
  for (const Value &one : list.items) {
    if (writer.call().failed()) return;
    writer.item();
    write_json(writer, one);
  }
  writer.close(']');
}

void write_json(JsonWriter &writer, const Value &value) {
  if (writer.call().failed() || writer.call().interrupted()) return;
  switch (value.kind()) {
    case Kind::none:
      return writer.plain("null");
    case Kind::boolean:
      return writer.plain(value.boolean() ? "true" : "false");
    case Kind::integer:
      return writer.integer(value.integer());
    case Kind::floating:
      return writer.floating(value.number());
    case Kind::text:
    case Kind::markup:
      return writer.text(value.text());
    case Kind::list:
    case Kind::tuple:
      return write_array(writer, value.as<ListObject>());
    case Kind::dict:
      return write_object(writer, value.as<DictObject>());
    default:
      raise_type(writer.call(), std::string("Object of type ") + type_name(value) + " is not JSON serializable");
  }
}

// What stands between items, and between key and value.
bool separators_of(Call &call, const Value &value, Str &item, Str &key) {
  if (value.is_none()) return true;
  const bool fits = value.is_sequence() && length(call, value) == 2 && value.as<ListObject>().items[0].is_text() &&
                    value.as<ListObject>().items[1].is_text();
  if (!fits) {
    raise_type(call, "separators of tojson must be two texts");
    return false;
  }
  item = value.as<ListObject>().items[0].text();
  key = value.as<ListObject>().items[1].text();
  return true;
}

}  // namespace

Str json(Call &call, const Value &value, bool ascii, const Value &indent, const Value &separators, bool sort_keys) {
  python::JsonOptions options{false, ascii, true, sort_keys, !indent.is_none(), Str(), Str(), Str(U": "), false};
  options.item_separator = options.indented ? Str(U",") : Str(U", ");
  if (indent.is_whole()) {
    options.indent = python::indent_of(call, indent.integer());
  } else if (indent.is_text()) {
    options.indent = indent.text();
  } else if (options.indented) {
    raise_type(call, std::string("can't multiply sequence by non-int of type '") + type_name(indent) + "'");
  }
  if (call.failed() || !separators_of(call, separators, options.item_separator, options.key_separator)) return {};
  JsonWriter writer(call, options);
  write_json(writer, value);
  return call.failed() ? Str() : writer.finish();
}

}  // namespace modelet::templates
