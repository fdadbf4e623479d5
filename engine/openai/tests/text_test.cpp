// Readers of a model's text: what they say does not depend on how the text is cut, and no text is lost. Fuzzed with pieces of every format.
#include <array>
#include <random>
#include <string>
#include <vector>

#include "openai/chat/stop_scanner.h"
#include "openai/chat/text_reader.h"
#include "testing/check.h"

using namespace modelet::openai;

namespace {

std::mt19937 generator(20261130);

int below(int count) {
  return std::uniform_int_distribution<int>(0, count - 1)(generator);
}

constexpr std::array<std::string_view, 41> fragments{"<tool_call>",
                                                     "</tool_call>",
                                                     "<think>",
                                                     "</think>",
                                                     "<|python_tag|>",
                                                     "[TOOL_CALLS]",
                                                     "[ARGS]",
                                                     "<start_function_call>",
                                                     "<end_function_call>",
                                                     "<escape>",
                                                     "<|tool_call>",
                                                     "<tool_call|>",
                                                     "<|\"|>",
                                                     "<|channel|>commentary to=",
                                                     "<|message|>",
                                                     "<|call|>",
                                                     "<|channel|>analysis<|message|>",
                                                     "<|end|>",
                                                     "<|channel|>final<|message|>",
                                                     "{\"name\": \"f\", \"arguments\": {\"a\": [1, \"}\"]}}",
                                                     "{\"name\": \"g\", \"parameters\": {}}",
                                                     "call:f{a:1,b:[true,null]}",
                                                     "```tool_code",
                                                     "```",
                                                     "f(a=1, b=[True, 'x'])",
                                                     "f.call(q=\"y\")",
                                                     "print(",
                                                     "<|start|>assistant",
                                                     " to=functions.f",
                                                     "{",
                                                     "}",
                                                     "\"",
                                                     "\\",
                                                     "[",
                                                     "]",
                                                     " ",
                                                     "\n",
                                                     "text",
                                                     "<",
                                                     "\xC3\xA9",
                                                     ";"};

std::string random_text() {
  std::string text;
  for (int count = below(12); count > 0; --count) {
    const std::string_view fragment = fragments[static_cast<std::size_t>(below(fragments.size()))];
    text += below(8) == 0 ? fragment.substr(0, static_cast<std::size_t>(below(static_cast<int>(fragment.size()) + 1))) : fragment;
  }
  return text;
}

// Pieces of one kind that follow each other are one text.
std::string told(const std::vector<Said> &said) {
  std::string text;
  int last = -1;
  for (const Said &one : said) {
    if (one.what == Saying::tool) {
      text += "\nT " + one.tool.name + " " + one.tool.arguments;
    } else if (one.what == Saying::arguments) {
      text += one.text;
    } else {
      if (last != static_cast<int>(one.what)) text += one.what == Saying::content ? "\nC " : "\nR ";
      text += one.text;
    }
    last = one.what == Saying::tool || one.what == Saying::arguments ? -1 : static_cast<int>(one.what);
  }
  return text;
}

std::string read(const TextFormat &format, bool tools, bool call_only, const std::string &text, bool cut) {
  TextReader reader(format, tools, call_only);
  std::vector<Said> said;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = cut ? static_cast<std::size_t>(below(6)) : text.size();
    reader.add(std::string_view(text).substr(at, length), said);
    at += length;
  }
  reader.finish(said);
  return told(said);
}

constexpr std::array tool_tables{&tool_formats::json,      &tool_formats::llama,          &tool_formats::hermes, &tool_formats::mistral,
                                 &tool_formats::tool_code, &tool_formats::function_gemma, &tool_formats::gemma,  &tool_formats::harmony};
constexpr std::array reasoning_tables{&reasoning_formats::think, &reasoning_formats::think_opened, &reasoning_formats::gemma,
                                      &reasoning_formats::harmony};

