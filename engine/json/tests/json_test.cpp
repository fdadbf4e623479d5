// Objects keep their order at any size, through copies, changes and erasing; depth is bounded.
#include "json/json.h"
#include "json/whole_values.h"

#include <string>

#include "json/excerpt.h"
#include "json/reader.h"
#include "testing/check.h"

using modelet::Json;

namespace {

Json numbered(int count) {
  Json object = Json::object();
  for (int index = 0; index < count; ++index) object["k" + std::to_string(index)] = index;
  return object;
}

void keys_are_found_at_every_size() {
  for (int count : {0, 1, 15, 16, 17, 31, 32, 33, 200, 5000}) {
    const Json object = numbered(count), copy = object;
    CHECK_EQUAL(copy.size(), static_cast<std::size_t>(count));
    for (int index = 0; index < count; ++index) CHECK_EQUAL(copy.at("k" + std::to_string(index)).get<int>(), index);
    CHECK(!copy.contains("k" + std::to_string(count)));
    CHECK(object == copy);
  }
}

void erasing_keeps_the_order() {
  for (int count : {3, 16, 17, 100}) {
    Json object = numbered(count);
    object.erase("k1");
    object.erase(object.begin());
    object["new"] = true;
    object["k2"] = "changed";
    CHECK_EQUAL(object.size(), static_cast<std::size_t>(count - 1));
    CHECK_EQUAL(object.begin().key(), "k2");
    CHECK_EQUAL((--object.end()).key(), "new");
    CHECK_EQUAL(object["k2"].get<std::string>(), "changed");
    CHECK(!object.contains("k0") && !object.contains("k1"));
  }
}

void the_last_of_equal_keys_counts() {
  Json out;
  std::string why;
  CHECK(modelet::parse_json(R"({"a":1,"b":2,"a":3})", out, why));
  CHECK_EQUAL(modelet::dump_json(out), R"({"a":3,"b":2})");
}

void depth_is_bounded() {
  Json out;
  std::string why;
  const std::string deep(modelet::maximum_json_depth, '['), closed(modelet::maximum_json_depth, ']');
  CHECK(modelet::parse_json(deep + closed, out, why));
  CHECK(!modelet::parse_json("[" + deep + closed + "]", out, why));
  CHECK(modelet::parse_json("\"[[\\\"" + std::string(1000, '[') + "\"", out, why));
}

// Every form of VALUES.md may stand 200 times inside of itself, with a request's own objects around it.
void values_nest_as_promised() {
  const auto repeated = [](std::string_view part) {
    std::string out;
    for (int level = 0; level < 200; ++level) out += part;
    return out;
  };
  for (const auto &[open, close] : {std::pair{"[", "]"}, {R"({"$tuple":[)", "]}"}, {R"({"$dict":[[1,)", "]]}"}}) {
    const std::string text = R"({"call":{"value":)" + repeated(open) + "1" + repeated(close) + "}}";
    Json out;
    std::string why;
    CHECK(modelet::parse_json(text, out, why));
    CHECK_EQUAL(modelet::dump_json(out), text);
  }
}

// What is read fast is what the library reads, to the kind of each number.
void agrees_with_the_library(const std::string &text) {
  Json fast;
  if (!modelet::json::read_well_formed(text, 20, fast)) return;
  const Json slow = Json::parse(text, nullptr, false);
  CHECK(!slow.is_discarded());
  CHECK_EQUAL(modelet::dump_json(fast), modelet::dump_json(slow));
  CHECK(fast == slow && fast.type() == slow.type());
}

void fast_reading_reads_what_the_library_does() {
  Json out;
  const std::string texts[] = {
      R"({"call":{"a":[1,-2,0,-0,3.5,-0.0,1e3,2E-7,1.5e+10],"b":{"c":null,"d":true,"e":false}},"a":1,"b":2,"a":3})",
      R"(  [ "plain and a good deal longer than one block" , "\"\\\/\b\f\n\r\t" , "\u0041\u00e9\u20AC\ud83d\ude00" , "é€😀" , {} , [] ]  )",
      "[9223372036854775807,9223372036854775808,18446744073709551615,18446744073709551616,-9223372036854775808,-9223372036854775809]",
      R"("")",
      "0",
      "12",
  };
  for (const std::string &text : texts) {
    CHECK(modelet::json::read_well_formed(text, 20, out));
    agrees_with_the_library(text);
    for (std::size_t at = 0; at < text.size(); ++at) {
      agrees_with_the_library(text.substr(0, at));
      for (const char *other : {"",  "\"", "\\", "{", "}", "[", "]",  ",",    ":",    "-",    "+",   ".",
                                "0", "1",  "e",  "u", "d", "t", "\n", "\x01", "\x80", "\xed", "\xf4"})
        agrees_with_the_library(text.substr(0, at) + other + text.substr(at + 1));
    }
  }
  for (const char *wrong : {"", "01", "1.", ".5", "1e", "+1", "nul", "[1,]", "{\"a\"}", "{1:2}", "\"\\ud800\"", "\"\xc0\x80\"",
                            "\"\xed\xa0\x80\"", "1 2", "1e999"})
    CHECK(!modelet::json::read_well_formed(wrong, 20, out));
  CHECK(!modelet::json::read_well_formed("[[[]]]", 2, out));
}

void excerpts_are_short_and_whole() {
  CHECK_EQUAL(modelet::excerpt(Json("ab")), "\"ab\"");
  CHECK_EQUAL(modelet::shortened("äöü", 3), "ä…");
  CHECK(modelet::excerpt(Json(std::string(100000, 'x'))).size() < 300);
  CHECK_EQUAL(modelet::excerpt(Json(std::vector<int>(100, 1))), "an array of 100 items");
}

void what_had_ended_of_a_cut_text_is_whole() {
  const auto whole = [](std::string_view text) { return modelet::whole_values(text); };
  CHECK_EQUAL(whole(R"({"a": [1, 2, 3)"), R"({"a": [1, 2]})");
  CHECK_EQUAL(whole(R"({"a": "x", "b": "un)"), R"({"a": "x"})");
  CHECK_EQUAL(whole(R"({"a": "}\"", "b")"), R"({"a": "}\""})");
  CHECK_EQUAL(whole(R"({"a": {"b": 1}, )"), R"({"a": {"b": 1}})");
  CHECK_EQUAL(whole(R"({"a": true)"), R"({"a": true})");
  CHECK_EQUAL(whole(R"({"a": tru)"), "{}");
  CHECK_EQUAL(whole(R"([{}, [)"), "[{}, []]");
  CHECK_EQUAL(whole(""), "");
  CHECK_EQUAL(whole("12"), "");
  CHECK_EQUAL(whole("]"), "");
  // Wherever a text is cut, what is left can be read.
  const std::string text = R"({"a": [1, -2.5e3, "x\u00e9\\", {"b": null, "c": {}}, [[], [true]]], "d": false, "e": "f"})";
  Json out;
  std::string why;
  for (std::size_t length = 1; length <= text.size(); ++length) {
    CHECK(modelet::parse_json(whole(std::string_view(text).substr(0, length)), out, why));
  }
  CHECK_EQUAL(whole(text), text);
}

}  // namespace

int main() {
  what_had_ended_of_a_cut_text_is_whole();
  keys_are_found_at_every_size();
  erasing_keeps_the_order();
  the_last_of_equal_keys_counts();
  depth_is_bounded();
  values_nest_as_promised();
  fast_reading_reads_what_the_library_does();
  excerpts_are_short_and_whole();
  return modelet::testing::result();
}
