// The module struct: values to bytes and back by a format.
#pragma once

#include <vector>

#include "python/bytearray.h"
#include "python/tuple_of.h"

namespace modelet::python {

// One value of a format: `code` is its letter, `offset` where its `size` bytes stand.
struct Packed {
  char code = 0;
  int64_t offset = 0;
  int64_t size = 0;
};

struct Packing {
  std::vector<Packed> items;
  int64_t size = 0;
  bool big = false;
  bool native = true;
};

// struct.error with the format's first fault.
bool read_format(Call &call, const Str &format, Packing &out);
int64_t struct_calcsize(Call &call, const Str &format);

// The bytes of an item as a number; unsigned ones beyond 63 bits are an OverflowError.
int64_t unpacked_int(Call &call, const Packing &packing, const Packed &item, std::string_view data);
double unpacked_float(const Packing &packing, const Packed &item, std::string_view data);
Bytes unpacked_bytes(const Packed &item, std::string_view data);

void pack_int(Call &call, const Packing &packing, const Packed &item, int64_t value, char *out);
void pack_float(Call &call, const Packing &packing, const Packed &item, double value, char *out);
void pack_bytes(Call &call, const Packed &item, const Bytes &value, char *out);

namespace detail {

enum class PackedKind { integer, floating, boolean, bytes };
inline PackedKind kind_of(char code) {
  if (code == 'e' || code == 'f' || code == 'd') return PackedKind::floating;
  if (code == 's' || code == 'p' || code == 'c') return PackedKind::bytes;
  return code == '?' ? PackedKind::boolean : PackedKind::integer;
}

template <typename T>
T unpacked(Call &call, const Packing &packing, const Packed &item, std::string_view data) {
  if constexpr (std::is_same_v<T, bool>) {
    return data[static_cast<std::size_t>(item.offset)] != 0;
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return unpacked_int(call, packing, item, data);
  } else if constexpr (std::is_same_v<T, double>) {
    return unpacked_float(packing, item, data);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    return unpacked_bytes(item, data);
  } else {  // a union of these
    switch (kind_of(item.code)) {
      case PackedKind::boolean:
        return convert<T>(unpacked<bool>(call, packing, item, data));
      case PackedKind::floating:
        return convert<T>(unpacked<double>(call, packing, item, data));
      case PackedKind::bytes:
        return convert<T>(unpacked<Bytes>(call, packing, item, data));
      default:
        return convert<T>(unpacked<int64_t>(call, packing, item, data));
    }
  }
}

template <typename T>
void pack_item(Call &call, const Packing &packing, const Packed &item, const T &value, char *out) {
  if constexpr (is_variant<T>) {
    std::visit([&](const auto &member) { pack_item(call, packing, item, member, out); }, value);
  } else {
    switch (kind_of(item.code)) {
      case PackedKind::boolean:
        out[item.offset] = static_cast<char>(truth(call, value));
        return;
      case PackedKind::floating:
        if constexpr (is_number<T>) return pack_float(call, packing, item, static_cast<double>(value), out);
        return call.raise("error", "required argument is not a float");
      case PackedKind::bytes:
        if constexpr (std::is_same_v<T, Bytes>) return pack_bytes(call, item, value, out);
        if constexpr (std::is_same_v<T, ByteArray>) return pack_bytes(call, item, frozen_bytes(call, value), out);
        if (item.code == 'c') return call.raise("error", "char format requires a bytes object of length 1");
        return call.raise("error", std::string("argument for '") + item.code + "' must be a bytes object");
      default:
        if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, bool>)
          return pack_int(call, packing, item, static_cast<int64_t>(value), out);
        call.raise("error", "required argument is not an integer");
    }
  }
}

template <typename V>
int64_t count_of(const V &values) {
  if constexpr (is_tuple<V>) {
    return static_cast<int64_t>(std::tuple_size_v<V>);
  } else {
    return values.size();
  }
}

template <typename V>
void pack_all(Call &call, const Packing &packing, const V &values, const char *function, char *out) {
  const auto wanted = static_cast<int64_t>(packing.items.size());
  if (count_of(values) != wanted) {
    call.raise("error", std::string(function) + " expected " + std::to_string(wanted) + " items for packing (got " +
                            std::to_string(count_of(values)) + ")");
    return;
  }
  if constexpr (is_tuple<V>) {
    std::size_t at = 0;
    auto one = [&](const auto &value) {
      if (!call.failed()) pack_item(call, packing, packing.items[at++], value, out);
    };
    std::apply([&](const auto &...value) { (one(value), ...); }, values);
  } else {
    for (int64_t at = 0; at < wanted && !call.failed(); ++at)
      pack_item(call, packing, packing.items[static_cast<std::size_t>(at)], values.at(at), out);
  }
}

// Where a part of a buffer begins; -1 with struct.error raised. `to` and `action` are words of the message.
int64_t part_offset(Call &call, int64_t size, int64_t held, int64_t offset, bool packs);

template <typename R>
R unpack_part(Call &call, const Packing &packing, std::string_view data) {
  if constexpr (is_tuple<R>) {
    R out{};
    std::size_t at = 0;
    auto one = [&](auto &item) { item = unpacked<std::decay_t<decltype(item)>>(call, packing, packing.items[at++], data); };
    std::apply([&](auto &...item) { (one(item), ...); }, out);
    return out;
  } else {
    std::vector<typename R::Item> items;
    for (const Packed &item : packing.items) items.push_back(unpacked<typename R::Item>(call, packing, item, data));
    return R(std::move(items));
  }
}

}  // namespace detail

