// What an ARM processor offers beyond NEON. Only the operating system tells.
#pragma once

namespace modelet::platform {

bool arm_has_dotprod();

}  // namespace modelet::platform
