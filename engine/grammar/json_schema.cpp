#include "grammar/json_schema.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "grammar/exclusive.h"
#include "grammar/formats.h"
#include "grammar/intersection.h"
#include "grammar/keywords.h"
#include "grammar/names.h"
#include "grammar/numbers.h"
#include "grammar/regular_expression.h"
#include "json/excerpt.h"
#include "json/json.h"

namespace modelet::grammar {
namespace {

constexpr int64_t most_counted = 100'000;  // characters or items that a schema may count
constexpr int64_t most_crossed = 2000;     // characters that it may count beside a pattern

// Characters of a JSON string: as they are, or escaped where they must be.
Fragment string_characters(Network &network, char32_t low, char32_t high) {
  std::vector<Fragment> parts;
  const auto plain = [&](char32_t first, char32_t last) {
    const char32_t from = std::max(low, first), to = std::min(high, last);
    if (from <= to) parts.push_back(network.code_points(from, to));
  };
  plain(0x20, '"' - 1);
  plain('"' + 1, '\\' - 1);
  plain('\\' + 1, U'\x10ffff');
  const auto escaped = [&](char32_t character, std::string_view text) {
    if (low <= character && character <= high) parts.push_back(network.bytes(text));
  };
  escaped('"', "\\\"");
  escaped('\\', "\\\\");
  escaped('\n', "\\n");
  escaped('\r', "\\r");
  escaped('\t', "\\t");
  escaped('\b', "\\b");
  escaped('\f', "\\f");
  return network.either(parts);
}

constexpr Alphabet json_text{string_characters};

class Builder {
 public:
  explicit Builder(Grammar &grammar, const Json &root) : network_(grammar.network), root_(root) {}

  std::string why;

  Fragment any_object() { return network_.rule(any_object_rule()); }

  Fragment value(const Json &schema) {
    if (network_.states() > most_states) return fail("the schema is larger than can be checked");
    if (schema.is_boolean()) return schema.get<bool>() ? any_value() : fail("the schema is false somewhere: nothing fits it");
    if (!schema.is_object()) return fail("a schema is an object or a boolean, and here is " + excerpt(schema));
    if (schema.contains("$ref")) return reference(schema);
    if (schema.contains("const")) return constants(schema, Json::array({schema["const"]}), "const");
    if (schema.contains("enum")) return constants(schema, schema["enum"], "enum");
    for (const char *key : {"anyOf", "oneOf"}) {
      if (schema.contains(key)) return any_of(schema, key);
    }
    if (schema.contains("allOf")) return value(merged(schema));
    return typed(schema);
  }

 private:
  Fragment fail(std::string reason) {
    if (why.empty()) why = std::move(reason);
    return network_.nothing();
  }

  // Whether the schema says nothing else.
  bool only(const Json &schema, std::vector<std::string_view> known) {
    for (const auto &[key, ignored] : schema.items()) {
      const std::string_view name = key;
      if (!is_remark(name) && std::find(known.begin(), known.end(), name) == known.end())
        fail("the keyword '" + key + "' cannot be enforced here");
    }
    return why.empty();
  }

  // ---- combinations

  Fragment reference(const Json &schema) {
    if (!only(schema, {"$ref"})) return {};
    if (!schema["$ref"].is_string()) return fail("a $ref is a string");
    const std::string name = schema["$ref"];
    const auto known = references_.find(name);
    if (known != references_.end()) return network_.rule(known->second);
    const Json *const target = find(name);
    if (target == nullptr) return fail("'" + name + "' points to nothing inside of the schema");
    const int32_t rule = references_[name] = network_.declare_rule();
    network_.define(rule, value(*target));
    return network_.rule(rule);
  }

  const Json *find(const std::string &name) const {
    if (name == "#") return &root_;
    if (!name.starts_with("#/")) return nullptr;
    const Json *at = &root_;
    for (std::size_t start = 2; start <= name.size();) {
      const std::size_t end = std::min(name.find('/', start), name.size());
      const std::string key = unescaped(name.substr(start, end - start));
      if (!at->is_object() || !at->contains(key)) return nullptr;
      at = &(*at)[key];
      start = end + 1;
    }
    return at;
  }

