// Finding, splitting, joining and replacing.
#include <cstring>

#include "python/strings.h"
#include "python/unicode.h"

namespace modelet::python {

namespace {

using View = std::u32string_view;
constexpr std::size_t nowhere = View::npos;

bool space(char32_t point) {
  const auto code = static_cast<uint32_t>(point);
  return code < 0x80 ? code == ' ' || code - '\t' < 5 || code - 0x1C < 4 : unicode::has(point, unicode::space);
}

// Copies to where nothing of it stands; short ones without a call.
void copy_to(char32_t *out, View text) {
  if (text.size() > 16) {
    std::memcpy(out, text.data(), text.size() * sizeof(char32_t));
  } else {
    for (const char32_t point : text) *out++ = point;
  }
}

// The part of the text that `start` and `end` leave; `offset` is where it begins. Empty with offset -1 when start is beyond it.
View window(const Str &text, Bound start, Bound end, int64_t &offset) {
  const int64_t length = text.length();
  auto place = [&](const Bound &bound, int64_t absent) {
    const int64_t *given = std::get_if<int64_t>(&bound);
    if (given == nullptr) return absent;
    const int64_t value = *given < 0 ? (*given < -length ? 0 : *given + length) : *given;
    return value;
  };
  const int64_t first = place(start, 0);
  int64_t last = place(end, length);
  if (last > length) last = length;
  offset = first > last ? -1 : first;
  return offset < 0 ? View() : text.view().substr(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
}

bool push(Call &call, const List<Str> &out, const Str &text, std::size_t first, std::size_t last) {
  return out.push(call, text.part(static_cast<int64_t>(first), static_cast<int64_t>(last)));
}

void reverse(const List<Str> &list) {
  auto &items = list.items();
  for (int64_t low = 0, high = items.size() - 1; low < high; ++low, --high) std::swap(items[low], items[high]);
}

List<Str> split_spaces(Call &call, const Str &text, int64_t limit) {
  auto out = new_list<Str>(call);
  if (call.failed()) return out;
  const View view = text.view();
  std::size_t at = 0;
  for (;;) {
    while (at < view.size() && space(view[at])) ++at;
    if (at == view.size()) return out;
    const std::size_t first = at;
    if (limit >= 0 && out.size() == limit) {
      push(call, out, text, first, view.size());  // spaces at the end stay
      return out;
    }
    while (at < view.size() && !space(view[at])) ++at;
    if (!push(call, out, text, first, at)) return out;
  }
}

List<Str> rsplit_spaces(Call &call, const Str &text, int64_t limit) {
  auto out = new_list<Str>(call);
  if (call.failed()) return out;
  const View view = text.view();
  std::size_t at = view.size();
  for (;;) {
    while (at > 0 && space(view[at - 1])) --at;
    if (at == 0) break;
    const std::size_t last = at;
    if (limit >= 0 && out.size() == limit) {
      push(call, out, text, 0, last);  // spaces at the beginning stay
      break;
    }
    while (at > 0 && !space(view[at - 1])) --at;
    if (!push(call, out, text, at, last)) return out;
  }
  reverse(out);
  return out;
}

const Str *separator_of(Call &call, const Separator &separator) {
  const Str *given = std::get_if<Str>(&separator);
  if (given != nullptr && given->length() == 0) call.raise("ValueError", "empty separator");
  return given;
}

}  // namespace

bool contains(Call &, const Str &part, const Str &text) {
  return text.view().find(part.view()) != nowhere;
}

int64_t find(Call &, const Str &text, const Str &part, Bound start, Bound end) {
  int64_t offset = 0;
  const View view = window(text, start, end, offset);
  if (offset < 0) return -1;
  const std::size_t at = view.find(part.view());
  return at == nowhere ? -1 : offset + static_cast<int64_t>(at);
}

int64_t rfind(Call &, const Str &text, const Str &part, Bound start, Bound end) {
  int64_t offset = 0;
  const View view = window(text, start, end, offset);
  if (offset < 0) return -1;
  const std::size_t at = view.rfind(part.view());
  return at == nowhere ? -1 : offset + static_cast<int64_t>(at);
}

int64_t index_of(Call &call, const Str &text, const Str &part, Bound start, Bound end) {
  const int64_t at = find(call, text, part, start, end);
  if (at < 0) call.raise("ValueError", "substring not found");
  return at;
}

int64_t rindex_of(Call &call, const Str &text, const Str &part, Bound start, Bound end) {
  const int64_t at = rfind(call, text, part, start, end);
  if (at < 0) call.raise("ValueError", "substring not found");
  return at;
}

int64_t count(Call &, const Str &text, const Str &part, Bound start, Bound end) {
  int64_t offset = 0;
  const View view = window(text, start, end, offset);
  if (offset < 0) return 0;
  if (part.length() == 0) return static_cast<int64_t>(view.size()) + 1;
  int64_t found = 0;
  for (std::size_t at = view.find(part.view()); at != nowhere; at = view.find(part.view(), at + part.view().size())) ++found;
  return found;
}

bool startswith(Call &, const Str &text, const Str &prefix, Bound start, Bound end) {
  int64_t offset = 0;
  const View view = window(text, start, end, offset);
  return offset >= 0 && view.starts_with(prefix.view());
}

bool endswith(Call &, const Str &text, const Str &suffix, Bound start, Bound end) {
  int64_t offset = 0;
  const View view = window(text, start, end, offset);
  return offset >= 0 && view.ends_with(suffix.view());
}

List<Str> split(Call &call, const Str &text, const Separator &separator, int64_t limit) {
  const Str *by = separator_of(call, separator);
  if (call.failed()) return {};
  if (by == nullptr) return split_spaces(call, text, limit);
  auto out = new_list<Str>(call);
  if (call.failed()) return out;
  std::size_t first = 0;
  while (limit < 0 || out.size() < limit) {
    const std::size_t at = text.view().find(by->view(), first);
    if (at == nowhere) break;
    if (!push(call, out, text, first, at)) return out;
    first = at + by->view().size();
  }
  push(call, out, text, first, text.view().size());
  return out;
}

List<Str> rsplit(Call &call, const Str &text, const Separator &separator, int64_t limit) {
  const Str *by = separator_of(call, separator);
  if (call.failed()) return {};
  if (by == nullptr) return rsplit_spaces(call, text, limit);
  auto out = new_list<Str>(call);
  if (call.failed()) return out;
  std::size_t last = text.view().size();
  while (limit < 0 || out.size() < limit) {
    const std::size_t at = text.view().substr(0, last).rfind(by->view());
    if (at == nowhere) break;
    if (!push(call, out, text, at + by->view().size(), last)) return out;
    last = at;
  }
  push(call, out, text, 0, last);
  reverse(out);
  return out;
}

List<Str> splitlines(Call &call, const Str &text, bool keep) {
  auto out = new_list<Str>(call);
  if (call.failed()) return out;
  const View view = text.view();
  auto ends_line = [](char32_t point) {
    return (point >= 0x0A && point <= 0x0D) || (point >= 0x1C && point <= 0x1E) || point == 0x85 || point == 0x2028 || point == 0x2029;
  };
  for (std::size_t at = 0; at < view.size();) {
    const std::size_t first = at;
    while (at < view.size() && !ends_line(view[at])) ++at;
    const std::size_t last = at;
    if (at < view.size()) at += view[at] == U'\r' && at + 1 < view.size() && view[at + 1] == U'\n' ? 2 : 1;
    if (!push(call, out, text, first, keep ? at : last)) return out;
  }
  return out;
}

std::tuple<Str, Str, Str> partition(Call &call, const Str &text, const Str &separator) {
  if (separator.length() == 0) return call.raise("ValueError", "empty separator"), std::tuple<Str, Str, Str>();
  const std::size_t at = text.view().find(separator.view());
  if (at == nowhere) return {text, Str(), Str()};
  const auto place = static_cast<int64_t>(at);
  return {text.part(0, place), separator, text.part(place + separator.length(), text.length())};
}

std::tuple<Str, Str, Str> rpartition(Call &call, const Str &text, const Str &separator) {
  if (separator.length() == 0) return call.raise("ValueError", "empty separator"), std::tuple<Str, Str, Str>();
  const std::size_t at = text.view().rfind(separator.view());
  if (at == nowhere) return {Str(), Str(), text};
  const auto place = static_cast<int64_t>(at);
  return {text.part(0, place), separator, text.part(place + separator.length(), text.length())};
}

Str join(Call &call, const Str &separator, const List<Str> &parts) {
  if (parts.size() == 0) return {};
  if (parts.size() == 1) return parts.at(0);
  int64_t length = separator.length() * (parts.size() - 1);
  for (const Str &part : parts) length += part.length();
  Str out;
  char32_t *data = length == 0 ? nullptr : new_str(call, length, out);
  if (data == nullptr) return out;
  auto put = [&](const Str &text) {
    copy_to(data, text.view());
    data += text.length();
  };
  for (int64_t at = 0; at < parts.size(); ++at) {
    if (at > 0) put(separator);
    put(parts.at(at));
  }
  return out;
}

Str replace(Call &call, const Str &text, const Str &old, const Str &with, int64_t limit) {
  const View view = text.view();
  int64_t times = limit < 0 ? INT64_MAX : limit;
  int64_t found = count(call, text, old, None{}, None{});
  if (found > times) found = times;
  if (found == 0) return text;
  Str out;
  char32_t *data = new_str(call, text.length() + found * (with.length() - old.length()), out);
  if (data == nullptr) return out;
  auto put = [&](View part) {
    copy_to(data, part);
    data += part.size();
  };
  std::size_t first = 0;
  for (int64_t done = 0; done < found; ++done) {
    if (old.length() == 0) {
      put(with.view());
      if (first < view.size()) put(view.substr(first++, 1));
      continue;
    }
    const std::size_t at = view.find(old.view(), first);
    put(view.substr(first, at - first));
    put(with.view());
    first = at + old.view().size();
  }
  if (first < view.size()) put(view.substr(first));
  return out;
}

namespace {

Str stripped(const Str &text, const Separator &characters, bool left, bool right) {
  const Str *given = std::get_if<Str>(&characters);
  auto drop = [&](char32_t point) {
    if (given == nullptr) return space(point);
    for (const char32_t one : given->view())  // few mostly
      if (one == point) return true;
    return false;
  };
  int64_t first = 0;
  int64_t last = text.length();
  while (left && first < last && drop(text[first])) ++first;
  while (right && first < last && drop(text[last - 1])) --last;
  return text.part(first, last);
}

}  // namespace

Str strip(Call &, const Str &text, const Separator &characters) {
  return stripped(text, characters, true, true);
}
Str lstrip(Call &, const Str &text, const Separator &characters) {
  return stripped(text, characters, true, false);
}
Str rstrip(Call &, const Str &text, const Separator &characters) {
  return stripped(text, characters, false, true);
}

Str removeprefix(Call &, const Str &text, const Str &prefix) {
  return text.view().starts_with(prefix.view()) ? text.part(prefix.length(), text.length()) : text;
}

Str removesuffix(Call &, const Str &text, const Str &suffix) {
  return text.view().ends_with(suffix.view()) ? text.part(0, text.length() - suffix.length()) : text;
}

}  // namespace modelet::python