template <typename V>
Bytes struct_pack(Call &call, const Str &format, const V &values) {
  Packing packing;
  if (!read_format(call, format, packing)) return {};
  std::string out(static_cast<std::size_t>(packing.size), '\0');
  detail::pack_all(call, packing, values, "pack", out.data());
  return call.failed() ? Bytes() : Bytes(std::move(out));
}

template <typename V>
void struct_pack_into(Call &call, const Str &format, const ByteArray &buffer, int64_t offset, const V &values) {
  Packing packing;
  if (!read_format(call, format, packing)) return;
  std::string out(static_cast<std::size_t>(packing.size), '\0');
  detail::pack_all(call, packing, values, "pack_into", out.data());
  if (call.failed()) return;
  const int64_t from = detail::part_offset(call, packing.size, buffer.size(), offset, true);
  if (from >= 0 && writable(call, *buffer.object())) buffer.text().replace(static_cast<std::size_t>(from), out.size(), out);
}

template <typename R>
R struct_unpack(Call &call, const Str &format, const Bytes &data) {
  Packing packing;
  if (!read_format(call, format, packing)) return {};
  if (data.size() != packing.size)
    return call.raise("error", "unpack requires a buffer of " + std::to_string(packing.size) + " bytes"), R{};
  return detail::unpack_part<R>(call, packing, data.view());
}

template <typename R>
R struct_unpack_from(Call &call, const Str &format, const Bytes &data, int64_t offset) {
  Packing packing;
  if (!read_format(call, format, packing)) return {};
  const int64_t from = detail::part_offset(call, packing.size, data.size(), offset, false);
  if (from < 0) return {};
  return detail::unpack_part<R>(call, packing, data.view().substr(static_cast<std::size_t>(from)));
}

template <typename R>
List<R> struct_iter_unpack(Call &call, const Str &format, const Bytes &data) {
  auto out = new_list<R>(call);
  Packing packing;
  if (call.failed() || !read_format(call, format, packing)) return out;
  if (packing.size == 0) return call.raise("error", "cannot iteratively unpack with a struct of length 0"), out;
  if (data.size() % packing.size != 0) {
    call.raise("error", "iterative unpacking requires a buffer of a multiple of " + std::to_string(packing.size) + " bytes");
    return out;
  }
  for (int64_t at = 0; at < data.size() && !call.failed(); at += packing.size)
    out.push(call, detail::unpack_part<R>(call, packing, data.view().substr(static_cast<std::size_t>(at))));
  return out;
}

}  // namespace modelet::python