void cuts_change_nothing() {
  for (int round = 0; round < 40000; ++round) {
    TextFormat format;
    if (below(5) > 0) format.tools = tool_tables[static_cast<std::size_t>(below(tool_tables.size()))];
    if (below(3) > 0) format.reasoning = reasoning_tables[static_cast<std::size_t>(below(reasoning_tables.size()))];
    const bool tools = below(4) > 0, call_only = below(6) == 0;
    const std::string text = random_text();
    CHECK_EQUAL(read(format, tools, call_only, text, true), read(format, tools, call_only, text, false));
  }
}

void a_text_without_formats_stays_itself() {
  for (int round = 0; round < 2000; ++round) {
    const std::string text = random_text();
    CHECK_EQUAL(read({}, true, false, text, true), text.empty() ? "" : "\nC " + text);
  }
}

std::string calls(const ToolFormat &format, const std::string &text) {
  return read({&format, nullptr}, true, false, text, true);
}

void every_format_is_read() {
  CHECK_EQUAL(calls(tool_formats::hermes, "Hi.\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>\n"),
              "\nC Hi.\nT f {\"a\":1}");
  CHECK_EQUAL(calls(tool_formats::hermes, "<tool_call>{\"name\": \"f\"}</tool_call>"), "\nT f {}");
  CHECK_EQUAL(calls(tool_formats::hermes, "<tool_call>{\"name\": \"f\", \"arguments\": \"{\\\"a\\\":2}\"}</tool_call>"), "\nT f {\"a\":2}");
  CHECK_EQUAL(calls(tool_formats::llama, "{\"name\": \"f\", \"parameters\": {\"a\": 1}}; {\"name\": \"g\", \"parameters\": {}}"),
              "\nT f {\"a\":1}\nT g {}");
  CHECK_EQUAL(calls(tool_formats::llama, "<|python_tag|>{\"name\": \"f\", \"parameters\": {}}"), "\nT f {}");
  CHECK_EQUAL(calls(tool_formats::llama, "{\"name\": \"Ann\", \"age\": 3}"), "\nC {\"name\": \"Ann\", \"age\": 3}");
  CHECK_EQUAL(
      calls(tool_formats::mistral, "[TOOL_CALLS] [{\"name\": \"f\", \"arguments\": {}}, {\"name\": \"g\", \"arguments\": {\"b\": []}}]"),
      "\nT f {}\nT g {\"b\":[]}");
  CHECK_EQUAL(calls(tool_formats::mistral, "[TOOL_CALLS]f[ARGS]{\"a\": 1}[TOOL_CALLS]g[ARGS]{}"), "\nT f {\"a\":1}\nT g {}");
  CHECK_EQUAL(calls(tool_formats::function_gemma,
                    "<start_function_call>call:f{city:<escape>Bern, {CH}<escape>,days:3,deep:{x:[true,1.5]}}<end_function_call>"),
              "\nT f {\"city\":\"Bern, {CH}\",\"days\":3,\"deep\":{\"x\":[true,1.5]}}");
  CHECK_EQUAL(calls(tool_formats::gemma, "<|tool_call>call:f{city:<|\"|>Bern<|\"|>}<tool_call|>"), "\nT f {\"city\":\"Bern\"}");
  CHECK_EQUAL(calls(tool_formats::harmony, "<|channel|>commentary to=functions.f <|constrain|>json<|message|>{\"a\": 1}<|call|>"),
              "\nT f {\"a\":1}");
}

