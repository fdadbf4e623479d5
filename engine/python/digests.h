// hashlib, the checksums of zlib, and base64 and hexadecimal text of bytes.
#pragma once

#include "python/bytes.h"

namespace modelet::python {

enum class Algorithm { md5, sha1, sha224, sha256, sha384, sha512 };

// What was hashed is kept until the digest is asked for.
class HashObject final : public Object {
 public:
  explicit HashObject(Heap &heap) : Object(heap) {}
  void clear() noexcept override {}
  std::size_t bytes() const noexcept override { return sizeof(*this); }
  Algorithm algorithm = Algorithm::md5;
  std::string data;
};

class Hash {
 public:
  Hash() = default;
  explicit Hash(Ref<HashObject> object) : object_(std::move(object)) {}
  HashObject *object() const { return object_.get(); }
  HashObject *operator->() const { return object_.get(); }

 private:
  Ref<HashObject> object_;
};

Hash new_hash(Call &call, Algorithm algorithm, const Bytes &data);
void update(Call &call, const Hash &hash, const Bytes &data);
Bytes digest(Call &call, const Hash &hash);
Str hexdigest(Call &call, const Hash &hash);
Hash copy(Call &call, const Hash &hash);
Str hash_name(Call &call, const Hash &hash);
int64_t digest_size(Call &call, const Hash &hash);
int64_t block_size(Call &call, const Hash &hash);

int64_t crc32(Call &call, const Bytes &data, int64_t start);
int64_t adler32(Call &call, const Bytes &data, int64_t start);

Bytes encode_base64(Call &call, const Bytes &data);
Bytes encode_base64_url(Call &call, const Bytes &data);
Bytes decode_base64(Call &call, const Bytes &text);
Bytes decode_base64_url(Call &call, const Bytes &text);
Bytes ascii_bytes(Call &call, const Str &text);  // ValueError for others
Bytes encode_hex(Call &call, const Bytes &data);
Bytes decode_hex(Call &call, const Bytes &text);

}  // namespace modelet::python
