#include "sha256.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROTATED(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define ROUND(a, b, c, d, e, f, g, h, i)                                                                                 \
  {                                                                                                                      \
    const uint32_t first =                                                                                               \
        (h) + (ROTATED(e, 6) ^ ROTATED(e, 11) ^ ROTATED(e, 25)) + (((e) & (f)) ^ (~(e) & (g))) + constants[i] + word[i]; \
    (d) += first;                                                                                                        \
    (h) = first + (ROTATED(a, 2) ^ ROTATED(a, 13) ^ ROTATED(a, 22)) + (((a) & (b)) ^ ((a) & (c)) ^ ((b) & (c)));         \
  }

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void block(uint32_t *state, const uint8_t *data) {
  uint32_t word[64];
  for (int i = 0; i < 16; ++i) word[i] = big_endian(data + 4 * i);
  for (int i = 16; i < 64; ++i) {
    const uint32_t early = word[i - 15], late = word[i - 2];
    word[i] = word[i - 16] + (ROTATED(early, 7) ^ ROTATED(early, 18) ^ early >> 3) + word[i - 7] +
              (ROTATED(late, 17) ^ ROTATED(late, 19) ^ late >> 10);
  }
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (int i = 0; i < 64; i += 8) {
    ROUND(a, b, c, d, e, f, g, h, i)
    ROUND(h, a, b, c, d, e, f, g, i + 1)
    ROUND(g, h, a, b, c, d, e, f, i + 2)
    ROUND(f, g, h, a, b, c, d, e, i + 3)
    ROUND(e, f, g, h, a, b, c, d, i + 4)
    ROUND(d, e, f, g, h, a, b, c, i + 5)
    ROUND(c, d, e, f, g, h, a, b, i + 6)
    ROUND(b, c, d, e, f, g, h, a, i + 7)
  }
  const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[i] += sums[i];
}

void modelet_sha256_begin(modelet_sha256 *hash) {
  static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(hash->state, initial, sizeof initial);
  hash->bytes = 0;
}

void modelet_sha256_update(modelet_sha256 *hash, const void *data, uint64_t size) {
  const uint8_t *at = data;
  uint64_t pending = hash->bytes % 64;
  hash->bytes += size;
  if (pending != 0) {
    const uint64_t taken = size < 64 - pending ? size : 64 - pending;
    memcpy(hash->pending + pending, at, taken);
    at += taken, size -= taken, pending += taken;
    if (pending < 64) return;
    block(hash->state, hash->pending);
  }
  for (; size >= 64; at += 64, size -= 64) block(hash->state, at);
  if (size != 0) memcpy(hash->pending, at, size);
}

void modelet_sha256_end(modelet_sha256 *hash, uint8_t *digest) {
  const uint64_t bits = hash->bytes * 8;
  static const uint8_t padding[64] = {0x80};
  modelet_sha256_update(hash, padding, 1 + (119 - hash->bytes % 64) % 64);
  uint8_t length[8];
  for (int i = 0; i < 8; ++i) length[i] = (uint8_t)(bits >> (56 - 8 * i));
  modelet_sha256_update(hash, length, sizeof length);
  for (int i = 0; i < 32; ++i) digest[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}
