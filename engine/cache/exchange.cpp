// Sequences as bytes: all integers little-endian.
//
//   "MKVBLOCK", uint32 version, uint32 format, uint64 model, uint64 tokens, uint32 positions a block, uint32 layers
//   uint32 kv_heads, head_dim       of each layer
//   int32 ids [tokens]
//   blocks [ceiling(tokens / positions a block)][layers] as the kernels lay them out, positions after the last token zero or whatever stood
//   there SHA-256 of everything before
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "cache/key_value_cache.h"
#include "hash/sha256.h"

namespace modelet::cache {

namespace {

constexpr char magic[8] = {'M', 'K', 'V', 'B', 'L', 'O', 'C', 'K'};
constexpr uint32_t version = 1;

using Digest = std::array<uint8_t, 32>;

Digest digest_of(std::span<const std::byte> bytes) {
  hash::Sha256 hash;
  hash.update(bytes);
  return hash.digest();
}

class Writer {
 public:
  template <typename Value>
  void write(const Value &value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    copy(&value, sizeof(value));
  }
  void copy(const void *from, std::size_t size) {
    const auto *begin = static_cast<const std::byte *>(from);
    bytes.insert(bytes.end(), begin, begin + size);
  }

  std::vector<std::byte> bytes;
};

// Reads within its bytes; false once they do not suffice.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : left_(bytes) {}

  template <typename Value>
  bool expect(const Value &value) {
    Value found{};
    return copy(&found, sizeof(found)) && std::memcmp(&found, &value, sizeof(value)) == 0;
  }
  bool copy(void *to, std::size_t size) {
    if (left_.size() < size) return false;
    if (size > 0) std::memcpy(to, left_.data(), size);
    left_ = left_.subspan(size);
    return true;
  }
  std::size_t left() const { return left_.size(); }

 private:
  std::span<const std::byte> left_;
};

void write_geometry(Writer &to, const Geometry &geometry) {
  to.write(static_cast<uint32_t>(kernels::cache_block_tokens));
  to.write(static_cast<uint32_t>(geometry.layers.size()));
  for (const CachedLayer &layer : geometry.layers) {
    to.write(static_cast<uint32_t>(layer.kv_heads));
    to.write(static_cast<uint32_t>(layer.head_dim));
  }
}

bool expect_geometry(Reader &from, const Geometry &geometry) {
  if (!from.expect(static_cast<uint32_t>(kernels::cache_block_tokens))) return false;
  if (!from.expect(static_cast<uint32_t>(geometry.layers.size()))) return false;
  return std::all_of(geometry.layers.begin(), geometry.layers.end(), [&](const CachedLayer &layer) {
    return from.expect(static_cast<uint32_t>(layer.kv_heads)) && from.expect(static_cast<uint32_t>(layer.head_dim));
  });
}

bool refuse(Error &error, const std::string &why) {
  error = invalid_request("cannot import keys and values: " + why, "cache_import");
  return false;
}

// The header up to the ids; leaves their number in `tokens`.
bool read_header(Reader &from, const Geometry &geometry, uint64_t &tokens, Error &error) {
  if (!from.expect(magic)) return refuse(error, "the bytes are no export of a cache");
  if (!from.expect(version)) return refuse(error, "they were written by another version of the engine");
  if (!from.expect(static_cast<uint32_t>(geometry.format))) return refuse(error, "they are in another format than this cache");
  if (!from.expect(geometry.model)) return refuse(error, "they belong to another model");
  if (!from.copy(&tokens, sizeof(tokens))) return refuse(error, "the header is cut off");
  return expect_geometry(from, geometry) || refuse(error, "they have other layers or heads than this model");
}

}  // namespace

std::vector<std::byte> KeyValueCache::export_sequence(const Sequence &sequence, std::span<const int32_t> tokens) const {
  const std::size_t count = std::min(tokens.size(), static_cast<std::size_t>(sequence.capacity()));
  const std::size_t blocks = (count + kernels::cache_block_tokens - 1) / kernels::cache_block_tokens;
  Writer to;
  to.bytes.reserve(1024 + count * sizeof(int32_t) + blocks * block_bytes_);
  to.write(magic);
  to.write(version);
  to.write(static_cast<uint32_t>(geometry_.format));
  to.write(geometry_.model);
  to.write(static_cast<uint64_t>(count));
  write_geometry(to, geometry_);
  to.copy(tokens.data(), count * sizeof(int32_t));
  for (std::size_t index = 0; index < blocks; ++index) to.copy(block_memory(sequence.blocks_[index]), block_bytes_);
  to.write(digest_of(to.bytes));
  return std::move(to.bytes);
}

bool KeyValueCache::import_sequence(std::span<const std::byte> bytes, Sequence &sequence, std::vector<int32_t> &tokens, Error &error) {
  Reader from(bytes);
  uint64_t count = 0;
  if (!read_header(from, geometry_, count, error)) return false;
  // Every token has its id, so that the products below are small.
  if (count > from.left() / sizeof(int32_t)) return refuse(error, "they end too early");
  const uint64_t blocks = (count + kernels::cache_block_tokens - 1) / kernels::cache_block_tokens;
  const uint64_t body = count * sizeof(int32_t);
  if (blocks > from.left() / block_bytes_ || from.left() != body + blocks * block_bytes_ + sizeof(Digest)) {
    return refuse(error, "they have another length than their header says");
  }
  const std::size_t signed_bytes = bytes.size() - sizeof(Digest);
  if (!Reader(bytes.subspan(signed_bytes)).expect(digest_of(bytes.first(signed_bytes)))) return refuse(error, "they are damaged");
  if (!extend(sequence, static_cast<int64_t>(blocks), {})) {
    error = server_error("no room in the cache for " + std::to_string(count) + " imported positions", "cache_full");
    return false;
  }
  tokens.resize(count);
  from.copy(tokens.data(), body);
  for (const int32_t block : sequence.blocks_) from.copy(block_memory(block), block_bytes_);
  sequence.foreign_ = true;
  return true;
}

}  // namespace modelet::cache
