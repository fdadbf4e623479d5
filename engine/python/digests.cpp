#include "python/digests.h"

#include <array>
#include <bit>
#include <cmath>

#include "python/base64.h"

namespace modelet::python {

namespace {

// The data, a one bit, zeros, and its length in bits: blocks of a whole number.
std::string padded(const std::string &data, std::size_t block, std::size_t length_bytes, bool big) {
  std::string out = data;
  out.push_back(static_cast<char>(0x80));
  while (out.size() % block != block - length_bytes) out.push_back('\0');
  const uint64_t bits = static_cast<uint64_t>(data.size()) * 8;
  for (std::size_t at = 0; at < length_bytes; ++at) {
    const std::size_t place = big ? length_bytes - 1 - at : at;
    out.push_back(place < 8 ? static_cast<char>(bits >> (place * 8) & 255) : '\0');
  }
  return out;
}

template <typename Word>
Word word(const std::string &text, std::size_t at, bool big) {
  Word out = 0;
  for (std::size_t byte = 0; byte < sizeof(Word); ++byte) {
    const auto value = static_cast<Word>(static_cast<unsigned char>(text[at + byte]));
    out = static_cast<Word>(out | value << ((big ? sizeof(Word) - 1 - byte : byte) * 8));
  }
  return out;
}

template <typename Word, std::size_t count>
std::string written(const std::array<Word, count> &words, std::size_t bytes, bool big) {
  std::string out;
  for (Word one : words)
    for (std::size_t byte = 0; byte < sizeof(Word); ++byte)
      out.push_back(static_cast<char>(one >> ((big ? sizeof(Word) - 1 - byte : byte) * 8) & 255));
  return out.substr(0, bytes);
}

std::string md5(const std::string &data) {
  constexpr std::array<int, 16> turns = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  std::array<uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::string text = padded(data, 64, 8, false);
  for (std::size_t start = 0; start < text.size(); start += 64) {
    auto [a, b, c, d] = state;
    for (std::size_t step = 0; step < 64; ++step) {
      const std::size_t round = step / 16;
      const uint32_t mixed = round == 0 ? (b & c) | (~b & d) : round == 1 ? (d & b) | (~d & c) : round == 2 ? b ^ c ^ d : c ^ (b | ~d);
      const std::size_t place = round == 0 ? step : round == 1 ? (5 * step + 1) % 16 : round == 2 ? (3 * step + 5) % 16 : 7 * step % 16;
      const auto constant = static_cast<uint32_t>(std::floor(std::fabs(std::sin(static_cast<double>(step + 1))) * 4294967296.0));
      const uint32_t sum = a + mixed + constant + word<uint32_t>(text, start + place * 4, false);
      a = d;
      d = c;
      c = b;
      b += std::rotl(sum, turns[round * 4 + step % 4]);
    }
    state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
  }
  return written(state, 16, false);
}

std::string sha1(const std::string &data) {
  std::array<uint32_t, 5> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  const std::string text = padded(data, 64, 8, true);
  for (std::size_t start = 0; start < text.size(); start += 64) {
    std::array<uint32_t, 80> words{};
    for (std::size_t at = 0; at < 16; ++at) words[at] = word<uint32_t>(text, start + at * 4, true);
    for (std::size_t at = 16; at < 80; ++at) words[at] = std::rotl(words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16], 1);
    auto [a, b, c, d, e] = state;
    for (std::size_t step = 0; step < 80; ++step) {
      const std::size_t round = step / 20;
      const uint32_t mixed = round == 0 ? (b & c) | (~b & d) : round == 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      constexpr std::array<uint32_t, 4> constants = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
      const uint32_t sum = std::rotl(a, 5) + mixed + e + constants[round] + words[step];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = sum;
    }
    state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e};
  }
  return written(state, 20, true);
}

constexpr std::array<uint64_t, 80> sha2_constants = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019,
    0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3,
    0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
    0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb,
    0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207,
    0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a,
    0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

// SHA-224 and SHA-256 with words of 32 bits, SHA-384 and SHA-512 with words of 64.
template <typename Word>
std::string sha2(const std::string &data, std::array<Word, 8> state, std::size_t bytes) {
  constexpr bool wide = sizeof(Word) == 8;
  constexpr std::size_t rounds = wide ? 80 : 64;
  constexpr std::array<int, 6> small = wide ? std::array<int, 6>{1, 8, 7, 19, 61, 6} : std::array<int, 6>{7, 18, 3, 17, 19, 10};
  constexpr std::array<int, 6> large = wide ? std::array<int, 6>{28, 34, 39, 14, 18, 41} : std::array<int, 6>{2, 13, 22, 6, 11, 25};
  const std::string text = padded(data, wide ? 128 : 64, wide ? 16 : 8, true);
  for (std::size_t start = 0; start < text.size(); start += wide ? 128 : 64) {
    std::array<Word, rounds> words{};
    for (std::size_t at = 0; at < 16; ++at) words[at] = word<Word>(text, start + at * sizeof(Word), true);
    for (std::size_t at = 16; at < rounds; ++at) {
      const Word first = words[at - 15], second = words[at - 2];
      words[at] = words[at - 16] + (std::rotr(first, small[0]) ^ std::rotr(first, small[1]) ^ first >> small[2]) + words[at - 7] +
                  (std::rotr(second, small[3]) ^ std::rotr(second, small[4]) ^ second >> small[5]);
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t step = 0; step < rounds; ++step) {
      const auto constant = static_cast<Word>(wide ? sha2_constants[step] : sha2_constants[step] >> 32);
      const Word left =
          h + (std::rotr(e, large[3]) ^ std::rotr(e, large[4]) ^ std::rotr(e, large[5])) + ((e & f) ^ (~e & g)) + constant + words[step];
      const Word right = (std::rotr(a, large[0]) ^ std::rotr(a, large[1]) ^ std::rotr(a, large[2])) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = d + left;
      d = c;
      c = b;
      b = a;
      a = left + right;
    }
    state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d, state[4] + e, state[5] + f, state[6] + g, state[7] + h};
  }
  return written(state, bytes, true);
}

