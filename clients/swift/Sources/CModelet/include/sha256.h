/* SHA-256 (FIPS 180-4). In C, so that it is quick in a debug build too. */
#ifndef CMODELET_SHA256_H
#define CMODELET_SHA256_H

#include <stdint.h>

typedef struct modelet_sha256 {
  uint32_t state[8];
  uint64_t bytes;      /* taken so far */
  uint8_t pending[64]; /* the first bytes % 64 of an unfinished block */
} modelet_sha256;

void modelet_sha256_begin(modelet_sha256 *hash);
void modelet_sha256_update(modelet_sha256 *hash, const void *data, uint64_t size);
/* Writes 32 bytes; the state is used up. */
void modelet_sha256_end(modelet_sha256 *hash, uint8_t *digest);

#endif
