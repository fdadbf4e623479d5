// Answers questions about grammars, a line of JSON each: which texts are accepted, and random texts of the language.
#include <algorithm>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "grammar/constraint.h"
#include "grammar/json_schema.h"
#include "json/json.h"

namespace {

using namespace modelet;
using grammar::Matcher;

std::shared_ptr<const grammar::Grammar> grammar_of(const Json &question, std::string &why) {
  const std::string kind = question["kind"];
  if (kind == "object") return grammar::json_object_grammar();
  if (kind == "pattern") return grammar::regular_expression_grammar(question["source"], why);
  Json schema;
  if (!parse_json(question["source"].get<std::string>(), schema, why)) {
    return nullptr;
  }
  return grammar::json_schema_grammar(schema, why);
}

// A random walk; a text that has become long ends as soon as it may.
std::string sample(Matcher &matcher, std::mt19937_64 &random) {
  std::string text;
  Matcher::Place place = matcher.start();
  while (text.size() < 5000) {
    std::vector<uint8_t> bytes;
    for (int byte = 0; byte < 256; ++byte) {
      const bool common = byte < 0x7f || random() % 8 == 0;
      if (common && matcher.next(place, static_cast<uint8_t>(byte)) != Matcher::dead) bytes.push_back(static_cast<uint8_t>(byte));
    }
    const bool ends = matcher.accepts(place) && (bytes.empty() || text.size() > 60 || random() % 4 == 0);
    if (ends) return text;
    if (bytes.empty()) {
      for (int byte = 0x80; byte < 256; ++byte) {
        if (matcher.next(place, static_cast<uint8_t>(byte)) != Matcher::dead) bytes.push_back(static_cast<uint8_t>(byte));
      }
    }
    if (bytes.empty()) return text + "<dead>";
    uint8_t chosen = bytes[random() % bytes.size()];
    for (const char closing : std::string_view("\"}]")) {  // else a walk rarely leaves what is nested
      if (random() % 3 == 0 && std::find(bytes.begin(), bytes.end(), static_cast<uint8_t>(closing)) != bytes.end())
        chosen = static_cast<uint8_t>(closing);
    }
    text += static_cast<char>(chosen);
    place = matcher.next(place, chosen);
  }
  return "";
}

Json answer(const Json &question) {
  std::string why;
  const auto made = grammar_of(question, why);
  if (made == nullptr) return {{"why", why}};
  Matcher matcher(made);
  Json accepted = Json::array(), samples = Json::array();
  for (const Json &text : question["texts"]) {
    const Matcher::Place place = matcher.next(matcher.start(), text.get<std::string>());
    accepted.push_back(place != Matcher::dead && matcher.accepts(place));
  }
  std::mt19937_64 random(question["seed"].get<uint64_t>());
  for (int64_t index = 0; index < question["samples"].get<int64_t>(); ++index) samples.push_back(sample(matcher, random));
  return {{"accepted", accepted}, {"samples", samples}, {"states", matcher.states()}};
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    Json question;
    if (std::string why; !parse_json(line, question, why)) return 1;
    std::cout << dump_json(answer(question)) << std::endl;
  }
}
