#include "platform/arm_features.h"

#include <sys/auxv.h>

namespace modelet::platform {

bool arm_has_dotprod() {
  constexpr unsigned long dotprod = 1UL << 20;  // HWCAP_ASIMDDP
  return (getauxval(AT_HWCAP) & dotprod) != 0;
}

}  // namespace modelet::platform
