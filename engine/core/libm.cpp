#include "core/libm.h"

#include <cmath>

// A symbol with its version can only be the C library's: the toolchain's own have none.
#if defined(__GLIBC__) && defined(__x86_64__)
#define MODELET_LIBM_VERSION "GLIBC_2.2.5"
#elif defined(__GLIBC__) && defined(__aarch64__)
#define MODELET_LIBM_VERSION "GLIBC_2.17"
#endif

#ifdef MODELET_LIBM_VERSION
#define MODELET_LIBM(name)                                                   \
  extern "C" double modelet_libm_##name(double);                             \
  __asm__(".symver modelet_libm_" #name "," #name "@" MODELET_LIBM_VERSION); \
  double modelet::libm::name(double value) {                                 \
    return modelet_libm_##name(value);                                       \
  }
#else
#define MODELET_LIBM(name)                   \
  double modelet::libm::name(double value) { \
    return std::name(value);                 \
  }
#endif

MODELET_LIBM(sin)
MODELET_LIBM(cos)
MODELET_LIBM(tan)
MODELET_LIBM(exp)
MODELET_LIBM(exp2)
MODELET_LIBM(log)
MODELET_LIBM(log2)
MODELET_LIBM(log10)
