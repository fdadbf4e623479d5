#include "python/json_values.h"

namespace modelet::python {

namespace {

void not_subscriptable(Call &call, const JsonValue &value, const char *what) {
  call.raise("TypeError", std::string("'") + kind_name(value) + "' object " + what);
}

constexpr const char *unreadable = "is not subscriptable";
constexpr const char *unwritable = "does not support item assignment";
constexpr const char *undeletable = "does not support item deletion";

void wrong_index(Call &call, const char *kind) {
  call.raise("TypeError", std::string("list indices must be integers or slices, not ") + kind);
}

}  // namespace

const char *kind_name(const JsonValue &value) {
  return std::visit([](const auto &member) { return kind_name(member); }, value);
}

JsonValue index(Call &call, const JsonValue &value, const Str &key) {
  if (const auto *dict = std::get_if<JsonDict>(&value)) return index(call, *dict, key);
  if (std::holds_alternative<JsonList>(value)) {
    wrong_index(call, "str");
  } else if (std::holds_alternative<Str>(value)) {
    call.raise("TypeError", "string indices must be integers, not 'str'");
  } else {
    not_subscriptable(call, value, unreadable);
  }
  return {};
}

JsonValue index(Call &call, const JsonValue &value, int64_t key) {
  if (const auto *list = std::get_if<JsonList>(&value)) return index(call, *list, key);
  if (const auto *text = std::get_if<Str>(&value)) return json(index(call, *text, key));
  if (std::holds_alternative<JsonDict>(value)) {
    key_error(call, key);
  } else {
    not_subscriptable(call, value, unreadable);
  }
  return {};
}

JsonValue index(Call &call, const JsonValue &value, const Slice &key) {
  if (const auto *list = std::get_if<JsonList>(&value)) return json(index(call, *list, key));
  if (const auto *text = std::get_if<Str>(&value)) return json(index(call, *text, key));
  if (std::holds_alternative<JsonDict>(value)) {
    call.raise("TypeError", "unhashable type: 'slice'");
  } else {
    not_subscriptable(call, value, unreadable);
  }
  return {};
}

JsonValue index(Call &call, const JsonValue &value, const JsonValue &key) {
  if (const auto *text = std::get_if<Str>(&key)) return index(call, value, *text);
  if (const auto *number = std::get_if<int64_t>(&key)) return index(call, value, *number);
  const auto *truth = std::get_if<bool>(&key);
  if (truth != nullptr && !std::holds_alternative<JsonDict>(value)) return index(call, value, static_cast<int64_t>(*truth));
  if (std::holds_alternative<JsonDict>(value)) {
    if (hashable(call, key)) key_error(call, key);
  } else if (std::holds_alternative<JsonList>(value)) {
    wrong_index(call, kind_name(key));
  } else if (std::holds_alternative<Str>(value)) {
    call.raise("TypeError", std::string("string indices must be integers, not '") + kind_name(key) + "'");
  } else {
    not_subscriptable(call, value, unreadable);
  }
  return {};
}

void store(Call &call, const JsonValue &value, const Str &key, const JsonValue &item) {
  if (const auto *dict = std::get_if<JsonDict>(&value)) return store(call, *dict, key, item);
  if (std::holds_alternative<JsonList>(value)) return wrong_index(call, "str");
  not_subscriptable(call, value, unwritable);
}

void store(Call &call, const JsonValue &value, int64_t key, const JsonValue &item) {
  if (const auto *list = std::get_if<JsonList>(&value)) return store(call, *list, key, item);
  if (std::holds_alternative<JsonDict>(value)) {
    return call.raise("NotImplementedError", "keys of a dict from JSON or of type Any must be str in compiled code");
  }
  not_subscriptable(call, value, unwritable);
}

void store(Call &call, const JsonValue &value, const JsonValue &key, const JsonValue &item) {
  if (const auto *text = std::get_if<Str>(&key)) return store(call, value, *text, item);
  if (const auto *number = std::get_if<int64_t>(&key)) return store(call, value, *number, item);
  if (const auto *truth = std::get_if<bool>(&key)) return store(call, value, static_cast<int64_t>(*truth), item);
  if (std::holds_alternative<JsonDict>(value)) {
    if (hashable(call, key)) store(call, value, int64_t{0}, item);
  } else if (std::holds_alternative<JsonList>(value)) {
    wrong_index(call, kind_name(key));
  } else {
    not_subscriptable(call, value, unwritable);
  }
}

void remove_at(Call &call, const JsonValue &value, const Str &key) {
  if (const auto *dict = std::get_if<JsonDict>(&value)) return remove_at(call, *dict, key);
  if (std::holds_alternative<JsonList>(value)) return wrong_index(call, "str");
  not_subscriptable(call, value, undeletable);
}

void remove_at(Call &call, const JsonValue &value, int64_t key) {
  if (const auto *list = std::get_if<JsonList>(&value)) return remove_at(call, *list, key);
  if (std::holds_alternative<JsonDict>(value)) return key_error(call, key);
  not_subscriptable(call, value, std::holds_alternative<Str>(value) ? "doesn't support item deletion" : undeletable);
}

void remove_at(Call &call, const JsonValue &value, const JsonValue &key) {
  if (const auto *text = std::get_if<Str>(&key)) return remove_at(call, value, *text);
  if (const auto *number = std::get_if<int64_t>(&key)) return remove_at(call, value, *number);
  const auto *truth = std::get_if<bool>(&key);
  if (truth != nullptr && !std::holds_alternative<JsonDict>(value)) return remove_at(call, value, static_cast<int64_t>(*truth));
  if (std::holds_alternative<JsonDict>(value)) {
    if (hashable(call, key)) key_error(call, key);
  } else if (std::holds_alternative<JsonList>(value)) {
    wrong_index(call, kind_name(key));
  } else {
    not_subscriptable(call, value, undeletable);
  }
}

int64_t len(Call &call, const JsonValue &value) {
  if (const auto *list = std::get_if<JsonList>(&value)) return list->size();
  if (const auto *dict = std::get_if<JsonDict>(&value)) return dict->size();
  if (const auto *text = std::get_if<Str>(&value)) return text->length();
  call.raise("TypeError", std::string("object of type '") + kind_name(value) + "' has no len()");
  return 0;
}

JsonDict json_dict(Call &call, const JsonValue &value) {
  if (const auto *dict = std::get_if<JsonDict>(&value)) return copy(call, *dict);
  auto made = new_dict<Str, JsonValue>(call);
  if (call.failed()) return made;
  auto iterator = iterate(call, value);
  JsonValue item;
  for (int64_t at = 0; !call.failed() && iterator.next(call, item); ++at) {
    const std::string element = "dictionary update sequence element #" + std::to_string(at);
    const bool sequence =
        std::holds_alternative<JsonList>(item) || std::holds_alternative<JsonDict>(item) || std::holds_alternative<Str>(item);
    if (!sequence) return call.raise("TypeError", "cannot convert " + element + " to a sequence"), made;
    const auto pair = to_list<JsonValue>(call, item);
    if (call.failed()) break;
    if (pair.size() != 2) {
      return call.raise("ValueError", element + " has length " + std::to_string(pair.size()) + "; 2 is required"), made;
    }
    store(call, json(made), pair.at(0), pair.at(1));
  }
  return made;
}

JsonList joinable(Call &call, const JsonValue &value) {
  auto iterator = iterate(call, value);
  if (call.failed()) {
    call.error.message = "can only join an iterable";
    return {};
  }
  return to_list<JsonValue>(call, iterator);
}

Str json_join(Call &call, const Str &separator, const JsonList &parts) {
  auto texts = new_list<Str>(call, parts.size());
  for (int64_t at = 0; at < parts.size() && !call.failed(); ++at) {
    const auto *text = std::get_if<Str>(&parts.at(at));
    if (text == nullptr) {
      call.raise("TypeError", "sequence item " + std::to_string(at) + ": expected str instance, " + kind_name(parts.at(at)) + " found");
      return {};
    }
    texts.push(call, *text);
  }
  return call.failed() ? Str() : join(call, separator, texts);
}

Str json_text(Call &call, const JsonValue &value, const Str &message) {
  if (const auto *text = std::get_if<Str>(&value)) return *text;
  std::string said = to_utf8(message);
  said.replace(said.find("{}"), 2, kind_name(value));
  call.raise("TypeError", said);
  return {};
}

List<JsonValue> json_unpack(Call &call, const JsonValue &value, int64_t count, int64_t star) {
  List<JsonValue> items;
  const bool iterable =
      std::holds_alternative<JsonList>(value) || std::holds_alternative<JsonDict>(value) || std::holds_alternative<Str>(value);
  if (!iterable) {
    call.raise("TypeError", std::string("cannot unpack non-iterable ") + kind_name(value) + " object");
    return items;
  }
  items = to_list<JsonValue>(call, value);
  if (call.failed()) return items;
  return star < 0 ? unpack(call, items, count) : unpack_star(call, items, count);
}

JsonIterator iterate(Call &call, const JsonValue &value) {
  JsonIterator made;
  if (const auto *list = std::get_if<JsonList>(&value)) {
    made.kind = JsonIterator::Kind::list;
    made.list = *list;
  } else if (const auto *dict = std::get_if<JsonDict>(&value)) {
    made.kind = JsonIterator::Kind::dict;
    made.dict = iterate(call, *dict);
  } else if (const auto *text = std::get_if<Str>(&value)) {
    made.kind = JsonIterator::Kind::text;
    made.text = *text;
  } else {
    call.raise("TypeError", std::string("'") + kind_name(value) + "' object is not iterable");
  }
  return made;
}

bool JsonIterator::next(Call &call, JsonValue &item) {
  switch (kind) {
    case Kind::list:
      if (at >= list.size()) return false;
      item = list.at(at++);
      return true;
    case Kind::dict: {
      Str key;
      if (!dict.next(call, key)) return false;
      item = json(key);
      return true;
    }
    case Kind::text:
      if (at >= text.length()) return false;
      item = json(text.part(at, at + 1));
      ++at;
      return true;
    default:
      return false;
  }
}

void raise_operands(Call &call, const char *symbol, const char *left, const char *right) {
  call.raise("TypeError", std::string("unsupported operand type(s) for ") + symbol + ": '" + left + "' and '" + right + "'");
}

}  // namespace modelet::python
