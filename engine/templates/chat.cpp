#include "templates/chat.h"

#include <algorithm>

#include "python/strings.h"
#include "templates/operations.h"

namespace modelet::templates {

namespace {

// The names under which messages carry what a model thought; templates read the first, or the second.
constexpr std::u32string_view reasoning[] = {U"reasoning_content", U"thinking", U"reasoning"};
constexpr std::u32string_view tag = U"CONTINUE_FINAL_MESSAGE_TAG ";

bool is_reasoning(std::u32string_view name) {
  return std::find(std::begin(reasoning), std::end(reasoning), name) != std::end(reasoning);
}

void value_error(Call &call, std::string message) {
  call.raise("ValueError", std::move(message));
}

const Value *given_field(const DictObject &dict, std::u32string_view name) {
  const auto *entry = dict.table.find(Value(Str(name)));
  return entry == nullptr || entry->value.is_none() ? nullptr : &entry->value;
}

// The message without the keys that have no value, and with what the model thought under the names that templates read.
Ref<DictObject> normalized(Call &call, const DictObject &message) {
  const Ref<DictObject> out = make<DictObject>(call);
  const Value *thought = nullptr;
  for (std::u32string_view name : reasoning)
    if (thought == nullptr) thought = given_field(message, name);
  if (out && thought != nullptr) out->table.put(call, Value(U"thinking"), *thought);
  for (const auto &entry : message.table.entries())
    if (out && !entry.value.is_none()) out->table.put(call, entry.key, entry.value);
  if (out && thought != nullptr) out->table.put(call, Value(U"reasoning_content"), *thought);
  return out;
}

bool fill_messages(Call &call, const Value &given, std::vector<Value> &out) {
  for (const Value &message : given.as<ListObject>().items) {
    if (message.is_sequence()) {
      call.raise("NotImplementedError", "apply_chat_template of several conversations in compiled code: call it for each");
      return false;
    }
    if (!message.is(Kind::dict)) {
      raise_type(call,
                 "Chat messages should be dicts, dataclasses or pydantic models, but got " + python::to_utf8(repr(call, message)) + ".");
      return false;
    }
    out.emplace_back(Kind::dict, normalized(call, message.as<DictObject>()).get());
    if (call.failed()) return false;
  }
  return true;
}

bool check_dicts(Call &call, const Value &list, bool tools) {
  if (!list.is_sequence()) return true;
  for (const Value &one : list.as<ListObject>().items) {
    if (one.is(Kind::dict)) continue;
    if (tools) {
      value_error(call,
                  "Tools should either be a JSON schema, or a callable function with type hints and a docstring suitable for "
                  "auto-conversion to a schema.");
    } else {
      raise_type(call, "Documents should be a list of dicts with 'title' and 'text' keys!");
    }
    return false;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------- continuing a message

Value tagged(Call &call, const Value &text) {
  return arithmetic(call, Op::add, text, Value(Str(tag)));
}

// The same blocks with the tag behind the last text.
Value tagged_blocks(Call &call, const Value &blocks, Value &final_text) {
  std::vector<Value> items(blocks.as<ListObject>().items.begin(), blocks.as<ListObject>().items.end());
  for (auto block = items.rbegin(); block != items.rend(); ++block) {
    const auto *text = block->is(Kind::dict) ? block->as<DictObject>().table.find(Value(U"text")) : nullptr;
    if (text == nullptr) continue;
    final_text = text->value;
    const Ref<DictObject> copy = make<DictObject>(call);
    for (const auto &entry : block->as<DictObject>().table.entries())
      if (copy) copy->table.put(call, entry.key, entry.value);
    if (copy) copy->table.put(call, Value(U"text"), tagged(call, final_text));
    *block = Value(Kind::dict, copy.get());
    return call.failed() ? Value() : list_of(call, std::move(items), blocks.kind());
  }
  value_error(call, "continue_final_message is set but we could not find any text to continue in the final message!");
  return {};
}

// The names of the last message's field that shall be continued: what was thought stands under several.
std::vector<Str> continued_fields(const DictObject &last, const Str &name, const Value &value) {
  if (!is_reasoning(name.view())) return {name};
  std::vector<Str> out;
  for (std::u32string_view one : reasoning) {
    const Value *known = given_field(last, one);
    if (known != nullptr && same(*known, value)) out.emplace_back(one);
  }
  return out;
}

// Puts the tag into the last message. The text to continue; missing with an error raised.
Value mark_last(Call &call, const Template &program, DictObject &last, const Str &name) {
  const std::string shown = "\"" + python::to_utf8(name) + "\"";
  const Value *known = given_field(last, name.view());
  if (known == nullptr) {
    value_error(call, "continue_final_message is set but the final message has no " + shown + " to continue!");
    return {};
  }
  Value text = *known;
  const std::vector<Str> fields = continued_fields(last, name, text);
  const bool accepted =
      std::any_of(fields.begin(), fields.end(), [&](const Str &one) { return program.source.find(one.view()) != program.source.npos; });
  if (!accepted) {
    value_error(call, "continue_final_message is set to " + shown + " but this is not an accepted field in the chat_template");
    return {};
  }
  if (text.is_sequence()) {
    const Value blocks = tagged_blocks(call, *known, text);
    if (!call.failed()) last.table.put(call, Value(name), blocks);
  } else {
    for (const Str &one : fields)
      if (!call.failed()) last.table.put(call, Value(one), tagged(call, text));
  }
  return call.failed() ? Value() : text;
}

// The rendered text up to the end of the message that is to be continued.
Str cut_after(Call &call, const Str &rendered, const Value &message) {
  const std::u32string_view shown = tag.substr(0, tag.size() - 1);
  const Str text = python::strip(call, message.text(), python::None{});
  const std::size_t at = rendered.view().rfind(shown);
  if (at == std::u32string_view::npos || rendered.view().find(text.view()) == std::u32string_view::npos) {
    value_error(call,
                "continue_final_message is set but the final message does not appear in the chat after applying the chat template! "
                "This can happen if the chat template deletes portions of the final message. Please verify the chat template and "
                "final message in your chat to ensure they are compatible.Final message to continue: " +
                    python::to_utf8(text) + "\nRendered chat:\n" + python::to_utf8(rendered));
    return {};
  }
  const Str before = rendered.part(0, static_cast<int64_t>(at));
  const bool spaced = rendered.view().substr(at, tag.size()) == tag;
  return spaced ? before : python::rstrip(call, before, python::None{});
}

bool ends_with_assistant(const Value &messages) {
  if (!messages.is_sequence() || messages.as<ListObject>().items.size() == 0) return false;
  const auto &items = messages.as<ListObject>().items;
  const Value &last = items[items.size() - 1];
  const Value *role = last.is(Kind::dict) ? given_field(last.as<DictObject>(), U"role") : nullptr;
  return role != nullptr && role->is_text() && role->text().view() == U"assistant";
}

}  // namespace

ChatOptions as_asked(Call &call, const Chat &chat, const ChatOptions &options) {
  if (!call.generation.continue_final_message || !ends_with_assistant(chat.messages)) return options;
  call.generated.continued = true;
  return {false, Str(U"content")};
}

Str render_chat(Call &call, const Template &program, const Chat &chat, const ChatOptions &options, std::vector<Generated> *generated,
                const int64_t *now) {
  if (call.failed()) return {};
  if (!chat.messages.is_sequence() || !chat.variables) return raise_type(call, "a conversation is a list of messages"), Str();
  std::vector<Value> messages;
  if (chat.messages.as<ListObject>().items.size() == 0) {
    return value_error(call, "Cannot apply chat template to an empty conversation. Provide at least one message."), Str();
  }
  if (!fill_messages(call, chat.messages, messages)) return {};
  const bool continues = options.continued.length() > 0;
  if (continues && options.add_generation_prompt) {
    value_error(call,
                "continue_final_message and add_generation_prompt are not compatible. Use continue_final_message when you want the model "
                "to continue the final message, and add_generation_prompt when you want to add a header that will prompt it to start a "
                "new assistant message instead.");
    return {};
  }
  if (!check_dicts(call, chat.tools, true) || !check_dicts(call, chat.documents, false)) return {};
  const Value final_text = continues ? mark_last(call, program, messages.back().as<DictObject>(), options.continued) : Value();
  Table &variables = chat.variables->table;
  if (call.failed()) return {};
  variables.put(call, Value(U"messages"), list_of(call, std::move(messages)));
  variables.put(call, Value(U"tools"), chat.tools);
  variables.put(call, Value(U"documents"), chat.documents);
  variables.put(call, Value(U"add_generation_prompt"), Value(options.add_generation_prompt));
  if (call.failed()) return {};
  const Str rendered = render(call, program, variables, generated, now);
  if (!continues || call.failed()) return rendered;
  return cut_after(call, rendered, final_text);
}

}  // namespace modelet::templates
