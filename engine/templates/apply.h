// What compiled code calls for `tokenizer.apply_chat_template`: values of compiled functions become a template's values.
#pragma once

#include <initializer_list>
#include <string_view>

#include "python/depth.h"
#include "python/json_values.h"
#include "templates/chat.h"

namespace modelet::templates {

// A named text of the tokenizer: `bos_token` and the like.
struct Setting {
  std::u32string_view name;
  std::u32string_view text;
};

template <typename T>
Value to_value(Call &call, const T &value);

namespace detail {

template <typename T>
Value list_value(Call &call, const python::List<T> &list) {
  std::vector<Value> items;
  items.reserve(static_cast<std::size_t>(list.size()));
  for (int64_t at = 0; at < list.size() && !call.failed(); ++at) items.push_back(to_value(call, list.at(at)));
  return call.failed() ? Value() : list_of(call, std::move(items));
}

template <typename K, typename V>
Value dict_value(Call &call, const python::Dict<K, V> &dict) {
  const Ref<DictObject> out = make<DictObject>(call);
  for (const auto &entry : dict.table().entries()) {
    if (!out || call.failed()) break;
    if (!entry.live) continue;
    const Value key = to_value(call, entry.key);
    Value item = to_value(call, entry.value);
    if (!call.failed()) out->table.put(call, key, std::move(item));
  }
  return call.failed() ? Value() : Value(Kind::dict, out.get());
}

template <typename... T>
Value tuple_value(Call &call, const std::tuple<T...> &tuple) {
  std::vector<Value> items;
  std::apply([&](const auto &...one) { (items.push_back(to_value(call, one)), ...); }, tuple);
  return call.failed() ? Value() : list_of(call, std::move(items), Kind::tuple);
}

}  // namespace detail

// The compiler refuses every other type.
template <typename T>
Value to_value(Call &call, const T &value) {
  if (call.failed()) return {};
  if constexpr (std::is_same_v<T, python::JsonValue>) {
    const python::Depth depth(call);  // a list may hold itself
    return call.failed() ? Value() : std::visit([&](const auto &member) { return to_value(call, member); }, value);
  } else if constexpr (python::is_variant<T>) {
    return std::visit([&](const auto &member) { return to_value(call, member); }, value);
  } else if constexpr (std::is_same_v<T, python::None>) {
    return Value::none();
  } else if constexpr (python::detail::is_list<T>) {
    return detail::list_value(call, value);
  } else if constexpr (python::detail::is_dict<T>) {
    return detail::dict_value(call, value);
  } else if constexpr (python::is_tuple<T>) {
    return detail::tuple_value(call, value);
  } else {
    return Value(value);
  }
}

// One conversation as text. `names` are those of the variables that the caller gives.
template <typename Messages, typename Tools, typename Documents, typename... Variable>
Str apply(Call &call, const Template &program, std::initializer_list<Setting> settings, const ChatOptions &options,
          std::initializer_list<std::u32string_view> names, const Messages &messages, const Tools &tools, const Documents &documents,
          const Variable &...variable) {
  Chat chat{to_value(call, messages), to_value(call, tools), to_value(call, documents), make<DictObject>(call)};
  if (call.failed()) return {};
  for (const Setting &one : settings) chat.variables->table.put(call, Value(Str(one.name)), Value(Str(one.text)));
  const auto *name = names.begin();
  (chat.variables->table.put(call, Value(Str(*name++)), to_value(call, variable)), ...);
  return call.failed() ? Str() : render_chat(call, program, chat, as_asked(call, chat, options));
}

}  // namespace modelet::templates
