"""The targets a library can be built for: one row each."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from modelet_compiler.toolchain.formats import ELF, MACH_O, MACH_O_ARCHIVE, PE, WASM, Format


class UnknownTargetError(ValueError):
    """No such target; the message lists those that exist."""


class MissingSdkError(ValueError):
    """A target needs what only its system's vendor hands out; the message says how to get it."""


Linked = tuple[tuple[str, ...], tuple[str, ...]]
"""All that stands before and behind the objects, for a linker that knows no target."""


@dataclass(frozen=True)
class Sdk:
    """Headers and stubs of a system that no package may bring. The user names their folder."""

    name: str
    get: str  # how to get one
    mark: str  # a file that its folder has
    places: Mapping[str, str]  # folders in it, as patterns, by the names that stand for them below
    flags: tuple[str, ...]  # for every translation unit
    linked: Linked | None = None


@dataclass(frozen=True)
class Target:
    """What the compiler must know about one target."""

    triple: str  # of the hosts that it is for
    zig: str  # zig's name, with the oldest supported C library or system
    cpu: str  # baseline every translation unit is compiled for
    format: Format  # of its objects and libraries, which says what the linker needs
    platforms: tuple[str, ...]  # folders of engine/platform whose sources it is built with
    isa_flags: tuple[tuple[str, str], ...] = ()  # (suffix of a source's stem, its -mcpu value: a level, then features with +)
    compile_flags: tuple[str, ...] = ()  # for every translation unit
    link_flags: tuple[str, ...] = ()  # beside those of the format
    required: tuple[str, ...] = ()  # features of the host that it takes for granted
    preferred: tuple[str, ...] = ()  # of these, those that make it the better choice where there are several
    faster_for: str = ""  # what the sources of a library name if it gains by these; others are not built for this target
    beside: tuple[Target, ...] = ()  # built with it, for those of its hosts that have more features
    program_flags: tuple[str, ...] = ()  # for programs that load libraries
    sdk: Sdk | None = None
    linked: Linked | None = None  # an SDK's own start files and libraries, instead of those that the toolchain brings

    @property
    def name(self) -> str:
        """The triple, and with `+` before each what sets it apart from others for the same."""
        return "+".join((self.triple, *self.preferred))

    @property
    def library_suffix(self) -> str:
        """Of a shared library's file name."""
        return self.format.library_suffix


_X86_ISA = (("avx2", "x86_64_v3"), ("avx512", "x86_64_v4"), ("avx512vnni", "x86_64_v4+avx512vnni"))
_LINUX = ("posix", "linux")
_APPLE = ("posix", "apple")
_APPLE_FLAGS = ("-fvisibility-global-new-delete=force-hidden",)  # engine/platform/apple/allocation.cpp

# Every engine that runs WebAssembly today has these; a module is refused as a whole by one that lacks any.
_WASM_CPU = "lime1+simd128+bulk_memory"
# Without exceptions: Python's are checked returns, and what the C++ library would throw is a trap, which ends the instance.
# Sizes are 64 bit in the engine, and memory beyond 4 GiB is refused where it is asked for.
_WASM_COMPILE = ("-fno-PIC", "-fno-exceptions", "-DJSON_NOEXCEPTION", "-Wno-shorten-64-to-32")

_IPHONE = Sdk(
    "the iPhoneOS SDK",
    get="it comes with Xcode, and `xcrun --sdk iphoneos --show-sdk-path` prints its folder on a Mac",
    mark="SDKSettings.json",
    places={"include": "usr/include"},
    flags=("-nostdinc++", "-isystem{include}/c++/v1", "-isystem{include}"),
)

# Its C++ library is of the same release as its headers; numbers are read and written by functions that older ones lack.
_NDK = Sdk(
    "the Android NDK, r29 or newer",
    get="Android Studio's SDK Manager installs it, and `sdkmanager --install 'ndk;29.0.14206865'`, into a folder of $ANDROID_HOME/ndk",
    mark="source.properties",
    places={
        "sysroot": "toolchains/llvm/prebuilt/*/sysroot",
        "libraries": "toolchains/llvm/prebuilt/*/sysroot/usr/lib/aarch64-linux-android",
        "system": "toolchains/llvm/prebuilt/*/sysroot/usr/lib/aarch64-linux-android/28",
        "runtime": "toolchains/llvm/prebuilt/*/lib/clang/*/lib/linux",
    },
    flags=(
        "-nostdinc++",
        "-isystem{sysroot}/usr/include/c++/v1",
        "-isystem{sysroot}/usr/include/aarch64-linux-android",
        "-isystem{sysroot}/usr/include",
    ),
    linked=(
        ("{system}/crtbegin_so.o", "-L{system}", "-L{libraries}"),
        (
            *("-lc++_static", "-lc++abi", "{runtime}/aarch64/libunwind.a", "{runtime}/libclang_rt.builtins-aarch64-android.a"),
            *("-lc", "-lm", "-ldl", "{system}/crtend_so.o"),
        ),
    ),
)