  static std::string unescaped(const std::string &part) {
    std::string out;
    for (std::size_t index = 0; index < part.size(); ++index) {
      const bool escape = part[index] == '~' && index + 1 < part.size();
      out += !escape ? part[index] : part[++index] == '1' ? '/' : '~';
    }
    return out;
  }

  Fragment constants(const Json &schema, const Json &values, const char *keyword) {
    if (!only(schema, {keyword, "type"})) return {};
    if (!values.is_array() || values.empty()) return fail("an enum is a list of at least one value");
    std::vector<Fragment> choices;
    for (const Json &one : values)
      if (!schema.contains("type") || is_of_type(one, schema["type"])) choices.push_back(literal(one));
    return choices.empty() ? fail("no constant of " + excerpt(values) + " is of the type " + dump_json(schema["type"]))
                           : network_.either(choices);
  }

  // A constant, with the blanks that any value may have.
  Fragment literal(const Json &one) {
    if (one.is_array()) return enclosed("[", literals(one, [this](const auto &item) { return literal(item.value()); }), "]");
    if (!one.is_object()) return network_.bytes(dump_json(one));
    return enclosed("{", literals(one, [this](const auto &item) { return named(item.key(), literal(item.value())); }), "}");
  }

  template <typename Make>
  Fragment literals(const Json &all, const Make &make) {
    Fragment inside = network_.nothing();
    bool first = true;
    for (const auto &item : all.items()) {
      if (!std::exchange(first, false)) inside = network_.sequence(inside, comma());
      inside = network_.sequence(inside, make(item));
    }
    return inside;
  }

  // What stands beside anyOf holds for each choice.
  Fragment any_of(const Json &schema, const char *key) {
    if (!schema[key].is_array() || schema[key].empty()) return fail(std::string(key) + " is a list of at least one schema");
    if (std::string_view(key) == "oneOf" && !all_exclusive(schema[key]))
      return fail("two schemas of a oneOf may fit the same value: use anyOf, or require a property that has another constant in each");
    std::vector<Fragment> choices;
    for (const Json &choice : schema[key]) {
      Json both = schema;
      both.erase(key);
      const bool alone = std::all_of(both.items().begin(), both.items().end(), [](const auto &item) { return is_remark(item.key()); });
      choices.push_back(value(alone ? choice : join(both, choice)));
    }
    return network_.either(choices);
  }

  // What a text that fits one of them says is not said by another.
  bool all_exclusive(const Json &choices) const {
    const Resolve resolve = [this](const Json &schema) -> const Json & {
      const Json *target = schema.is_object() && schema.contains("$ref") && schema["$ref"].is_string() ? find(schema["$ref"]) : nullptr;
      return target == nullptr ? schema : *target;
    };
    for (std::size_t right = 1; right < choices.size(); ++right)
      for (std::size_t left = 0; left < right; ++left)
        if (!are_exclusive(choices[left], choices[right], resolve)) return false;
    return true;
  }

  Json merged(const Json &schema) {
    Json all = schema;
    all.erase("allOf");
    if (!schema["allOf"].is_array()) fail("allOf is a list of schemas");
    for (const Json &part : schema["allOf"]) all = join(all, resolved(part));
    // It would see the properties of its own part only, and then hardly anything fits.
    if (all.contains("additionalProperties") && all["additionalProperties"] != Json(true)) fail("additionalProperties beside allOf");
    return all;
  }

  Json resolved(const Json &part) {
    if (!part.is_object() || !part.contains("$ref") || !part["$ref"].is_string()) return part;
    const Json *const target = find(part["$ref"]);
    return target == nullptr || target == &root_ ? part : *target;
  }

  // Two schemas that both hold, as far as they speak of different things.
  Json join(Json all, const Json &part) {
    if (!part.is_object()) return all;
    for (const auto &[key, item] : part.items()) {
      if (!all.contains(key) || all[key] == item) {
        all[key] = item;
      } else if (key == "properties" && item.is_object() && all[key].is_object()) {
        for (const auto &[name, property] : item.items()) all[key][name] = property;
      } else if (key == "required" && item.is_array() && all[key].is_array()) {
        for (const Json &name : item) all[key].push_back(name);
      } else if (!is_remark(key)) {
        fail("'" + key + "' is said in several parts that all hold");
      }
    }
    return all;
  }

