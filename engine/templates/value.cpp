#include "templates/value.h"

#include "python/depth.h"
#include "python/numbers.h"
#include "python/str.h"
#include "templates/operations.h"

namespace modelet::templates {

namespace {

// Values are compared and hashed where no call is at hand (python/dict.h): the heap knows it.
int64_t hash_items(const ListObject &list) {
  Call &call = *list.heap().call;
  const python::Depth depth(call);
  python::TupleHash out;
  if (call.failed()) return 0;
  for (const Value &one : list.items) out.add(hash(one));
  return out.result(static_cast<uint64_t>(list.items.size()));
}

bool same_items(const ListObject &left, const ListObject &right) {
  Call &call = *left.heap().call;
  const python::Depth depth(call);
  if (call.failed() || left.items.size() != right.items.size()) return false;
  for (int64_t at = 0; at < left.items.size(); ++at)
    if (!same(left.items[at], right.items[at])) return false;
  return true;
}

bool same_entries(const DictObject &one, const DictObject &other_dict) {
  Call &call = *one.heap().call;
  const python::Depth depth(call);
  const Table &left = one.table, &right = other_dict.table;
  if (call.failed() || left.size() != right.size()) return false;
  for (const auto &entry : left.entries()) {
    const auto *other = right.find(entry.key);
    if (other == nullptr || !same(entry.value, other->value)) return false;
  }
  return true;
}

bool same_numbers(const Value &left, const Value &right) {
  if (left.is_whole() && right.is_whole()) return left.integer() == right.integer();
  if (left.is(Kind::floating) && right.is(Kind::floating)) return left.number() == right.number();
  const bool first = left.is_whole();
  return python::compare_exact((first ? left : right).integer(), (first ? right : left).number()) == 0;
}

}  // namespace

int64_t hash(const Value &value) {
  switch (value.kind()) {
    case Kind::boolean:
    case Kind::integer:
      return python::hash_int(value.integer());
    case Kind::floating:
      return python::hash_float(value.number());
    case Kind::text:
    case Kind::markup:
      return python::hash_str(value.text().view());
    case Kind::tuple:
      return hash_items(value.as<ListObject>());
    case Kind::none:
    case Kind::missing:
    case Kind::undefined:
    case Kind::range:
      return static_cast<int64_t>(value.kind());
    case Kind::function:
      return value.integer();
    default:
      return static_cast<int64_t>(reinterpret_cast<uintptr_t>(value.object()) >> 4);
  }
}

bool same(const Value &left, const Value &right) {
  if (left.is_number() && right.is_number()) return same_numbers(left, right);
  if (left.is_text() && right.is_text()) return left.text() == right.text();
  if (left.kind() != right.kind()) return false;
  switch (left.kind()) {
    case Kind::none:
    case Kind::missing:
    case Kind::undefined:
      return true;
    case Kind::function:
      return left.integer() == right.integer();
    case Kind::list:
    case Kind::tuple:
      return left.object() == right.object() || same_items(left.as<ListObject>(), right.as<ListObject>());
    case Kind::dict:
      return left.object() == right.object() || same_entries(left.as<DictObject>(), right.as<DictObject>());
    case Kind::range:
      return left.as<RangeObject>().range == right.as<RangeObject>().range;
    case Kind::method: {
      const auto &one = left.as<MethodObject>(), &other = right.as<MethodObject>();
      return one.method == other.method && identical(one.self, other.self);
    }
    default:
      return left.object() == right.object();
  }
}

bool hashable(Call &call, const Value &value) {
  if (value.is(Kind::tuple)) {
    const python::Depth depth(call);
    if (call.failed()) return false;
    for (const Value &one : value.as<ListObject>().items)
      if (!hashable(call, one)) return false;
    return true;
  }
  const bool fits = !value.is(Kind::list) && !value.is(Kind::dict) && !value.is(Kind::view);
  if (!fits) raise_type(call, std::string("unhashable type: '") + type_name(value) + "'");
  return fits;
}

Value list_of(Call &call, std::vector<Value> items, Kind kind) {
  const Ref<ListObject> list = make<ListObject>(call);
  if (!list || !list->items.reserve(call, static_cast<int64_t>(items.size()))) return {};
  for (Value &one : items) list->items.push(call, std::move(one));
  return Value(kind, list.get());
}

Value pair(Call &call, const Value &first, const Value &second) {
  const Ref<ListObject> list = make<ListObject>(call);
  if (!list || !list->items.reserve(call, 2)) return {};
  list->items.push(call, first);
  list->items.push(call, second);
  return Value(Kind::tuple, list.get());
}

namespace {

// The next of the names that stand separated by spaces.
std::string_view next_word(std::string_view &rest) {
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

bool named_so(const Str &name, std::string_view parameter) {
  return std::u32string_view(name.view()).size() == parameter.size() &&
         std::equal(parameter.begin(), parameter.end(), name.view().begin(),
                    [](char left, char32_t right) { return static_cast<unsigned char>(left) == right; });
}

std::string called(const Native &native) {
  return std::string(native.python.empty() ? native.name : native.python) + "()";
}

// Moves the named argument into its place. False with TypeError raised.
bool bind_named(Call &call, const Native &native, const std::pair<Str, Value> &argument, Value *given) {
  std::size_t at = 0;
  for (std::string_view rest = native.parameters; !rest.empty(); ++at) {
    const std::string_view parameter = next_word(rest);
    if (!named_so(argument.first, parameter)) continue;
    if (!given[at].is_missing()) {
      raise_type(call, called(native) + " got multiple values for argument '" + std::string(parameter) + "'");
      return false;
    }
    given[at] = argument.second;
    return true;
  }
  raise_type(call, called(native) + " got an unexpected keyword argument '" + python::to_utf8(argument.first) + "'");
  return false;
}

}  // namespace

bool bind(Call &call, const Native &native, Arguments &arguments, Value *given) {
  std::size_t count = 0;
  bool variadic = false;
  for (std::string_view rest = native.parameters; !rest.empty();) {
    if (next_word(rest) == "*") {
      variadic = true;
    } else {
      ++count;
    }
  }
  const std::size_t positional = std::min(count, arguments.positional.size());
  for (std::size_t at = 0; at < positional; ++at) given[at] = arguments.positional[at];
  if (variadic) {
    arguments.positional.erase(arguments.positional.begin(), arguments.positional.begin() + static_cast<std::ptrdiff_t>(positional));
  } else if (arguments.positional.size() > count) {
    const std::string least = native.required < count ? "from " + std::to_string(native.required) + " to " : "";
    raise_type(call, called(native) + " takes " + least + std::to_string(count) + " positional argument" + (count == 1 ? "" : "s") +
                         " but " + std::to_string(arguments.positional.size()) + " were given");
    return false;
  } else {
    for (const auto &one : arguments.named)
      if (!bind_named(call, native, one, given)) return false;
  }
  std::string_view rest = native.parameters;
  for (std::size_t at = 0; at < native.required; ++at) {
    const std::string_view parameter = next_word(rest);
    if (!given[at].is_missing()) continue;
    const std::string name(parameter.substr(parameter[0] == '/' ? 1 : 0));
    raise_type(call, called(native) + " missing 1 required positional argument: '" + name + "'");
    return false;
  }
  return true;
}

}  // namespace modelet::templates
