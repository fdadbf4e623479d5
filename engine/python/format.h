// str, repr and format of every value type.
#pragma once

#include <string>

#include <algorithm>
#include <vector>

#include "python/exception.h"
#include "python/iterate.h"
#include "python/json.h"
#include "python/static.h"
#include "python/str.h"

namespace modelet::python {

Str str(Call &call, int64_t value);
Str str(Call &call, double value);
Str str(Call &call, bool value);
Str repr(Call &call, const Str &text);
inline Str repr(Call &call, int64_t value) {
  return str(call, value);
}
inline Str repr(Call &call, double value) {
  return str(call, value);
}
inline Str repr(Call &call, bool value) {
  return str(call, value);
}
std::string float_text(double value);            // as repr has it
double float_beyond(const std::string &digits);  // infinity or zero, for a literal that no double holds

// One value's repr, appended to `out`. False with an error raised.
void write_repr(std::u32string &out, const Str &text);
void write_ascii(std::u32string &out, std::string_view text);

template <typename T>
void write_repr(Call &call, std::u32string &out, const T &value);

namespace detail {

template <typename I>
void write_items(Call &call, std::u32string &out, I iterator) {
  typename I::Item item{};
  for (bool first = true; iterator.next(call, item); first = false) {
    if (!first) out += U", ";
    write_repr(call, out, item);
  }
}

template <typename... T>
void write_tuple(Call &call, std::u32string &out, const std::tuple<T...> &value) {
  out += U'(';
  bool first = true;
  auto one = [&](const auto &item) {
    if (!first) out += U", ";
    first = false;
    write_repr(call, out, item);
  };
  std::apply([&](const auto &...item) { (one(item), ...); }, value);
  out += sizeof...(T) == 1 ? U",)" : U")";
}

// Where the repr of a Counter takes its items from: the most common first.
template <typename K, typename V>
std::vector<const typename Table<K, V>::Entry *> by_count(const Dict<K, V> &value) {
  std::vector<const typename Table<K, V>::Entry *> out;
  for (const auto &entry : value.table().entries())
    if (entry.live) out.push_back(&entry);
  std::stable_sort(out.begin(), out.end(), [](const auto *left, const auto *right) { return order(right->value, left->value) < 0; });
  return out;
}

template <typename K, typename V>
void write_counter(Call &call, std::u32string &out, const Dict<K, V> &value) {
  if (value.size() == 0) return static_cast<void>(out += U"Counter()");
  out += U"Counter({";
  bool first = true;
  for (const auto *entry : by_count(value)) {
    if (!first) out += U", ";
    first = false;
    write_repr(call, out, entry->key);
    out += U": ";
    write_repr(call, out, entry->value);
  }
  out += U"})";
}

template <typename K, typename V>
void write_ordered(Call &call, std::u32string &out, const Dict<K, V> &value) {
  if (value.size() == 0) return static_cast<void>(out += U"OrderedDict()");
  out += U"OrderedDict([";
  write_items(call, out, iterate(call, items(call, value)));
  out += U"])";
}

// Point(x=1, y=2)
template <typename T>
void write_named(Call &call, std::u32string &out, const T &value) {
  std::string_view rest = names_of<T>;
  auto word = [&] {
    const std::string_view found = rest.substr(0, rest.find(' '));
    rest.remove_prefix(found.size() < rest.size() ? found.size() + 1 : found.size());
    out += from_utf8(call, found).view();
  };
  word();
  out += U'(';
  bool first = true;
  auto one = [&](const auto &item) {
    if (!first) out += U", ";
    first = false;
    word();
    out += U'=';
    write_repr(call, out, item);
  };
  std::apply([&](const auto &...item) { (one(item), ...); }, value);
  out += U')';
}

template <typename K, typename V>
void write_plain_dict(Call &call, std::u32string &out, const Dict<K, V> &value) {
  out += U'{';
  bool first = true;
  for (const auto &entry : value.table().entries()) {
    if (!entry.live) continue;
    if (!first) out += U", ";
    first = false;
    write_repr(call, out, entry.key);
    out += U": ";
    write_repr(call, out, entry.value);
  }
  out += U'}';
}

template <typename K, typename V>
void write_dict(Call &call, std::u32string &out, const Dict<K, V> &value) {
  switch (value.object()->kind) {
    case DictKind::counter:
      return write_counter(call, out, value);
    case DictKind::ordered:
      return write_ordered(call, out, value);
    case DictKind::fallback:
      out += U"defaultdict(";
      out += value.object()->factory ? value.object()->factory->name.view() : U"None";
      out += U", ";
      write_plain_dict(call, out, value);
      out += U')';
      return;
    case DictKind::plain:
      write_plain_dict(call, out, value);
  }
}

template <typename K, typename V, Part part>
void write_view(Call &call, std::u32string &out, const DictView<K, V, part> &value) {
  if (value.dict.object()->kind == DictKind::ordered) out += U'o';
  out += part == Part::keys ? U"dict_keys([" : part == Part::values ? U"dict_values([" : U"dict_items([";
  write_items(call, out, iterate(call, value));
  out += U"])";
}

}  // namespace detail

// False for a container that is being written already, as CPython asks before it writes one.
class ReprGuard {
 public:
  ReprGuard(Call &call, const void *container) : heap_(heap(call)), mine_{container, heap_.showing}, depth_(call) {
    for (const Heap::Showing *one = heap_.showing; one != nullptr; one = one->outer) again_ = again_ || one->container == container;
    heap_.showing = &mine_;
  }
  ReprGuard(const ReprGuard &) = delete;
  ReprGuard &operator=(const ReprGuard &) = delete;
  ~ReprGuard() { heap_.showing = mine_.outer; }
  bool again() const { return again_; }