void calls_written_as_python_are_read() {
  const auto python = [](const std::string &text) { return calls(tool_formats::tool_code, "```tool_code\n" + text + "\n```"); };
  CHECK_EQUAL(python("f(city='Bern', days=3)"), "\nT f {\"city\":\"Bern\",\"days\":3}");
  CHECK_EQUAL(python("print(f(a=1.5))\ng()"), "\nT f {\"a\":1.5}\nT g {}");
  CHECK_EQUAL(python("[f(a=True), g(b=None)]"), "\nT f {\"a\":true}\nT g {\"b\":null}");
  CHECK_EQUAL(python("f(a=[1, (2,), {'k': -3e2}], b=\"x\" 'y',)"), "\nT f {\"a\":[1,[2],{\"k\":-300.0}],\"b\":\"xy\"}");
  CHECK_EQUAL(python("api.f(a='\\u00e9\\n\\'\\\\q')"), "\nT api.f {\"a\":\"\xC3\xA9\\n'\\\\q\"}");
  CHECK_EQUAL(python("f(a='''two\nlines''')"), "\nT f {\"a\":\"two\\nlines\"}");
  CHECK_EQUAL(python("printer(a=1)"), "\nT printer {\"a\":1}");
  CHECK_EQUAL(calls(tool_formats::llama, "<|python_tag|>brave_search.call(query=\"Bern\")"), "\nT brave_search {\"query\":\"Bern\"}");
  for (const char *text :
       {"f('Bern')", "f(a=x)", "f(a=1, a=2)", "f(a=", "f(a='x\ny')", "f(a=1) + 2", "x = f()", "f", "print(f(a=1)", "f(a='\\ud800')"}) {
    const std::string whole = "```tool_code\n" + std::string(text) + "\n```";
    CHECK_EQUAL(calls(tool_formats::tool_code, whole), "\nC " + whole);
  }
}

// What a model of each family says: content or thoughts, then calls, then more.
struct Talk {
  TextFormat format;
  std::string text, told;
};

std::vector<Talk> talks() {
  const std::string json = "{\"name\": \"f\", \"arguments\": {\"a\": \"}<\"}}";
  const std::string f = "\nT f {\"a\":\"}<\"}", g = "\nT g {}";
  const TextFormat harmony{&tool_formats::harmony, &reasoning_formats::harmony};
  return {
      {{&tool_formats::json, nullptr}, json + "; {\"name\": \"g\", \"parameters\": {}}", f + g},
      {{&tool_formats::llama, nullptr}, "Hi.<|python_tag|>" + json, "\nC Hi." + f},
      {{&tool_formats::llama, nullptr}, "<|python_tag|>f.call(a=\"}<\")", f},
      {{&tool_formats::hermes, &reasoning_formats::think},
       "<think>\nhm\n</think>\n\nHi.\n<tool_call>\n" + json + "\n</tool_call>\n<tool_call>{\"name\": \"g\"}</tool_call>",
       "\nR hm\nC Hi." + f + g},
      {{&tool_formats::hermes, &reasoning_formats::think_opened}, "hm\n</think>\n<tool_call>" + json + "</tool_call>", "\nR hm" + f},
      {{&tool_formats::mistral, nullptr}, "Hi.[TOOL_CALLS] [" + json + ", {\"name\": \"g\", \"arguments\": {}}]", "\nC Hi." + f + g},
      {{&tool_formats::mistral, nullptr}, "[TOOL_CALLS]f[ARGS]{\"a\": \"}<\"}[TOOL_CALLS]g[ARGS]{}", f + g},
      {{&tool_formats::tool_code, nullptr}, "Hi.\n```tool_code\nf(a='}<')\ng()\n```\n", "\nC Hi." + f + g},
      {{&tool_formats::function_gemma, nullptr}, "<start_function_call>call:f{a:<escape>}<<escape>}<end_function_call>", f},
      {{&tool_formats::gemma, &reasoning_formats::gemma},
       "<|channel>thought\nhm<channel|><|tool_call>call:f{a:<|\"|>}<<|\"|>}<tool_call|><|tool_call>call:g{}<tool_call|>",
       "\nR hm" + f + g},
      {harmony,
       "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary<|message|>Hi.<|end|><|start|>assistant"
       "<|channel|>commentary to=functions.f <|constrain|>json<|message|>{\"a\": \"}<\"}<|call|>",
       "\nR hm\nC Hi." + f},
      {harmony, " to=functions.f<|channel|>commentary json<|message|>{\"a\": \"}<\"}<|call|>", f},
      {harmony,
       "<|channel|>analysis<|message|>hm<|end|><|start|>assistant to=functions.f<|channel|>commentary json<|message|>{\"a\": \"}<\"}",
       "\nR hm" + f},
      {harmony,
       "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>analysis to=python code<|message|>b<|call|><|start|>assistant"
       "<|channel|>final <|constrain|>json<|message|>{}<|return|>",
       "\nR ab\nC {}"},
      {harmony, " {\"a\": 1}", "\nC  {\"a\": 1}"},
      {harmony, "Yes to=x", "\nC Yes to=x"},
      {harmony, "<|channel|>commentary to=functions.f<|message|>no object<|call|>", "\nC no object"},
  };
}

