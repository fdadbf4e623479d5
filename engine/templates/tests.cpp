// Jinja's tests (`is …`), by name.
#include "python/strings.h"
#include "templates/renderer.h"

namespace modelet::templates {

namespace {

template <int64_t remainder>
Value divided(Renderer &renderer, Value *given, Arguments &) {
  const Value rest = arithmetic(renderer.call, Op::modulo, given[0], Value(int64_t{2}));
  return renderer.failed() ? Value() : Value(equal(renderer.call, rest, Value(remainder)));
}

Value divisible(Renderer &renderer, Value *given, Arguments &) {
  const Value rest = arithmetic(renderer.call, Op::modulo, given[0], given[1]);
  return renderer.failed() ? Value() : Value(equal(renderer.call, rest, Value(int64_t{0})));
}

template <bool (*function)(const Value &)>
Value kind(Renderer &, Value *given, Arguments &) {
  return Value(function(given[0]));
}

template <Comparison comparison>
Value compared(Renderer &renderer, Value *given, Arguments &) {
  const bool out = compare(renderer.call, comparison, given[0], given[1]);
  return renderer.failed() ? Value() : Value(out);
}

template <bool (*function)(Call &, const Str &)>
Value cased(Renderer &renderer, Value *given, Arguments &) {
  const Str text = str(renderer.call, given[0]);
  return renderer.failed() ? Value() : Value(function(renderer.call, text));
}

Value contained(Renderer &renderer, Value *given, Arguments &) {
  const bool out = contains(renderer, given[0], given[1]);
  return renderer.failed() ? Value() : Value(out);
}

Value same_object(Renderer &, Value *given, Arguments &) {
  return Value(identical(given[0], given[1]));
}

template <const Native *(*find)(std::u32string_view)>
Value named(Renderer &renderer, Value *given, Arguments &) {
  if (!hashable(renderer.call, given[0])) return {};
  return Value(given[0].is_text() && find(given[0].text().view()) != nullptr);
}

bool is_callable(const Value &value) {
  return value.is(Kind::function) || value.is(Kind::macro) || value.is(Kind::method) || value.is(Kind::loop) || value.is_undefined();
}
bool is_defined(const Value &value) {
  return !value.is_undefined();
}
bool is_undefined(const Value &value) {
  return value.is_undefined();
}
bool is_escaped(const Value &value) {
  return value.is(Kind::markup);
}
bool is_false(const Value &value) {
  return value.is(Kind::boolean) && !value.boolean();
}
bool is_true(const Value &value) {
  return value.is(Kind::boolean) && value.boolean();
}
bool is_boolean(const Value &value) {
  return value.is(Kind::boolean);
}
bool is_float(const Value &value) {
  return value.is(Kind::floating);
}
bool is_integer(const Value &value) {
  return value.is(Kind::integer);
}
bool is_iterable(const Value &value) {
  return has_length(value) || value.is(Kind::iterator);
}
bool is_mapping(const Value &value) {
  return value.is(Kind::dict);
}
bool is_none(const Value &value) {
  return value.is_none();
}
bool is_number(const Value &value) {
  return value.is_number();
}
// What has a length and items by position or key. An undefined value has both, if only to raise.
bool is_sequence(const Value &value) {
  return has_length(value) && !value.is(Kind::view) && !value.is(Kind::loop);
}
bool is_string(const Value &value) {
  return value.is_text();
}

constexpr std::string_view one = "value", two = "value other", pair = "/a /b";

constexpr Native tests[] = {
    {"!=", pair, 2, compared<Comparison::ne>, "ne"},
    {"<", pair, 2, compared<Comparison::lt>, "lt"},
    {"<=", pair, 2, compared<Comparison::lteq>, "le"},
    {"==", pair, 2, compared<Comparison::eq>, "eq"},
    {">", pair, 2, compared<Comparison::gt>, "gt"},
    {">=", pair, 2, compared<Comparison::gteq>, "ge"},
    {"boolean", one, 1, kind<is_boolean>, "test_boolean"},
    {"callable", "/obj", 1, kind<is_callable>, "callable"},
    {"defined", one, 1, kind<is_defined>, "test_defined"},
    {"divisibleby", "value num", 2, divisible, "test_divisibleby"},
    {"eq", pair, 2, compared<Comparison::eq>, "eq"},
    {"equalto", pair, 2, compared<Comparison::eq>, "eq"},
    {"escaped", one, 1, kind<is_escaped>, "test_escaped"},
    {"even", one, 1, divided<0>, "test_even"},
    {"false", one, 1, kind<is_false>, "test_false"},
    {"filter", one, 1, named<find_filter>, "test_filter"},
    {"float", one, 1, kind<is_float>, "test_float"},
    {"ge", pair, 2, compared<Comparison::gteq>, "ge"},
    {"greaterthan", pair, 2, compared<Comparison::gt>, "gt"},
    {"gt", pair, 2, compared<Comparison::gt>, "gt"},
    {"in", "value seq", 2, contained, "test_in"},
    {"integer", one, 1, kind<is_integer>, "test_integer"},
    {"iterable", one, 1, kind<is_iterable>, "test_iterable"},
    {"le", pair, 2, compared<Comparison::lteq>, "le"},
    {"lessthan", pair, 2, compared<Comparison::lt>, "lt"},
    {"lower", one, 1, cased<python::islower>, "test_lower"},
    {"lt", pair, 2, compared<Comparison::lt>, "lt"},
    {"mapping", one, 1, kind<is_mapping>, "test_mapping"},
    {"ne", pair, 2, compared<Comparison::ne>, "ne"},
    {"none", one, 1, kind<is_none>, "test_none"},
    {"number", one, 1, kind<is_number>, "test_number"},
    {"odd", one, 1, divided<1>, "test_odd"},
    {"sameas", two, 2, same_object, "test_sameas"},
    {"sequence", one, 1, kind<is_sequence>, "test_sequence"},
    {"string", one, 1, kind<is_string>, "test_string"},
    {"test", one, 1, named<find_test>, "test_test"},
    {"true", one, 1, kind<is_true>, "test_true"},
    {"undefined", one, 1, kind<is_undefined>, "test_undefined"},
    {"upper", one, 1, cased<python::isupper>, "test_upper"},
};

}  // namespace

const Native *find_test(std::u32string_view name) {
  return find_native(tests, name);
}

}  // namespace modelet::templates