_WASM = Target("wasm32-wasi", "wasm32-wasi", _WASM_CPU, WASM, ("wasm",), compile_flags=_WASM_COMPILE, required=("simd128",))
# An instruction for products of bytes, which not every browser has. What it is used for, weights of 4 bits, is exact: results are the same.
_WASM_RELAXED = replace(
    _WASM,
    isa_flags=(("simd128", f"{_WASM_CPU}+relaxed_simd"),),
    required=("simd128", "relaxed-simd"),
    preferred=("relaxed-simd",),
    faster_for="WeightFormat::q4",
)

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target("x86_64-linux-gnu", "x86_64-linux-gnu.2.28", "x86_64", ELF, _LINUX, _X86_ISA),
        Target("x86_64-linux-musl", "x86_64-linux-musl", "x86_64", ELF, _LINUX, _X86_ISA, program_flags=("-dynamic",)),
        Target("aarch64-linux-gnu", "aarch64-linux-gnu.2.28", "generic", ELF, _LINUX),
        Target("aarch64-macos", "aarch64-macos.13.0", "apple_m1", MACH_O, _APPLE, compile_flags=_APPLE_FLAGS),
        Target("aarch64-ios", "aarch64-ios.16.0", "apple_a11", MACH_O_ARCHIVE, _APPLE, compile_flags=_APPLE_FLAGS, sdk=_IPHONE),
        Target("aarch64-android", "aarch64-linux-android.28", "generic", ELF, _LINUX, sdk=_NDK),
        Target("x86_64-windows-gnu", "x86_64-windows-gnu", "x86_64", PE, ("windows",), _X86_ISA),
        replace(_WASM, beside=(_WASM_RELAXED,)),
    )
}

ALL = "all"


def find_target(name: str) -> Target:
    """The target of that name. Raises UnknownTargetError."""
    if name not in TARGETS:
        raise UnknownTargetError(f"no target {name!r}; there are: {', '.join(TARGETS)}; or {ALL!r}")
    return TARGETS[name]


def find_targets(names: str | Sequence[str], sdk: str | Path | None = None) -> list[Target]:
    """The targets of a text with `,` between names, or of several texts, each once in the order of first mention.

    Each is followed by those that are built beside it. `all` is every target that needs no SDK. `sdk` is the folder of one.
    Raises UnknownTargetError, also when nothing is named, and MissingSdkError.
    """
    texts = [names] if isinstance(names, str) else names
    words = [word.strip() for text in texts for word in text.split(",")]
    every = [name for name, target in TARGETS.items() if target.sdk is None]
    found = {name: find_target(name) for word in words for name in (every if word == ALL else [word])}
    return [_with_sdk(one, sdk) for target in found.values() for one in (target, *target.beside)]


def _with_sdk(target: Target, folder: str | Path | None) -> Target:
    sdk = target.sdk
    if sdk is None:
        return target
    if folder is None:
        raise MissingSdkError(f"{target.triple} needs {sdk.name}: {sdk.get}. Name it with --sdk")
    path = Path(folder).absolute()
    if not (path / sdk.mark).is_file():
        raise MissingSdkError(f"{folder} is not {sdk.name}, for it has no {sdk.mark}: {sdk.get}")
    places = {name: _place(path, pattern, sdk) for name, pattern in sdk.places.items()}
    return replace(
        target,
        compile_flags=(*target.compile_flags, *_filled(sdk.flags, places)),
        linked=None if sdk.linked is None else (_filled(sdk.linked[0], places), _filled(sdk.linked[1], places)),
    )


def _filled(flags: Sequence[str], places: Mapping[str, Path]) -> tuple[str, ...]:
    return tuple(flag.format_map(places) for flag in flags)


def _place(folder: Path, pattern: str, sdk: Sdk) -> Path:
    found = sorted(folder.glob(pattern))
    if not found:
        raise MissingSdkError(f"{folder} is not {sdk.name}, for it has no {pattern}: {sdk.get}")
    return found[-1]


def host_target() -> Target:
    """The target of the machine this runs on. Raises UnknownTargetError."""
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    return find_target(f"{machine}-{_host_system()}")


def _host_system() -> str:
    system = platform.system()
    if system == "Linux":
        return "linux-gnu" if platform.libc_ver()[0] == "glibc" else "linux-musl"
    return {"Darwin": "macos", "Windows": "windows-gnu"}.get(system, system.lower())