std::string read_in_three(const Talk &talk, std::size_t first, std::size_t second) {
  const std::string_view text = talk.text;
  TextReader reader(talk.format, true, false);
  std::vector<Said> said;
  for (std::string_view piece : {text.substr(0, first), text.substr(first, second - first), text.substr(second)}) reader.add(piece, said);
  reader.finish(said);
  return told(said);
}

// At every two positions: streamed text says what whole text says.
void a_cut_anywhere_changes_nothing() {
  for (const Talk &talk : talks()) {
    for (std::size_t first = 0; first <= talk.text.size(); ++first) {
      for (std::size_t second = first; second <= talk.text.size(); ++second) CHECK_EQUAL(read_in_three(talk, first, second), talk.told);
    }
  }
}

std::string forced(const std::string &text, const std::string &only = {}) {
  TextReader reader({&tool_formats::hermes, nullptr}, true, true, only);
  std::vector<Said> said;
  for (const char letter : text) reader.add(std::string_view(&letter, 1), said);
  reader.finish(said);
  return told(said);
}

void a_forced_call_is_told_as_far_as_it_came() {
  CHECK_EQUAL(forced(R"({"name": "f", "arguments": {"a": "}\"]{"}})"), "\nT f {\"a\": \"}\\\"]{\"}");
  CHECK_EQUAL(forced(" {\n \"name\" : \"f\" ,\n \"arguments\" : {} }\n"), "\nT f {}");
  CHECK_EQUAL(forced(R"({"name": "f", "arguments": {"a": "B)"), R"(
T f {"a": "B)");
  CHECK_EQUAL(forced(R"({"name": "f", "arguments": {"a": [1, 2]})"), "\nT f {\"a\": [1, 2]}");
  CHECK_EQUAL(forced(R"({"name": "f", "argu)"), "\nT f ");
  CHECK_EQUAL(forced(R"({"name": "f)"), "");
  CHECK_EQUAL(forced(R"({"na)", "f"), "\nT f ");
  CHECK_EQUAL(forced(R"({"arguments": {}, "name": "f"})"), "\nT f {}");
  CHECK_EQUAL(forced(R"({"name": "f", "arguments": 3})"), R"(
C {"name": "f", "arguments": 3})");
  CHECK_EQUAL(forced(R"([{"name": "f", "arguments": {}}, {"name": "g", "arguments": {}}])"), "\nT f {}\nT g {}");
}

std::string cut(const ToolFormat &format, const std::string &text) {
  TextReader reader({&format, nullptr}, true, false, {});
  std::vector<Said> said;
  reader.add(text, said);
  reader.finish(said, true);
  return told(said);
}

void a_marked_call_that_the_limit_cuts_is_told_as_far_as_it_came() {
  using namespace tool_formats;
  CHECK_EQUAL(cut(hermes, R"(Well. <tool_call>{"name": "f", "arguments": {"a": "B)"), R"(
C Well.
T f {"a": "B)");
  CHECK_EQUAL(cut(hermes, R"(<tool_call>{"name": "f", "arguments": {"a": 1}}</tool)"), R"(
T f {"a": 1})");
  CHECK_EQUAL(cut(hermes, R"(<tool_call>{"name": "f", "arguments": {}}</tool_call><tool_call>{"name": "g", "par)"), "\nT f {}\nT g ");
  CHECK_EQUAL(cut(mistral, R"([TOOL_CALLS][{"name": "f", "arguments": {"a": 1}}, {"name": "g", "arguments": {"b": [)"), R"(
T f {"a": 1}
T g {"b": [)");
  CHECK_EQUAL(cut(llama, R"(<|python_tag|>{"name": "f", "parameters": {"a")"), R"(
T f {"a")");
  CHECK_EQUAL(cut(hermes, R"(<tool_call>{"name": "f)"), R"(
C <tool_call>{"name": "f)");
  CHECK_EQUAL(cut(hermes, "<tool_call>no"), "\nC <tool_call>no");
  CHECK_EQUAL(cut(json, R"({"name": "f", "arguments": {"a)"), R"(
C {"name": "f", "arguments": {"a)");
}

void reasoning_is_apart() {
  const TextFormat harmony{&tool_formats::harmony, &reasoning_formats::harmony};
  CHECK_EQUAL(read(harmony, false, false,
                   "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>", true),
              "\nR hm\nC Yes.");
  CHECK_EQUAL(read({nullptr, &reasoning_formats::think}, false, false, "\n<think>\nhm\n</think>\n\nYes.", true), "\nR hm\nC Yes.");
  CHECK_EQUAL(read({nullptr, &reasoning_formats::think_opened}, false, false, "hm</think>Yes.", true), "\nR hm\nC Yes.");
  CHECK_EQUAL(read({nullptr, &reasoning_formats::gemma}, false, false, "<|channel>thought\nhm<channel|>Yes.", true), "\nR hm\nC Yes.");
}

std::string scan(const std::vector<std::string> &stops, const std::string &text, bool cut) {
  StopScanner scanner(stops);
  std::string said;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = cut ? static_cast<std::size_t>(below(4)) : text.size();
    said += scanner.add(std::string_view(text).substr(at, length));
    at += length;
  }
  return said + scanner.rest() + (scanner.stopped() ? "|" + *scanner.stop() : "");
}

std::string random_letters(int most) {
  std::string text;
  for (int count = below(most); count >= 0; --count) text += static_cast<char>('a' + below(3));
  return text;
}

// A stop string ends the text where a scan letter by letter first finds one whole.
std::string scan_slowly(const std::vector<std::string> &stops, const std::string &text) {
  for (std::size_t end = 1; end <= text.size(); ++end) {
    const std::string *found = nullptr;
    for (const std::string &stop : stops) {
      if (std::string_view(text).substr(0, end).ends_with(stop) && (found == nullptr || stop.size() > found->size())) found = &stop;
    }
    if (found != nullptr) return text.substr(0, end - found->size()) + "|" + *found;
  }
  return text;
}

void stop_strings_are_never_said() {
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::string> stops;
    for (int count = below(4); count > 0; --count) stops.push_back(random_letters(4));
    const std::string text = random_letters(12), expected = scan_slowly(stops, text);
    CHECK_EQUAL(scan(stops, text, true), expected);
    CHECK_EQUAL(scan(stops, text, false), expected);
  }
}

}  // namespace

int main() {
  cuts_change_nothing();
  a_text_without_formats_stays_itself();
  every_format_is_read();
  calls_written_as_python_are_read();
  a_cut_anywhere_changes_nothing();
  a_forced_call_is_told_as_far_as_it_came();
  a_marked_call_that_the_limit_cuts_is_told_as_far_as_it_came();
  reasoning_is_apart();
  stop_strings_are_never_said();
  return modelet::testing::result();
}
