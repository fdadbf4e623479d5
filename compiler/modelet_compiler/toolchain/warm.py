"""Builds what every first compilation on a machine needs: a target's C++ library and the engine's archive."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor

from modelet_compiler.toolchain.link import build_library, engine_archive
from modelet_compiler.toolchain.paths import cache_folder
from modelet_compiler.toolchain.targets import Target, find_targets, host_target

# Uses enough of the C++ library that the linker driver builds it whole.
_SAMPLE = """#include <stdexcept>
#include <string>
extern "C" __attribute__((visibility("default"))) int modelet_sample(const char *text) {
  try {
    return static_cast<int>(std::string(text).at(0));
  } catch (const std::out_of_range &) {
    return -1;
  }
}
"""


def is_warm(target: Target) -> bool:
    """Whether this target's C++ library was built before, as far as the stamp says."""
    return (cache_folder("linked") / f"warm-{target.name}").exists()


def warm(target: Target) -> None:
    """Build the target's C++ library and the engine; minutes the first time, then nothing. Raises ToolchainError."""
    with ThreadPoolExecutor() as pool:
        library = pool.submit(build_library, {"sample.cpp": _SAMPLE}, target=target, name="sample", exports=["modelet_sample"])
        engine = pool.submit(engine_archive, target)
    library.result(), engine.result()
    (cache_folder("linked") / f"warm-{target.name}").touch()


def main() -> None:
    """Warm the targets named on the command line, or the host's, saying how long each took."""
    for target in find_targets(sys.argv[1:] or host_target().triple):
        started = time.monotonic()
        warm(target)
        sys.stdout.write(f"toolchain for {target.name} ready in {time.monotonic() - started:.0f} s\n")


if __name__ == "__main__":
    main()
