// SHA-256 with the instructions x86 has for it.
#include "core/cpu.h"
#include "hash/sha256.h"

#if defined(__x86_64__)

#include <immintrin.h>

namespace modelet::hash {

namespace {

// The instructions keep the state as (a, b, e, f) and (c, d, g, h), highest word first. Sixteen steps of four rounds; the message
// words of the next steps are made meanwhile, in a ring of four registers.
__attribute__((target("sha,sse4.1,ssse3"))) void compress_sha(std::array<uint32_t, 8> &state, const std::byte *blocks, std::size_t count) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(&state[0])), 0xb1);  // b a d c
  const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i *>(&state[4])), 0x1b);  // h g f e
  __m128i abef = _mm_alignr_epi8(abcd, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, abcd, 0xf0);
  for (; count > 0; --count, blocks += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];
    for (int step = 0; step < 4; ++step) {
      words[step] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i *>(blocks + 16 * step)), swap);
    }
#if defined(__clang__)
#pragma clang loop unroll(full)
#else
#pragma GCC unroll 16
#endif
    for (int step = 0; step < 16; ++step) {
      const __m128i now = words[step & 3];
      const __m128i keyed =
          _mm_add_epi32(now, _mm_loadu_si128(reinterpret_cast<const __m128i *>(&round_constants[static_cast<std::size_t>(4 * step)])));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, keyed);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(keyed, 0x0e));
      if (step < 12) {  // words[step & 3] becomes those of four steps on
        const __m128i last = words[(step + 3) & 3];
        const __m128i middle = _mm_alignr_epi8(last, words[(step + 2) & 3], 4);
        const __m128i begun = _mm_sha256msg1_epu32(now, words[(step + 1) & 3]);
        words[step & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(begun, middle), last);
      }
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128(reinterpret_cast<__m128i *>(&state[0]), _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128(reinterpret_cast<__m128i *>(&state[4]), _mm_alignr_epi8(dchg, feba, 8));
}

}  // namespace

Compress compress_for_host() {
  return host_has("sha") && host_has("sse4.2") ? compress_sha : compress_portable;
}

}  // namespace modelet::hash

#else

namespace modelet::hash {
Compress compress_for_host() {
  return compress_portable;
}
}  // namespace modelet::hash

#endif