 private:
  Heap &heap_;
  Heap::Showing mine_;
  Depth depth_;
  bool again_ = false;
};

template <typename T>
void write_repr(Call &call, std::u32string &out, const T &value) {
  if constexpr (is_json_container<T>) {
    const ReprGuard guard(call, value.object());
    if (call.failed()) return;
    if (guard.again()) return static_cast<void>(out += std::is_same_v<T, JsonList> ? U"[...]" : U"{...}");
    if constexpr (std::is_same_v<T, JsonDict>) return detail::write_dict(call, out, value);
    if constexpr (std::is_same_v<T, JsonList>) {
      out += U'[';
      detail::write_items(call, out, iterate(call, value));
      out += U']';
    }
  } else if constexpr (is_instance<T>) {
    if (!call.failed()) out += T::Struct::repr_of(call, value).view();
  } else if constexpr (is_enum<T>) {
    out += T::Enum::shown[value.index];
  } else if constexpr (is_variant<T>) {
    std::visit([&](const auto &member) { write_repr(call, out, member); }, value);
  } else if constexpr (std::is_same_v<T, Str>) {
    write_repr(out, value);
  } else if constexpr (std::is_same_v<T, None>) {
    out += U"None";
  } else if constexpr (std::is_same_v<T, Ellipsis>) {
    out += U"Ellipsis";
  } else if constexpr (detail::is_list<T>) {
    out += U'[';
    detail::write_items(call, out, iterate(call, value));
    out += U']';
  } else if constexpr (!names_of<T>.empty()) {
    detail::write_named(call, out, value);
  } else if constexpr (is_tuple<T>) {
    detail::write_tuple(call, out, value);
  } else if constexpr (detail::is_dict<T>) {
    detail::write_dict(call, out, value);
  } else if constexpr (is_view<T>) {
    detail::write_view(call, out, value);
  } else if constexpr (is_tuple_of<T>) {
    out += U'(';
    detail::write_items(call, out, iterate(call, value));
    out += value.size() == 1 ? U",)" : U")";
  } else if constexpr (is_frozen<T>) {
    out += U"frozenset(";
    if (value.size() > 0) write_repr(call, out, static_cast<const Set<typename T::Item> &>(value));
    out += U')';
  } else if constexpr (detail::is_set<T>) {
    if (value.size() == 0) {
      out += U"set()";
      return;
    }
    out += U'{';
    detail::write_items(call, out, iterate(call, value));
    out += U'}';
  } else if constexpr (std::is_same_v<T, Slice>) {
    out += U"slice";
    detail::write_tuple(call, out, std::make_tuple(value.lower, value.upper, value.step));
  } else if constexpr (std::is_same_v<T, Range>) {
    write_ascii(out, "range(" + std::to_string(value.start) + ", " + std::to_string(value.stop) +
                         (value.step == 1 ? ")" : ", " + std::to_string(value.step) + ")"));
  } else if constexpr (std::is_same_v<T, Class>) {
    call.raise("NotImplementedError", "the text of a class that is known at run time only is not supported in compiled code");
  } else if constexpr (is_static<T>) {
    if (!T::is_class) return call.raise("NotImplementedError", "the text of a function is not supported in compiled code");
    out += U"<class '";
    out += T::path();
    out += U"'>";
  } else {
    out += repr(call, value).view();
  }
}

template <typename T>
Str repr(Call &call, const T &value) {
  std::u32string out;
  write_repr(call, out, value);
  return new_str(call, out);
}

inline Str str(Call &, const Str &text) {
  return text;
}
template <typename T>
Str str(Call &call, const T &value) {
  if constexpr (is_variant<T>) {
    return std::visit([&](const auto &member) { return str(call, member); }, value);
  } else if constexpr (is_instance<T>) {
    return T::Struct::str_of(call, value);
  } else if constexpr (is_enum<T>) {
    return new_str(call, T::Enum::texts[value.index]);
  } else {
    return repr(call, value);
  }
}
Str ascii_of(Call &call, const Str &repr);
template <typename T>
Str ascii(Call &call, const T &value) {
  return ascii_of(call, repr(call, value));
}

// format(value, spec), by Python's format mini-language.
Str format(Call &call, int64_t value, const Str &spec);
Str format(Call &call, double value, const Str &spec);
Str format(Call &call, bool value, const Str &spec);
Str format(Call &call, const Str &value, const Str &spec);
// Values without a format of their own take only an empty spec.
Str format_other(Call &call, const Str &text, const Str &spec, const char *type);

Str hex(Call &call, int64_t value);
Str oct(Call &call, int64_t value);
Str bin(Call &call, int64_t value);

}  // namespace modelet::python
