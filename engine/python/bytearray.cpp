#include "python/bytearray.h"

#include <algorithm>

namespace modelet::python {

namespace {

bool is_byte(Call &call, int64_t byte) {
  if (byte >= 0 && byte <= 255) return true;
  call.raise("ValueError", "byte must be in range(0, 256)");
  return false;
}

bool placed(Call &call, const ByteArray &bytes, int64_t &at, const char *message) {
  if (at < 0) at += bytes.size();
  if (at >= 0 && at < bytes.size()) return true;
  call.raise("IndexError", message);
  return false;
}

std::size_t place(int64_t at) {
  return static_cast<std::size_t>(at);
}

bool is_lower(char byte) {
  return byte >= 'a' && byte <= 'z';
}
bool is_upper(char byte) {
  return byte >= 'A' && byte <= 'Z';
}
bool digit(char byte) {
  return byte >= '0' && byte <= '9';
}
bool space(char byte) {
  return byte == ' ' || (byte >= 9 && byte <= 13);
}
char to_lower(char byte) {
  return is_upper(byte) ? static_cast<char>(byte + 32) : byte;
}
char to_upper(char byte) {
  return is_lower(byte) ? static_cast<char>(byte - 32) : byte;
}

template <typename F>
bool all_of(const Bytes &bytes, F accepts) {
  const std::string_view view = bytes.view();
  return !view.empty() && std::all_of(view.begin(), view.end(), accepts);
}

}  // namespace

ByteArray new_bytearray(Call &call, std::string text) {
  auto object = new_object<ByteArrayObject, Ref<ByteArrayObject>>(call);
  if (!object) return {};
  object->text = std::move(text);
  return ByteArray(std::move(object));
}

List<ByteArray> bytearray_list(Call &call, const List<Bytes> &parts) {
  auto out = new_list<ByteArray>(call, parts.size());
  for (int64_t at = 0; at < parts.size() && !call.failed(); ++at) out.push(call, to_bytearray(call, parts.at(at)));
  return out;
}
std::tuple<ByteArray, ByteArray, ByteArray> bytearray_three(Call &call, const std::tuple<Bytes, Bytes, Bytes> &parts) {
  return {to_bytearray(call, std::get<0>(parts)), to_bytearray(call, std::get<1>(parts)), to_bytearray(call, std::get<2>(parts))};
}

Str repr(Call &call, const ByteArray &bytes) {
  const Str shown = repr(call, frozen_bytes(call, bytes));
  return new_str(call, U"bytearray(" + std::u32string(shown.view()) + U")");
}

int64_t index(Call &call, const ByteArray &bytes, int64_t at) {
  return placed(call, bytes, at, "bytearray index out of range") ? bytes.at(at) : 0;
}
ByteArray index(Call &call, const ByteArray &bytes, const Slice &slice) {
  return to_bytearray(call, index(call, frozen_bytes(call, bytes), slice));
}

void store(Call &call, const ByteArray &bytes, int64_t at, int64_t byte) {
  if (!writable(call, *bytes.object()) || !placed(call, bytes, at, "bytearray index out of range") || !is_byte(call, byte)) return;
  bytes.text()[place(at)] = static_cast<char>(byte);
}

void store_slice(Call &call, const ByteArray &bytes, const Slice &slice, const Bytes &fresh) {
  if (!writable(call, *bytes.object())) return;
  const Cut taken = cut(call, slice, bytes.size());
  if (call.failed()) return;
  if (taken.step == 1) return static_cast<void>(bytes.text().replace(place(taken.start), place(taken.count), fresh.view()));
  if (fresh.size() != taken.count) {
    call.raise("ValueError", "attempt to assign bytes of size " + std::to_string(fresh.size()) + " to extended slice of size " +
                                 std::to_string(taken.count));
    return;
  }
  for (int64_t at = 0; at < taken.count; ++at) bytes.text()[place(taken.start + at * taken.step)] = fresh.view()[place(at)];
}

void remove_at(Call &call, const ByteArray &bytes, int64_t at) {
  if (writable(call, *bytes.object()) && placed(call, bytes, at, "bytearray index out of range")) bytes.text().erase(place(at), 1);
}
void remove_at(Call &call, const ByteArray &bytes, const Slice &slice) {
  if (!writable(call, *bytes.object())) return;
  const Cut taken = cut(call, slice, bytes.size());
  if (call.failed()) return;
  if (taken.step == 1) return static_cast<void>(bytes.text().erase(place(taken.start), place(taken.count)));
  const bool forward = taken.step > 0;
  for (int64_t at = taken.count - 1; at >= 0; --at)
    bytes.text().erase(place(taken.start + (forward ? at : taken.count - 1 - at) * taken.step), 1);
}

ByteArray extended(Call &call, const ByteArray &bytes, const Bytes &more) {
  if (writable(call, *bytes.object())) bytes.text().append(more.view());
  return bytes;
}
ByteArray multiply_in_place(Call &call, const ByteArray &bytes, int64_t count) {
  const Bytes made = multiply(call, frozen_bytes(call, bytes), count);
  if (!call.failed() && writable(call, *bytes.object())) bytes.text().assign(made.view());
  return bytes;
}

void append(Call &call, const ByteArray &bytes, int64_t byte) {
  if (writable(call, *bytes.object()) && is_byte(call, byte)) bytes.text().push_back(static_cast<char>(byte));
}
void insert(Call &call, const ByteArray &bytes, int64_t at, int64_t byte) {
  if (!writable(call, *bytes.object()) || !is_byte(call, byte)) return;
  const int64_t from = std::clamp<int64_t>(at < 0 ? at + bytes.size() : at, 0, bytes.size());
  bytes.text().insert(place(from), 1, static_cast<char>(byte));
}
int64_t pop(Call &call, const ByteArray &bytes, int64_t at) {
  if (!writable(call, *bytes.object())) return 0;
  if (bytes.size() == 0) return call.raise("IndexError", "pop from empty bytearray"), 0;
  if (!placed(call, bytes, at, "pop index out of range")) return 0;
  const int64_t out = bytes.at(at);
  bytes.text().erase(place(at), 1);
  return out;
}
void remove(Call &call, const ByteArray &bytes, int64_t byte) {
  if (!writable(call, *bytes.object()) || !is_byte(call, byte)) return;
  const std::size_t found = bytes.text().find(static_cast<char>(byte));
  if (found == std::string::npos) return call.raise("ValueError", "value not found in bytearray");
  bytes.text().erase(found, 1);
}
void clear(Call &call, const ByteArray &bytes) {
  if (writable(call, *bytes.object())) bytes.text().clear();
}
void reverse(Call &call, const ByteArray &bytes) {
  if (writable(call, *bytes.object())) std::reverse(bytes.text().begin(), bytes.text().end());
}

Bytes single_byte(Call &call, int64_t byte) {
  return is_byte(call, byte) ? Bytes(std::string(1, static_cast<char>(byte))) : Bytes();
}

bool bytes_isdigit(Call &, const Bytes &bytes) {
  return all_of(bytes, digit);
}
bool bytes_isalpha(Call &, const Bytes &bytes) {
  return all_of(bytes, [](char byte) { return is_lower(byte) || is_upper(byte); });
}
bool bytes_isalnum(Call &, const Bytes &bytes) {
  return all_of(bytes, [](char byte) { return is_lower(byte) || is_upper(byte) || digit(byte); });
}
bool bytes_isspace(Call &, const Bytes &bytes) {
  return all_of(bytes, space);
}
bool bytes_islower(Call &, const Bytes &bytes) {
  const std::string_view view = bytes.view();
  return std::any_of(view.begin(), view.end(), is_lower) && std::none_of(view.begin(), view.end(), is_upper);
}
bool bytes_isupper(Call &, const Bytes &bytes) {
  const std::string_view view = bytes.view();
  return std::any_of(view.begin(), view.end(), is_upper) && std::none_of(view.begin(), view.end(), is_lower);
}
bool bytes_istitle(Call &, const Bytes &bytes) {
  bool cased = false, inside = false;
  for (char byte : bytes.view()) {
    if ((is_upper(byte) && inside) || (is_lower(byte) && !inside)) return false;
    inside = is_upper(byte) || is_lower(byte);
    cased = cased || inside;
  }
  return cased;
}
bool bytes_isascii(Call &, const Bytes &bytes) {
  const std::string_view view = bytes.view();
  return std::none_of(view.begin(), view.end(), [](char byte) { return (byte & 0x80) != 0; });
}

Bytes bytes_swapcase(Call &, const Bytes &bytes) {
  std::string out(bytes.view());
  for (char &byte : out) byte = is_upper(byte) ? to_lower(byte) : to_upper(byte);
  return Bytes(std::move(out));
}
Bytes bytes_title(Call &, const Bytes &bytes) {
  std::string out(bytes.view());
  bool inside = false;
  for (char &byte : out) {
    byte = inside ? to_lower(byte) : to_upper(byte);
    inside = is_upper(byte) || is_lower(byte);
  }
  return Bytes(std::move(out));
}
Bytes bytes_capitalize(Call &, const Bytes &bytes) {
  std::string out(bytes.view());
  for (std::size_t at = 0; at < out.size(); ++at) out[at] = at == 0 ? to_upper(out[at]) : to_lower(out[at]);
  return Bytes(std::move(out));
}

List<Bytes> bytes_splitlines(Call &call, const Bytes &bytes, bool keep) {
  auto out = new_list<Bytes>(call);
  const std::string_view view = bytes.view();
  for (std::size_t at = 0; at < view.size() && !call.failed();) {
    const std::size_t end = std::min(view.find_first_of("\r\n", at), view.size());
    const std::size_t next = end == view.size() ? end : end + (view.substr(end, 2) == "\r\n" ? 2 : 1);
    out.push(call, Bytes(std::string(view.substr(at, (keep ? next : end) - at))));
    at = next;
  }
  return out;
}

List<Bytes> rsplit_bytes(Call &call, const Bytes &bytes, int64_t limit) {
  std::string_view view = bytes.view();
  std::vector<std::string_view> parts;
  for (;;) {
    while (!view.empty() && space(view.back())) view.remove_suffix(1);
    if (view.empty()) break;
    std::size_t from = view.size();
    while (from > 0 && (limit == 0 || !space(view[from - 1]))) --from;
    parts.push_back(view.substr(from));
    view = view.substr(0, from);
    if (limit > 0) --limit;
  }
  auto out = new_list<Bytes>(call);
  for (auto part = parts.rbegin(); part != parts.rend() && !call.failed(); ++part) out.push(call, Bytes(std::string(*part)));
  return out;
}

int64_t found_or_raise(Call &call, int64_t found) {
  if (found < 0) call.raise("ValueError", "subsection not found");
  return found;
}

Bytes bytes_translate(Call &call, const Bytes &bytes, const Bytes &table, const Bytes &removed) {
  if (table.size() != 0 && table.size() != 256) return call.raise("ValueError", "translation table must be 256 characters long"), Bytes();
  std::string out;
  for (char byte : bytes.view()) {
    if (removed.view().find(byte) != std::string_view::npos) continue;
    out.push_back(table.size() == 0 ? byte : table.view()[static_cast<unsigned char>(byte)]);
  }
  return Bytes(std::move(out));
}

Bytes bytes_maketrans(Call &call, const Bytes &from, const Bytes &to) {
  if (from.size() != to.size()) return call.raise("ValueError", "maketrans arguments must have same length"), Bytes();
  std::string out(256, '\0');
  for (int at = 0; at < 256; ++at) out[static_cast<std::size_t>(at)] = static_cast<char>(at);
  for (int64_t at = 0; at < from.size(); ++at) out[static_cast<std::size_t>(from.at(at))] = to.view()[place(at)];
  return Bytes(std::move(out));
}

}  // namespace modelet::python
