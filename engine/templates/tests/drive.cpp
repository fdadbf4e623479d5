// Renders templates from standard input, for tests that compare with transformers: the program arrives with the request, so that
// thousands of templates need no compiler.
//
// Numbers are little-endian int64, texts a length and UTF-32. A request: the program (words, root, texts, source), the memory
// limit, `now` or -1, whether what is generated is reported, the field to continue, whether an answer is to begin, messages or none,
// tools, documents, variables. Without messages the variables alone are rendered. A second number of rounds measures.
// An answer: 0, the text, the spans, nanoseconds a round; or 1, the exception's class and message.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "core/call.h"
#include "python/heap.h"
#include "templates/chat.h"

namespace {

using namespace modelet;
using namespace modelet::templates;

bool read(int64_t &value) {
  return std::fread(&value, sizeof value, 1, stdin) == 1;
}

int64_t number() {
  int64_t value = 0;
  if (!read(value)) std::exit(2);
  return value;
}

std::u32string text() {
  std::u32string value(static_cast<std::size_t>(number()), U'\0');
  if (!value.empty() && std::fread(value.data(), sizeof(char32_t), value.size(), stdin) != value.size()) std::exit(2);
  return value;
}

void write(int64_t value) {
  std::fwrite(&value, sizeof value, 1, stdout);
}

void write(std::u32string_view value) {
  write(static_cast<int64_t>(value.size()));
  std::fwrite(value.data(), sizeof(char32_t), value.size(), stdout);
}

Value value(Call &call) {
  const int64_t kind = number();
  switch (kind) {
    case 1:
      return Value(false);
    case 2:
      return Value(true);
    case 3:
      return Value(number());
    case 4: {
      const int64_t bits = number();
      double real = 0;
      __builtin_memcpy(&real, &bits, sizeof real);
      return Value(real);
    }
    case 5:
      return Value(python::new_str(call, text()));
    case 6:
    case 8: {
      std::vector<Value> items;
      for (int64_t left = number(); left > 0; --left) items.push_back(value(call));
      return list_of(call, std::move(items), kind == 6 ? Kind::list : Kind::tuple);
    }
    case 7: {
      const Ref<DictObject> dict = make<DictObject>(call);
      for (int64_t left = number(); left > 0; --left) {
        const Value key = value(call);
        const Value item = value(call);
        if (dict) dict->table.put(call, key, item);
      }
      return Value(Kind::dict, dict.get());
    }
    default:
      return Value::none();
  }
}

struct Loaded {
  std::vector<uint32_t> code;
  std::vector<std::u32string> texts;
  std::vector<std::u32string_view> views;
  std::u32string source;
  Template program{};
};

void load(Loaded &out) {
  out.code.resize(static_cast<std::size_t>(number()));
  if (std::fread(out.code.data(), sizeof(uint32_t), out.code.size(), stdin) != out.code.size()) std::exit(2);
  const auto root = static_cast<uint32_t>(number());
  for (int64_t left = number(); left > 0; --left) out.texts.push_back(text());
  for (const std::u32string &one : out.texts) out.views.push_back(one);
  out.source = text();
  out.program = {out.code.data(), root, out.views.data(), nullptr, 0, out.source};
}

struct Request {
  int64_t limit, now, track, rounds;
  ChatOptions options;
};

Str rendered(Call &call, const Loaded &loaded, const Request &request, const Chat &chat, std::vector<Generated> &spans) {
  const int64_t *now = request.now < 0 ? nullptr : &request.now;
  std::vector<Generated> *generated = request.track != 0 ? &spans : nullptr;
  if (chat.messages.is_none()) return render(call, loaded.program, chat.variables->table, generated, now);
  return render_chat(call, loaded.program, chat, request.options, generated, now);
}

void answer(const Loaded &loaded) {
  Call call;
  Request request{number(), number(), number(), number(), {}};
  python::attach_heap(call, static_cast<uint64_t>(request.limit));
  request.options.continued = python::new_str(call, text());
  request.options.add_generation_prompt = number() != 0;
  Chat chat{value(call), value(call), value(call), {}};
  const Value variables = value(call);
  chat.variables = Ref<DictObject>(&variables.as<DictObject>());
  std::vector<Generated> spans;
  Str out;
  const auto start = std::chrono::steady_clock::now();
  for (int64_t round = 0; round < request.rounds; ++round) out = rendered(call, loaded, request, chat, spans);
  const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - start).count();
  write(call.failed() ? 1 : 0);
  if (call.failed()) {
    write(python::from_message(call, call.error.python_class.text()).view());
    return write(python::from_message(call, call.error.message).view());
  }
  write(out.view());
  write(static_cast<int64_t>(spans.size()));
  for (const Generated &one : spans) write(one.start), write(one.stop);
  write(spent / request.rounds);
}

}  // namespace

int main() {
  int64_t words = 0;
  while (read(words)) {
    if (words != 0x54504c) return 2;
    Loaded loaded;
    load(loaded);
    answer(loaded);
    std::fflush(stdout);
  }
  return 0;
}
