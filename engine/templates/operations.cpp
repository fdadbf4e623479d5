#include "templates/operations.h"

#include "python/depth.h"
#include "python/numbers.h"
#include "python/strings.h"
#include "templates/renderer.h"

namespace modelet::templates {

using python::Depth;
using python::new_str;
using python::to_utf8;

const char *type_name(const Value &value) {
  switch (value.kind()) {
    case Kind::missing:
      return "missing";
    case Kind::none:
      return "NoneType";
    case Kind::boolean:
      return "bool";
    case Kind::integer:
      return "int";
    case Kind::floating:
      return "float";
    case Kind::function:
      return global_name(value.integer())[0] == 'd' ? "TemplateDict" : "function";
    case Kind::text:
      return "str";
    case Kind::markup:
      return "Markup";
    case Kind::undefined:
      return "Undefined";
    case Kind::list:
      return "list";
    case Kind::tuple:
      return value.as<ListObject>().group ? "_GroupTuple" : "tuple";
    case Kind::dict:
      return "dict";
    case Kind::range:
      return "range";
    case Kind::view: {
      constexpr const char *names[] = {"dict_keys", "dict_values", "dict_items"};
      return names[static_cast<int>(value.as<ViewObject>().part)];
    }
    case Kind::space:
      return "TemplateNamespace";
    case Kind::macro:
      return "Macro";
    case Kind::loop:
      return "LoopContext";
    case Kind::method:
      return "builtin_function_or_method";
    case Kind::iterator:
      return value.as<IteratorObject>().type;
  }
  return "object";
}

std::string described_type(const Value &value) {
  switch (value.kind()) {
    case Kind::none:
      return "None";
    case Kind::markup:
      return "markupsafe.Markup object";
    case Kind::macro:
    case Kind::loop:
    case Kind::undefined:
      return std::string("jinja2.runtime.") + type_name(value) + " object";
    case Kind::space:
      return "transformers.utils.chat_template_utils.TemplateNamespace object";
    case Kind::tuple:
      return value.as<ListObject>().group ? "jinja2.filters._GroupTuple object" : "tuple object";
    default:
      return std::string(type_name(value)) + " object";
  }
}

// ---------------------------------------------------------------------------------------------- undefined values

namespace {

Value undefined(Call &call, UndefinedObject::Reason reason, const char *type, const Value &name, const Str &hint) {
  return Value(Kind::undefined, make<UndefinedObject>(call, reason, type, name, hint).get());
}

}  // namespace

Value undefined_variable(Call &call, const Str &name) {
  return undefined(call, UndefinedObject::Reason::variable, "", Value(name), Str());
}

Value undefined_attribute(Call &call, const Value &object, const Value &name) {
  // The types whose description is not their name and " object" are rare: their description is kept as a hint.
  const std::string described = described_type(object);
  const bool plain = described == std::string(type_name(object)) + " object";
  return undefined(call, UndefinedObject::Reason::attribute, type_name(object), name,
                   plain ? Str() : new_str(call, std::string_view(described)));
}

Value undefined_hint(Call &call, std::u32string_view hint, const Value &name) {
  return undefined(call, UndefinedObject::Reason::hint, "", name, new_str(call, hint));
}

Value unsafe_attribute(Call &call, const Value &object, const Value &name) {
  const std::string hint = "access to attribute " + to_utf8(repr(call, name)) + " of '" + type_name(object) + "' object is unsafe.";
  return undefined(call, UndefinedObject::Reason::unsafe, "", name, python::from_utf8(call, hint));
}

std::string undefined_message(Call &call, const Value &value) {
  const auto &object = value.as<UndefinedObject>();
  const auto named = [&] { return to_utf8(repr(call, object.name)); };
  switch (object.reason) {
    case UndefinedObject::Reason::variable:
      return named() + " is undefined";
    case UndefinedObject::Reason::attribute: {
      const std::string type = object.hint.length() > 0 ? to_utf8(object.hint) : std::string(object.type) + " object";
      return object.name.is_text() ? "'" + type + "' has no attribute " + named() : type + " has no element " + named();
    }
    default:
      return to_utf8(object.hint);
  }
}

Value raise_undefined(Call &call, const Value &value) {
  const bool unsafe = value.as<UndefinedObject>().reason == UndefinedObject::Reason::unsafe;
  return raise_template(call, unsafe ? "SecurityError" : "UndefinedError", undefined_message(call, value));
}

Value raise_template(Call &call, std::string_view python_class, std::string message) {
  if (call.failed()) return {};
  call.raise(python_class, std::move(message));
  call.error.python_base = "Exception";
  return {};
}

Value raise_type(Call &call, std::string message) {
  call.raise("TypeError", std::move(message));
  return {};
}

bool caught(Call &call, std::initializer_list<std::string_view> classes) {
  if (!call.failed() || call.error.object) return false;
  for (std::string_view one : classes) {
    if (call.error.python_class != one) continue;
    call.error = Error();
    return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------- truth, order, length

bool has_length(const Value &value) {
  switch (value.kind()) {
    case Kind::text:
    case Kind::markup:
    case Kind::undefined:
    case Kind::list:
    case Kind::tuple:
    case Kind::dict:
    case Kind::range:
    case Kind::view:
    case Kind::loop:
      return true;
    default:
      return false;
  }
}

int64_t length(Call &call, const Value &value) {
  switch (value.kind()) {
    case Kind::text:
    case Kind::markup:
      return value.text().length();
    case Kind::undefined:
      return 0;
    case Kind::list:
    case Kind::tuple:
      return value.as<ListObject>().items.size();
    case Kind::dict:
      return value.as<DictObject>().table.size();
    case Kind::range:
      return value.as<RangeObject>().range.length();
    case Kind::view:
      return value.as<ViewObject>().dict.as<DictObject>().table.size();
    default:
      raise_type(call, std::string("object of type '") + type_name(value) + "' has no len()");
      return -1;
  }
}

bool truth(Call &call, const Value &value) {
  if (value.is_whole()) return value.integer() != 0;
  if (value.is(Kind::floating)) return value.number() != 0;
  if (value.is_none() || value.is_missing() || value.is_undefined()) return false;
  return value.is(Kind::loop) || !has_length(value) || length(call, value) != 0;
}

bool identical(const Value &left, const Value &right) {
  if (left.kind() != right.kind()) return false;
  if (left.is_text()) return left.text().view().data() == right.text().view().data() && left.text().length() == right.text().length();
  if (left.is(Kind::floating)) return left.number() == right.number();
  return left.kind() < Kind::text ? left.integer() == right.integer() : left.object() == right.object();
}

bool equal(Call &call, const Value &left, const Value &right) {
  const bool deep = left.is_sequence() || left.is(Kind::dict);
  if (!deep || left.kind() != right.kind()) return same(left, right);
  const Depth depth(call);
  if (call.failed()) return false;
  if (left.is(Kind::dict)) return same(left, right);
  const auto &first = left.as<ListObject>().items, &second = right.as<ListObject>().items;
  if (first.size() != second.size()) return false;
  for (int64_t at = 0; at < first.size() && !call.failed(); ++at)
    if (!equal(call, first[at], second[at])) return false;
  return !call.failed();
}

namespace {

constexpr const char *symbols[] = {"==", "!=", "<", "<=", ">", ">="};

// Of a three-way result; 2: not comparable (NaN).
bool decide(Comparison comparison, int order) {
  if (order == 2) return false;
  switch (comparison) {
    case Comparison::lt:
      return order < 0;
    case Comparison::lteq:
      return order <= 0;
    case Comparison::gt:
      return order > 0;
    default:
      return order >= 0;
  }
}

int order_numbers(const Value &left, const Value &right) {
  if (left.is_whole() && right.is_whole()) return left.integer() < right.integer() ? -1 : left.integer() > right.integer() ? 1 : 0;
  if (left.is_whole()) return python::compare_exact(left.integer(), right.number());
  if (right.is_whole()) {
    const int order = python::compare_exact(right.integer(), left.number());
    return order == 2 ? 2 : -order;
  }
  const double first = left.number(), second = right.number();
  return first < second ? -1 : first > second ? 1 : first == second ? 0 : 2;
}

bool compare_items(Call &call, Comparison comparison, const ListObject &left, const ListObject &right) {
  const Depth depth(call);
  const int64_t common = std::min(left.items.size(), right.items.size());
  for (int64_t at = 0; at < common && !call.failed(); ++at) {
    if (identical(left.items[at], right.items[at]) || equal(call, left.items[at], right.items[at])) continue;
    return !call.failed() && compare(call, comparison, left.items[at], right.items[at]);
  }
  const int64_t difference = left.items.size() - right.items.size();
  return decide(comparison, difference < 0 ? -1 : difference > 0 ? 1 : 0);
}

}  // namespace

bool compare(Call &call, Comparison comparison, const Value &left, const Value &right) {
  if (comparison == Comparison::eq) return equal(call, left, right);
  if (comparison == Comparison::ne) return !equal(call, left, right);
  if (left.is_undefined() || right.is_undefined()) return raise_undefined(call, left.is_undefined() ? left : right), false;
  if (left.is_number() && right.is_number()) return decide(comparison, order_numbers(left, right));
  if (left.is_text() && right.is_text()) {
    const auto order = left.text() <=> right.text();
    return decide(comparison, order < 0 ? -1 : order > 0 ? 1 : 0);
  }
  if (left.is_sequence() && left.kind() == right.kind()) {
    return compare_items(call, comparison, left.as<ListObject>(), right.as<ListObject>());
  }
  raise_type(call, std::string("'") + symbols[static_cast<int>(comparison)] + "' not supported between instances of '" + type_name(left) +
                       "' and '" + type_name(right) + "'");
  return false;
}

// ---------------------------------------------------------------------------------------------- loops

namespace {

class ItemsIterator final : public IteratorObject {
 public:
  ItemsIterator(Heap &heap, const char *type, Value items) : IteratorObject(heap, type), items_(std::move(items)) {}
  void clear() noexcept override { items_ = Value(); }
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  bool next(Renderer &renderer, Value &out) override {
    switch (items_.kind()) {
      case Kind::list:
      case Kind::tuple: {
        const auto &items = items_.as<ListObject>().items;
        if (at_ >= items.size()) return false;
        out = items[at_++];
        return true;
      }
      case Kind::text:
      case Kind::markup:
        if (at_ >= items_.text().length()) return false;
        out = Value(items_.text().part(at_, at_ + 1));
        ++at_;
        return true;
      case Kind::range: {
        const Range &range = items_.as<RangeObject>().range;
        if (at_ >= range.length()) return false;
        out = Value(range.at(at_++));
        return true;
      }
      case Kind::dict:
        return entry(renderer, items_, ViewObject::Part::keys, out);
      case Kind::view:
        return entry(renderer, items_.as<ViewObject>().dict, items_.as<ViewObject>().part, out);
      default:
        return false;
    }
  }

 private:
  bool entry(Renderer &renderer, const Value &dict, ViewObject::Part part, Value &out) {
    const auto &entries = dict.as<DictObject>().table.entries();
    if (at_ >= entries.size()) return false;
    const auto &entry = entries[at_++];
    if (part == ViewObject::Part::items) {
      out = pair(renderer.call, entry.key, entry.value);
    } else {
      out = part == ViewObject::Part::keys ? entry.key : entry.value;
    }
    return !renderer.failed();
  }

  Value items_;
  int64_t at_ = 0;
};

}  // namespace

Ref<IteratorObject> iterate(Call &call, const Value &value) {
  if (value.is(Kind::iterator)) return Ref<IteratorObject>(&value.as<IteratorObject>());
  if (has_length(value) && !value.is(Kind::loop)) {
    return Ref<IteratorObject>(make<ItemsIterator>(call, "iterator", value).get());
  }
  if (value.is(Kind::loop)) {
    call.raise("NotImplementedError", "iterating over `loop` itself in a compiled chat template");
  } else {
    raise_type(call, std::string("'") + type_name(value) + "' object is not iterable");
  }
  return {};
}

bool collect(Renderer &renderer, const Value &value, std::vector<Value> &out) {
  const Ref<IteratorObject> iterator = iterate(renderer.call, value);
  Value item;
  while (iterator && !renderer.call.interrupted() && iterator->next(renderer, item)) out.push_back(std::move(item));
  return !renderer.failed();
}

namespace {

bool among(Renderer &renderer, const Value &item, const Value &container) {
  const Ref<IteratorObject> iterator = iterate(renderer.call, container);
  Value one;
  while (iterator && iterator->next(renderer, one))
    if (identical(one, item) || equal(renderer.call, one, item)) return !renderer.failed();
  return false;
}

}  // namespace

bool contains(Renderer &renderer, const Value &item, const Value &container) {
  Call &call = renderer.call;
  if (container.is_text()) {
    if (item.is_text()) return python::contains(call, item.text(), container.text());
    raise_type(call, std::string("'in <string>' requires string as left operand, not ") + type_name(item));
    return false;
  }
  const bool keys = container.is(Kind::view) && container.as<ViewObject>().part == ViewObject::Part::keys;
  if (container.is(Kind::dict) || keys) {
    const Value &dict = keys ? container.as<ViewObject>().dict : container;
    return hashable(call, item) && dict.as<DictObject>().table.find(item) != nullptr;
  }
  if (!has_length(container) && !container.is(Kind::iterator)) {
    raise_type(call, std::string("argument of type '") + type_name(container) + "' is not iterable");
    return false;
  }
  return among(renderer, item, container);
}

// ---------------------------------------------------------------------------------------------- arithmetic

namespace {

const char *symbol_of(Op operation) {
  switch (operation) {
    case Op::add:
      return "+";
    case Op::subtract:
      return "-";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::floor_divide:
      return "//";
    case Op::modulo:
      return "%";
    default:
      return "** or pow()";
  }
}

Value unsupported(Call &call, Op operation, const Value &left, const Value &right) {
  return raise_type(call, std::string("unsupported operand type(s) for ") + symbol_of(operation) + ": '" + type_name(left) + "' and '" +
                              type_name(right) + "'");
}

Value whole_arithmetic(Call &call, Op operation, int64_t left, int64_t right) {
  switch (operation) {
    case Op::add:
      return Value(python::add(call, left, right));
    case Op::subtract:
      return Value(python::subtract(call, left, right));
    case Op::multiply:
      return Value(python::multiply(call, left, right));
    case Op::divide:
      return Value(python::divide(call, left, right));
    case Op::floor_divide:
      return Value(python::floor_divide(call, left, right));
    case Op::modulo:
      return Value(python::modulo(call, left, right));
    default:
      return std::visit([](auto value) { return Value(value); }, python::any_power(call, left, right));
  }
}

Value real_arithmetic(Call &call, Op operation, double left, double right) {
  switch (operation) {
    case Op::add:
      return Value(left + right);
    case Op::subtract:
      return Value(left - right);
    case Op::multiply:
      return Value(left * right);
    case Op::divide:
      return Value(python::divide(call, left, right));
    case Op::floor_divide:
      return Value(python::floor_divide(call, left, right));
    case Op::modulo:
      return Value(python::modulo(call, left, right));
    default:
      return Value(python::power(call, left, right));
  }
}

Value joined_items(Call &call, const Value &left, const Value &right) {
  const Ref<ListObject> out = make<ListObject>(call);
  const auto &first = left.as<ListObject>().items, &second = right.as<ListObject>().items;
  if (!out || !out->items.reserve(call, first.size() + second.size())) return {};
  for (const Value &one : first) out->items.push(call, one);
  for (const Value &one : second) out->items.push(call, one);
  return Value(left.kind(), out.get());
}

Value sum(Call &call, const Value &left, const Value &right) {
  if (left.is_text() && right.is_text()) {
    const bool markup = left.is(Kind::markup) || right.is(Kind::markup);
    if (!markup) return Value(python::append(call, left.text(), right.text().view()));
    const auto safe = [&](const Value &one) { return one.is(Kind::markup) ? one.text() : escape(call, one.text()); };
    return Value(python::add(call, safe(left), safe(right)), Kind::markup);
  }
  if (left.is_sequence() && left.kind() == right.kind()) return joined_items(call, left, right);
  if (left.is_text() || left.is_sequence()) {
    const std::string type = left.is_text() ? "str" : left.is(Kind::list) ? "list" : "tuple";
    return raise_type(call, "can only concatenate " + type + " (not \"" + type_name(right) + "\") to " + type);
  }
  return unsupported(call, Op::add, left, right);
}

Value repeated_items(Call &call, const Value &items, int64_t times) {
  const Ref<ListObject> out = make<ListObject>(call);
  const auto &given = items.as<ListObject>().items;
  const int64_t count = times > 0 ? times : 0;
  if (given.size() > 0 && count > (int64_t{1} << 40) / given.size()) return call.raise("MemoryError", ""), Value();
  if (!out || !out->items.reserve(call, given.size() * count)) return {};
  for (int64_t turn = 0; turn < count; ++turn)
    for (const Value &one : given) out->items.push(call, one);
  return Value(items.kind(), out.get());
}

Value product(Call &call, const Value &left, const Value &right) {
  const bool first = left.is_text() || left.is_sequence(), second = right.is_text() || right.is_sequence();
  if (!first && !second) return unsupported(call, Op::multiply, left, right);
  const Value &items = first ? left : right, &times = first ? right : left;
  if (!times.is_whole()) {
    return raise_type(call, std::string("can't multiply sequence by non-int of type '") + type_name(times) + "'");
  }
  if (items.is_text()) return Value(python::multiply(call, items.text(), times.integer()), items.kind());
  return repeated_items(call, items, times.integer());
}

}  // namespace

Value arithmetic(Call &call, Op operation, const Value &left, const Value &right) {
  if (left.is_whole() && right.is_whole()) return whole_arithmetic(call, operation, left.integer(), right.integer());
  if (left.is_number() && right.is_number()) return real_arithmetic(call, operation, left.number(), right.number());
  if (operation == Op::modulo && left.is_text()) {
    if (left.is(Kind::text)) return percent(call, left.text(), right);
    call.raise("NotImplementedError", "% of escaped text in a chat template");
    return {};
  }
  if (left.is_undefined() || right.is_undefined()) return raise_undefined(call, left.is_undefined() ? left : right);
  if (operation == Op::add) return sum(call, left, right);
  if (operation == Op::multiply) return product(call, left, right);
  return unsupported(call, operation, left, right);
}

Value negative(Call &call, const Value &value) {
  if (value.is_whole()) return Value(python::negate(call, value.integer()));
  if (value.is(Kind::floating)) return Value(-value.number());
  if (value.is_undefined()) return raise_undefined(call, value);
  return raise_type(call, std::string("bad operand type for unary -: '") + type_name(value) + "'");
}

Value positive(Call &call, const Value &value) {
  if (value.is_whole()) return Value(value.integer());
  if (value.is(Kind::floating)) return value;
  if (value.is_undefined()) return raise_undefined(call, value);
  return raise_type(call, std::string("bad operand type for unary +: '") + type_name(value) + "'");
}

// ---------------------------------------------------------------------------------------------- subscripts

namespace {

Value item_at(Call &call, const Value &value, int64_t at) {
  const int64_t size = length(call, value);
  const int64_t place = at < 0 ? at + size : at;
  if (place < 0 || place >= size) {
    const char *type = value.is_text() ? "string" : value.is(Kind::range) ? "range object" : value.is(Kind::list) ? "list" : "tuple";
    call.raise("IndexError", std::string(type) + " index out of range");
    return {};
  }
  if (value.is_text()) return Value(value.text().part(place, place + 1), value.kind());
  if (value.is(Kind::range)) return Value(value.as<RangeObject>().range.at(place));
  return value.as<ListObject>().items[place];
}

Value entry_of(Call &call, const Value &value, const Value &key) {
  if (!hashable(call, key)) return {};
  const auto *entry = value.as<DictObject>().table.find(key);
  if (entry != nullptr) return entry->value;
  call.raise("KeyError", to_utf8(repr(call, key)));
  return {};
}

}  // namespace

Value subscript(Call &call, const Value &value, const Value &key) {
  if (value.is_undefined()) return raise_undefined(call, value);
  if (value.is(Kind::dict)) return entry_of(call, value, key);
  if (value.is_text() || value.is_sequence() || value.is(Kind::range)) {
    if (key.is_whole()) return item_at(call, value, key.integer());
    const char *type = value.is_text() ? "string" : value.is(Kind::range) ? "range" : value.is(Kind::list) ? "list" : "tuple";
    const std::string start = std::string(type) + " indices must be integers";
    if (value.is_text()) return raise_type(call, start + ", not '" + type_name(key) + "'");
    return raise_type(call, start + " or slices, not " + type_name(key));
  }
  return raise_type(call, std::string("'") + type_name(value) + "' object is not subscriptable");
}

namespace {

bool bound(Call &call, const Value &value, python::Bound &out) {
  if (value.is_none()) return true;
  if (value.is_whole()) {
    out = value.integer();
    return true;
  }
  raise_type(call, "slice indices must be integers or None or have an __index__ method");
  return false;
}

Value cut_out(Call &call, const Value &value, const Slice &slice) {
  if (value.is_text()) return Value(python::index(call, value.text(), slice), value.kind());
  if (value.is(Kind::range)) {
    return Value(Kind::range, make<RangeObject>(call, python::index(call, value.as<RangeObject>().range, slice)).get());
  }
  const auto &items = value.as<ListObject>().items;
  const python::Cut taken = python::cut(call, slice, items.size());
  if (call.failed()) return {};
  std::vector<Value> out;
  for (int64_t at = 0; at < taken.count; ++at) out.push_back(items[taken.start + at * taken.step]);
  return list_of(call, std::move(out), value.kind());
}

}  // namespace

Value subscript(Call &call, const Value &value, const Value &start, const Value &stop, const Value &step) {
  if (value.is_undefined()) return raise_undefined(call, value);
  if (value.is(Kind::dict)) return raise_type(call, "unhashable type: 'slice'");
  if (!value.is_text() && !value.is_sequence() && !value.is(Kind::range)) {
    return raise_type(call, std::string("'") + type_name(value) + "' object is not subscriptable");
  }
  Slice slice{};
  // CPython looks at the step first.
  if (!bound(call, step, slice.step) || !bound(call, start, slice.lower) || !bound(call, stop, slice.upper)) return {};
  return cut_out(call, value, slice);
}

namespace {

// Jinja's: an attribute that is there but not to be touched is undefined, too.
bool safe(const Value &value, const Str &name) {
  constexpr std::u32string_view changing[] = {U"append", U"clear",   U"extend",     U"insert", U"pop",   U"popitem",
                                              U"remove", U"reverse", U"setdefault", U"sort",   U"update"};
  if (name.length() > 0 && name[0] == U'_') return false;
  if (!value.is(Kind::list) && !value.is(Kind::dict)) return true;
  return std::find(std::begin(changing), std::end(changing), name.view()) == std::end(changing);
}

}  // namespace

Value attribute(Call &call, const Value &value, const Str &name) {
  if (value.is_undefined() && !has_own_attribute(value, name)) return raise_undefined(call, value);
  if (has_own_attribute(value, name)) {
    return safe(value, name) ? own_attribute(call, value, name) : unsafe_attribute(call, value, Value(name));
  }
  if (value.is(Kind::dict)) {
    const auto *entry = value.as<DictObject>().table.find(Value(name));
    if (entry != nullptr) return entry->value;
  }
  return undefined_attribute(call, value, Value(name));
}

Value item(Call &call, const Value &value, const Value &key) {
  if (value.is(Kind::dict) && !key.is_sequence() && !key.is(Kind::dict)) {
    // The common case, without an error raised and taken away again.
    const auto *entry = value.as<DictObject>().table.find(key);
    if (entry != nullptr) return entry->value;
  } else {
    Value found = subscript(call, value, key);
    if (!call.failed() || !caught(call, {"TypeError", "KeyError", "IndexError"})) return found;
  }
  if (key.is_text() && has_own_attribute(value, key.text())) {
    return safe(value, key.text()) ? own_attribute(call, value, key.text()) : unsafe_attribute(call, value, key);
  }
  return undefined_attribute(call, value, key);
}

bool whole(Call &call, const Value &value, int64_t &out) {
  if (value.is_whole()) {
    out = value.integer();
    return true;
  }
  raise_type(call, std::string("'") + type_name(value) + "' object cannot be interpreted as an integer");
  return false;
}

}  // namespace modelet::templates