std::string hashed(Algorithm algorithm, const std::string &data) {
  using Narrow = std::array<uint32_t, 8>;
  using Wide = std::array<uint64_t, 8>;
  switch (algorithm) {
    case Algorithm::md5:
      return md5(data);
    case Algorithm::sha1:
      return sha1(data);
    case Algorithm::sha224:
      return sha2(data, Narrow{0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4}, 28);
    case Algorithm::sha256:
      return sha2(data, Narrow{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 32);
    case Algorithm::sha384:
      return sha2(data,
                  Wide{0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939, 0x67332667ffc00b31,
                       0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4},
                  48);
    default:
      return sha2(data,
                  Wide{0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
                       0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179},
                  64);
  }
}

}  // namespace

Hash new_hash(Call &call, Algorithm algorithm, const Bytes &data) {
  auto made = new_object<HashObject, Hash>(call);
  if (call.failed()) return made;
  made->algorithm = algorithm;
  made->data = std::string(data.view());
  return made;
}
void update(Call &, const Hash &hash, const Bytes &data) {
  hash->data += data.view();
}
Bytes digest(Call &, const Hash &hash) {
  return Bytes(hashed(hash->algorithm, hash->data));
}
Str hexdigest(Call &call, const Hash &hash) {
  return bytes_hex(call, digest(call, hash), Str(), 1);
}
Hash copy(Call &call, const Hash &hash) {
  return new_hash(call, hash->algorithm, Bytes(std::string(hash->data)));
}
Str hash_name(Call &call, const Hash &hash) {
  constexpr std::array<const char *, 6> names = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512"};
  return new_str(call, std::string_view(names[static_cast<std::size_t>(hash->algorithm)]));
}
int64_t digest_size(Call &call, const Hash &hash) {
  return digest(call, hash).size();
}
int64_t block_size(Call &, const Hash &hash) {
  return hash->algorithm == Algorithm::sha384 || hash->algorithm == Algorithm::sha512 ? 128 : 64;
}

int64_t crc32(Call &, const Bytes &data, int64_t start) {
  uint32_t sum = ~static_cast<uint32_t>(start);
  for (char byte : data.view()) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xedb88320U : 0U);
  }
  return static_cast<int64_t>(~sum);
}
int64_t adler32(Call &, const Bytes &data, int64_t start) {
  uint32_t low = static_cast<uint32_t>(start) & 0xffff, high = static_cast<uint32_t>(start) >> 16;
  for (char byte : data.view()) {
    low = (low + static_cast<unsigned char>(byte)) % 65521;
    high = (high + low) % 65521;
  }
  return static_cast<int64_t>(high) << 16 | low;
}

Bytes encode_base64(Call &, const Bytes &data) {
  return Bytes(to_base64(data.view(), base64_letters));
}
Bytes encode_base64_url(Call &, const Bytes &data) {
  return Bytes(to_base64(data.view(), "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"));
}

// Other characters are passed over, as Python does unless it validates.
Bytes decode_base64(Call &call, const Bytes &text) {
  const std::string_view letters(base64_letters);
  std::string out;
  int place = 0;
  int pads = 0;
  uint32_t left = 0;
  for (char letter : text.view()) {
    if (letter == '=') {
      if (place >= 2 && place + ++pads >= 4) return Bytes(std::move(out));
      continue;
    }
    const std::size_t found = letters.find(letter);
    if (found == letters.npos) continue;
    pads = 0;
    const auto value = static_cast<uint32_t>(found);
    if (place > 0) out.push_back(static_cast<char>((left << (place * 2) | value >> (6 - place * 2)) & 255));
    left = value & ((1U << (6 - place * 2)) - 1);
    place = (place + 1) % 4;
  }
  if (place == 1)
    return call.raise("Error", "Invalid base64-encoded string: number of data characters (" + std::to_string(out.size() / 3 * 4 + 1) +
                                   ") cannot be 1 more than a multiple of 4"),
           Bytes();
  if (place != 0) return call.raise("Error", "Incorrect padding"), Bytes();
  return Bytes(std::move(out));
}
Bytes decode_base64_url(Call &call, const Bytes &text) {
  std::string standard(text.view());
  for (char &letter : standard) letter = letter == '-' ? '+' : letter == '_' ? '/' : letter;
  return decode_base64(call, Bytes(std::move(standard)));
}
Bytes ascii_bytes(Call &call, const Str &text) {
  std::string out;
  for (char32_t point : text.view()) {
    if (static_cast<uint32_t>(point) > 127)
      return call.raise("ValueError", "string argument should contain only ASCII characters"), Bytes();
    out.push_back(static_cast<char>(point));
  }
  return Bytes(std::move(out));
}

Bytes encode_hex(Call &call, const Bytes &data) {
  return encode_text(call, bytes_hex(call, data, Str(), 1), Encoding::ascii, OnError::strict);
}
Bytes decode_hex(Call &call, const Bytes &text) {
  if (text.size() % 2 != 0) return call.raise("Error", "Odd-length string"), Bytes();
  for (char letter : text.view())
    if (std::string_view("0123456789abcdefABCDEF").find(letter) == std::string_view::npos)
      return call.raise("Error", "Non-hexadecimal digit found"), Bytes();
  return bytes_from_hex(call, widened_bytes(call, text));
}

}  // namespace modelet::python