  // ---- types

  Fragment typed(const Json &schema) {
    if (!schema.contains("type")) {
      if (schema.contains("properties")) return object(schema);
      if (schema.contains("items") || schema.contains("prefixItems")) return array(schema);
      return only(schema, {}) ? any_value() : Fragment{};
    }
    const Json &type = schema["type"];
    if (type.is_string()) return of_type(schema, type);
    if (!type.is_array() || type.empty()) return fail("a type is a name or a list of names");
    std::vector<Fragment> choices;
    for (const Json &one : type) {
      if (!one.is_string()) return fail("a type is a name or a list of names");
      choices.push_back(of_type(restricted(schema, one), one));
    }
    return network_.either(choices);
  }

  // Of several types, what is said about the others does not matter.
  static Json restricted(const Json &schema, const std::string &type) {
    static const std::map<std::string, std::vector<std::string>> about{
        {"string", {"minLength", "maxLength", "pattern", "format"}},
        {"object", {"properties", "required", "additionalProperties", "propertyNames"}},
        {"array", {"items", "prefixItems", "minItems", "maxItems"}},
        {"number", {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
    };
    Json kept = schema;
    for (const auto &[other, keys] : about) {
      if (other == (type == "integer" ? "number" : type)) continue;
      for (const std::string &key : keys) kept.erase(key);
    }
    return kept;
  }

  Fragment of_type(const Json &schema, const std::string &type) {
    if (type == "object") return object(schema);
    if (type == "array") return array(schema);
    if (type == "string") return string(schema);
    if (type == "integer") return integer(schema);
    if (type == "number") return bounded_number(schema);
    if (type != "boolean" && type != "null") return fail("there is no type '" + type + "'");
    if (!only(schema, {"type"})) return {};
    return type == "boolean" ? network_.either({network_.bytes("true"), network_.bytes("false")}) : network_.bytes("null");
  }

  Fragment number() { return expression("-?(0|[1-9][0-9]{0,15})(\\.[0-9]{1,16})?([eE][+-]?[0-9]{1,3})?"); }

  Fragment expression(std::string_view pattern) {
    Fragment out{};
    add_regular_expression(network_, pattern, true, plain_text, out, why);
    return out;
  }

  Fragment bounded_number(const Json &schema) {
    if (!only(schema, {"type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "format"})) return {};
    std::optional<Bound> low, high;
    if (!read_bound(schema, "minimum", "exclusiveMinimum", low) || !read_bound(schema, "maximum", "exclusiveMaximum", high)) return {};
    if (!low && !high) return number();
    Fragment out{};
    return numbers(network_, low, high, out) ? out : fail("no number is within " + excerpt(schema));
  }

  bool read_bound(const Json &schema, const char *closed, const char *open, std::optional<Bound> &out) {
    if (schema.contains(closed) && schema.contains(open)) return fail(std::string(closed) + " and " + open + " of one number"), false;
    const char *const key = schema.contains(closed) ? closed : open;
    if (!schema.contains(key)) return true;
    if (!schema[key].is_number()) return fail(std::string(key) + " is a number"), false;
    out = bound_of(dump_json(schema[key]), key == open);
    if (!out) fail(std::string(key) + " has more than 15 digits before the point or 16 behind it");
    return out.has_value();
  }

  Fragment integer(const Json &schema) {
    if (!only(schema, {"type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"})) return {};
    if (schema.contains("multipleOf")) return multiple(schema);
    int64_t low = -largest_whole, high = largest_whole;
    bool bounded = false;
    for (const auto &[key, upper, open] : {std::tuple{"minimum", false, false},
                                           {"exclusiveMinimum", false, true},
                                           {"maximum", true, false},
                                           {"exclusiveMaximum", true, true}}) {
      if (!schema.contains(key)) continue;
      if (!schema[key].is_number()) return fail(std::string(key) + " is a number");
      bounded = true;
      const int64_t limit = whole_limit(schema[key], upper, open);
      upper ? high = std::min(high, limit) : low = std::max(low, limit);
    }
    if (!bounded) return expression("-?(0|[1-9][0-9]{0,17})");
    if (low > high) return fail("no integer is at least " + std::to_string(low) + " and at most " + std::to_string(high));
    return integers(network_, low, high);
  }

  // The first or last integer that a bound allows.
  static int64_t whole_limit(const Json &bound, bool upper, bool open) {
    const double value = bound.get<double>(), inside = upper ? std::floor(value) : std::ceil(value);
    if (std::fabs(value) >= static_cast<double>(largest_whole)) return value < 0 ? -largest_whole : largest_whole;
    const int64_t limit = bound.is_number_integer() ? bound.get<int64_t>() : static_cast<int64_t>(inside);
    const bool itself = bound.is_number_integer() || inside == value;
    return open && itself ? limit + (upper ? -1 : 1) : limit;
  }

  Fragment multiple(const Json &schema) {
    if (!only(schema, {"type", "multipleOf", "minimum", "format"})) return {};
    const Json &divisor = schema["multipleOf"];
    if (!divisor.is_number_integer() || divisor < 1 || divisor > 1000) return fail("multipleOf of an integer is an integer from 1 to 1000");
    if (schema.contains("minimum") && schema["minimum"] != 0) return fail("the only minimum beside multipleOf is 0");
    return multiples(network_, divisor, !schema.contains("minimum"));
  }

  // ---- strings

  Fragment quoted(Fragment inside) { return network_.sequence(network_.sequence(network_.bytes("\""), inside), network_.bytes("\"")); }
  Fragment character() { return network_.rule(character_rule()); }

  Fragment string(const Json &schema) {
    if (!only(schema, {"type", "minLength", "maxLength", "pattern", "format"})) return {};
    const Format *format = nullptr;
    if (schema.contains("format") && schema["format"].is_string()) format = find_format(schema["format"].get<std::string>());
    if (schema.contains("pattern") && !schema["pattern"].is_string()) return fail("a pattern is a string");
    int64_t least = 0, most = -1;
    if (!read_count(schema, "minLength", least) || !read_count(schema, "maxLength", most)) return {};
    if (most >= 0 && most < least)
      return fail("no text has at least " + std::to_string(least) + " and at most " + std::to_string(most) + " characters");
    if (format == nullptr && !schema.contains("pattern")) return quoted(repeat([this] { return character(); }, least, most));
    std::vector<Fragment> all;
    if (format != nullptr) all.push_back(matching(format->pattern, true));
    if (schema.contains("pattern")) all.push_back(matching(schema["pattern"].get<std::string>(), false));
    const bool counts = least > 1 || (least > 0 && format == nullptr) || (most >= 0 && (format == nullptr || most < format->longest));
    if (counts && std::max(least, most) > most_crossed)
      return fail("lengths beyond " + std::to_string(most_crossed) + " cannot be enforced beside a pattern or format");
    if (counts && why.empty()) all.push_back(repeat_one([this] { return string_characters(network_, 0, U'\x10ffff'); }, least, most));
    Fragment inside = all.front();
    for (std::size_t index = 1; index < all.size() && why.empty(); ++index) {
      if (network_.states() > most_states || !intersect(network_, inside, all[index], inside))
        return fail("no text fits the pattern, format and lengths of " + excerpt(schema) +
                    ", or they are too large to be enforced together");
    }
    return quoted(inside);
  }

  Fragment matching(std::string_view pattern, bool anchored) {
    Fragment inside{};
    std::string reason;
    return add_regular_expression(network_, pattern, anchored, json_text, inside, reason) ? inside : fail(reason);
  }

  bool read_count(const Json &schema, const char *key, int64_t &out) {
    if (!schema.contains(key)) return true;
    const Json &count = schema[key];
    if (!count.is_number_integer() || count.get<int64_t>() < 0) {
      fail(std::string(key) + " is a number that is not negative");
    } else if (count.get<int64_t>() > most_counted) {
      fail(std::string(key) + " beyond " + std::to_string(most_counted) + " cannot be enforced");
    } else {
      out = count.get<int64_t>();
    }
    return why.empty();
  }

  // `least` to `most` times; -1: without end. Many are counted in blocks, so that they are as many states as blocks and one block.
  template <typename Make>
  Fragment repeat(const Make &make, int64_t least, int64_t most) {
    constexpr int64_t block = 64;
    if (std::max(least, most) <= 4 * block) return repeat_one(make, least, most);
    const int32_t full = declared(repeat_one(make, block, block));
    Fragment all = repeat_one(make, least % block, least % block);
    for (int64_t count = 0; count < least / block; ++count) all = network_.sequence(all, network_.rule(full));
    if (most < 0) return network_.sequence(all, network_.repeated(make()));
    const int32_t part = declared(repeat_one(make, 0, block - 1));
    Fragment rest = repeat_one(make, 0, (most - least) % block);
    for (int64_t count = 0; count < (most - least) / block; ++count)
      rest = network_.either({network_.rule(part), network_.sequence(network_.rule(full), rest)});
    return network_.sequence(all, rest);
  }

  int32_t declared(Fragment body) {
    const int32_t rule = network_.declare_rule();
    network_.define(rule, body);
    return rule;
  }

  template <typename Make>
  Fragment repeat_one(const Make &make, int64_t least, int64_t most) {
    Fragment all = network_.nothing();
    for (int64_t count = 0; count < least; ++count) all = network_.sequence(all, make());
    if (most < 0) return network_.sequence(all, network_.repeated(make()));
    Fragment rest = network_.nothing();
    for (int64_t count = least; count < most; ++count) rest = network_.optional(network_.sequence(make(), rest));
    return network_.sequence(all, rest);
  }

  // ---- arrays and objects

  // A line break with its indentation, a space, or nothing: bounded, so that a model cannot fill its answer with blanks. Where writers of
  // JSON put none, before a comma or a colon, there is none.
  Fragment blank() { return network_.rule(blank_rule()); }
  Fragment comma() { return network_.sequence(network_.bytes(","), blank()); }
  Fragment enclosed(const char *open, Fragment inside, const char *close) {
    const Fragment start = network_.sequence(network_.bytes(open), blank());
    return network_.sequence(network_.sequence(start, inside), network_.sequence(blank(), network_.bytes(close)));
  }

  Fragment array(const Json &schema) {
    if (schema.contains("uniqueItems") && schema["uniqueItems"] == Json(true)) return set(schema);
    if (!only(schema, {"type", "items", "prefixItems", "minItems", "maxItems", "uniqueItems"})) return {};
    int64_t least = 0, most = -1;
    if (!read_count(schema, "minItems", least) || !read_count(schema, "maxItems", most)) return {};
    const Json empty = Json::array(), any = true;
    const Json &prefix = schema.contains("prefixItems") ? schema["prefixItems"] : empty;
    const Json &items = schema.contains("items") ? schema["items"] : any;
    if (!prefix.is_array()) return fail("prefixItems is a list of schemas");
    const int64_t placed = static_cast<int64_t>(prefix.size());
    if (items == Json(false)) most = most < 0 ? placed : std::min(most, placed);
    if (most >= 0 && most < least)
      return fail("no list has at least " + std::to_string(least) + " and at most " + std::to_string(most) + " items");
    return enclosed("[", list_items(prefix, items, least, most), "]");
  }

  // A list without an item twice: of constants, which then come in the order of the enum.
  Fragment set(const Json &schema) {
    if (!only(schema, {"type", "items", "uniqueItems", "minItems"})) return {};
    const Json item = schema.contains("items") ? resolved(schema["items"]) : Json(true);
    const bool constant = item.is_object() && item.contains("enum") && item["enum"].is_array();
    int64_t least = 0;
    if (!constant || !read_count(schema, "minItems", least) || least > 1)
      return fail("uniqueItems can be enforced for items of an enum, at least one");
    const Fragment all{network_.add_state(), network_.add_state()};
    State none = all.first, some = -1;
    for (const Json &one : item["enum"]) {
      const auto choice = [&] { return constants(item, Json::array({one}), "enum"); };
      const State after = network_.add_state();
      join_states(none, choice(), after);
      if (some >= 0) join_states(some, network_.sequence(comma(), choice()), after), network_.skip(some, after);
      some = after;
    }
    if (some >= 0) network_.skip(some, all.last);
    if (least == 0) network_.skip(none, all.last);
    return enclosed("[", all, "]");
  }

  // Built from the end: each item may be followed by the rest.
  Fragment list_items(const Json &prefix, const Json &items, int64_t least, int64_t most) {
    const int64_t placed = static_cast<int64_t>(prefix.size());
    const int32_t item_rule = items == Json(false) ? -1 : rule_of(items);
    const auto item = [&](int64_t index) {
      return index < placed ? value(prefix[static_cast<std::size_t>(index)]) : network_.rule(item_rule);
    };
    const int64_t counted = most >= 0 ? most : std::max(least, placed) + 1;
    Fragment rest = network_.nothing();
    if (most < 0) rest = network_.repeated(network_.sequence(comma(), item(placed)));
    for (int64_t index = counted - 1; index >= 0; --index) {
      Fragment one = network_.sequence(item(index), rest);
      if (index > 0) one = network_.sequence(comma(), one);
      rest = index < least ? one : network_.optional(one);
    }
    return rest;
  }

  int32_t rule_of(const Json &schema) {
    const int32_t rule = network_.declare_rule();
    network_.define(rule, value(schema));
    return rule;
  }

  Fragment object(const Json &schema) {
    if (!only(schema, {"type", "properties", "required", "additionalProperties", "propertyNames"})) return {};
    if (schema.contains("propertyNames")) return object(with_named_properties(schema));
    const Json none = Json::object(), any = true, nobody = Json::array();
    const Json &properties = schema.contains("properties") ? schema["properties"] : none;
    const Json &required = schema.contains("required") ? schema["required"] : nobody;
    const Json &others = schema.contains("additionalProperties") ? schema["additionalProperties"] : any;
    if (!properties.is_object() || !required.is_array()) return fail("properties is an object, and required a list of names");
    std::vector<Member> members;
    std::set<std::string> needed;
    for (const Json &name : required) {
      if (!name.is_string()) return fail("required is a list of names");
      needed.insert(name);
    }
    for (const auto &[name, property] : properties.items()) members.push_back({name, rule_of(property), needed.erase(name) > 0});
    for (const std::string &name : needed) {
      if (others == Json(false)) return fail("'" + name + "' is required and not allowed");
      members.push_back({name, rule_of(others), true});
    }
    return enclosed("{", member_list(members, others), "}");
  }

  // A dict whose keys are constants: each of them may be there, and no other.
  Json with_named_properties(const Json &schema) {
    const Json names = resolved(schema["propertyNames"]);
    const bool constant = names.is_object() && names.contains("enum") && names["enum"].is_array();
    if (!constant || schema.contains("properties")) fail("propertyNames other than an enum, without properties beside it");
    Json out = schema;
    out.erase("propertyNames");
    if (!why.empty()) return out;
    const Json item = schema.contains("additionalProperties") ? schema["additionalProperties"] : Json(true);
    for (const Json &name : names["enum"])
      if (name.is_string()) out["properties"][name.get<std::string>()] = item;
    out["additionalProperties"] = false;
    return out;
  }

  struct Member {
    std::string name;
    int32_t rule;
    bool required;
  };

  // In order. Two chains of states: before any member was written, and after one, where a comma comes first.
  Fragment member_list(const std::vector<Member> &members, const Json &others) {
    const Fragment all{network_.add_state(), network_.add_state()};
    State none = all.first, some = -1;
    for (const Member &member : members) {
      const State after = network_.add_state();
      if (none >= 0) join_states(none, property(member), after);
      if (some >= 0) join_states(some, network_.sequence(comma(), property(member)), after);
      if (!member.required && some >= 0) network_.skip(some, after);
      if (member.required) none = -1;
      some = after;
    }
    if (others != Json(false)) {
      const int32_t rule = rule_of(others);
      const State after = network_.add_state();
      const auto next = [&] { return network_.sequence(comma(), other_property(members, rule)); };
      if (none >= 0) join_states(none, other_property(members, rule), after);
      if (some >= 0) join_states(some, next(), after);
      join_states(after, next(), after);
      network_.skip(after, all.last);
    }
    if (none >= 0) network_.skip(none, all.last);
    if (some >= 0) network_.skip(some, all.last);
    return all;
  }

  void join_states(State from, Fragment between, State to) {
    network_.skip(from, between.first);
    network_.skip(between.last, to);
  }

  Fragment colon() { return network_.sequence(network_.bytes(":"), network_.optional(network_.bytes(" "))); }
  Fragment named(const std::string &name, Fragment value) {
    return network_.sequence(network_.sequence(network_.bytes(dump_json(Json(name))), colon()), value);
  }
  Fragment property(const Member &member) { return named(member.name, network_.rule(member.rule)); }

  // A name that is none of the members' own: otherwise a text could say one of them twice.
  Fragment other_property(const std::vector<Member> &members, int32_t rule) {
    std::set<std::string> taken;
    for (const Member &member : members) taken.insert(dump_json(Json(member.name)).substr(1));
    return network_.sequence(network_.sequence(name_besides(network_, taken, character_rule()), colon()), network_.rule(rule));
  }

  // ---- what every schema may use, made once

  int32_t character_rule() {
    if (character_rule_ >= 0) return character_rule_;
    character_rule_ = network_.declare_rule();
    Fragment unicode = network_.bytes("\\u");
    for (int index = 0; index < 4; ++index) {
      unicode = network_.sequence(
          unicode, network_.either({network_.byte_range('0', '9'), network_.byte_range('a', 'f'), network_.byte_range('A', 'F')}));
    }
    network_.define(character_rule_, network_.either({string_characters(network_, 0, U'\x10ffff'), network_.bytes("\\/"), unicode}));
    return character_rule_;
  }

  int32_t blank_rule() {
    if (blank_rule_ >= 0) return blank_rule_;
    blank_rule_ = network_.declare_rule();
    const Fragment line = network_.sequence(network_.bytes("\n"), repeat([this] { return network_.bytes(" "); }, 0, 32));
    network_.define(blank_rule_, network_.either({network_.nothing(), network_.bytes(" "), line}));
    return blank_rule_;
  }

  int32_t any_object_rule() {
    any_value();
    return any_object_rule_;
  }

  Fragment any_value() {
    if (any_rule_ >= 0) return network_.rule(any_rule_);
    any_rule_ = network_.declare_rule();
    any_object_rule_ = network_.declare_rule();
    const auto name = [this] { return network_.sequence(quoted(network_.repeated(character())), colon()); };
    const auto member = [&] { return network_.sequence(name(), network_.rule(any_rule_)); };
    const Fragment members = network_.sequence(member(), network_.repeated(network_.sequence(comma(), member())));
    network_.define(any_object_rule_, enclosed("{", network_.optional(members), "}"));
    const auto item = [this] { return network_.rule(any_rule_); };
    const Fragment items = network_.sequence(item(), network_.repeated(network_.sequence(comma(), item())));
    network_.define(any_rule_, network_.either({network_.rule(any_object_rule_), enclosed("[", network_.optional(items), "]"),
                                                quoted(network_.repeated(character())), number(), network_.bytes("true"),
                                                network_.bytes("false"), network_.bytes("null")}));
    return network_.rule(any_rule_);
  }

  Network &network_;
  const Json &root_;
  std::map<std::string, int32_t> references_;
  int32_t character_rule_ = -1, blank_rule_ = -1, any_rule_ = -1, any_object_rule_ = -1;
};

}  // namespace

std::shared_ptr<const Grammar> json_schema_grammar(const Json &schema, std::string &why) {
  auto grammar = std::make_shared<Grammar>();
  Builder builder(*grammar, schema);
  grammar->whole = builder.value(schema);
  why = builder.why;
  if (why.empty() && !grammar->network.progresses()) why = "a $ref leads back to itself without anything between";
  if (why.empty() && !grammar->network.keep_what_ends(grammar->whole)) why = "no value that fits the schema has an end";
  return why.empty() ? grammar : nullptr;
}

std::shared_ptr<const Grammar> json_object_grammar() {
  auto grammar = std::make_shared<Grammar>();
  const Json nothing;
  Builder builder(*grammar, nothing);
  grammar->whole = builder.any_object();
  return grammar;
}

std::shared_ptr<const Grammar> regular_expression_grammar(const std::string &pattern, std::string &why) {
  auto grammar = std::make_shared<Grammar>();
  if (!add_regular_expression(grammar->network, pattern, true, plain_text, grammar->whole, why)) return nullptr;
  if (!grammar->network.keep_what_ends(grammar->whole)) why = "no text matches it";
  return why.empty() ? grammar : nullptr;
}

}  // namespace modelet::grammar
