"""Writes docs/targets.md, what the tests do with each target's libraries: `MODELET_WRITE_DOCUMENTS=1 pytest tests/targets`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "targets.md"

_HEAD = """# Targets

`modelet compile FILE --target x86_64-linux-gnu,aarch64-macos`, or `--target all`, builds from any host with the toolchain that
`modelet[compile]` brings: one artifact with a variant for each target over one weights file. `wasm32-wasi` is two variants where weights
have 4 bits, one of them for hosts with relaxed SIMD. Two targets are no part of `all`, since they need
what their vendors alone hand out, in a folder that `--sdk` names. Both were tested with a small stand-in for it only.

- `aarch64-ios` needs the iPhoneOS SDK, which comes with Xcode (`--sdk "$(xcrun --sdk iphoneos --show-sdk-path)"`), and makes an archive for
  an app to link, `modelet_<name>_open` and so on.
- `aarch64-android` needs the Android NDK, r29 or newer, which Android Studio installs (`--sdk "$ANDROID_HOME"/ndk/29.*`), and makes a
  shared library for Android 9 and newer, over the NDK's own C++ library.

This page is written by the tests (`tests/targets`), which compile MiniLM for every target, and claims nothing that they did not do.
*Structure checked*: machine, exports (the C interface and nothing else), needed libraries, oldest system; for macOS the ad-hoc signature.
*Executed*: a program in C opens the library and embeds texts. The vectors are the host's own, bit by bit where the instruction set is the
same, and within 1e-5 elsewhere (the sandbox and ARM).

| target | runs on | what is done with it |
|---|---|---|
"""

_SYSTEMS = {
    "x86_64-linux-gnu": "Linux with glibc 2.28 and newer",
    "aarch64-linux-gnu": "Linux with glibc 2.28 and newer, ARM of 64 bits",
    "x86_64-linux-musl": "Linux with musl (Alpine)",
    "aarch64-macos": "macOS 13 and newer, Apple's processors",
    "x86_64-windows-gnu": "Windows 10 and newer",
    "wasm32-wasi": "browsers, Node.js, wasmtime",
}
_STEPS = ("built", "structure checked", "executed")


def render(done: Mapping[str, set[str]]) -> str:
    """The page."""
    rows = [f"| `{triple}` | {system} | {_steps(done.get(triple, set()))} |\n" for triple, system in _SYSTEMS.items()]
    return _HEAD + "".join(rows)


def _steps(steps: set[str]) -> str:
    ordered = sorted(steps, key=lambda step: next(rank for rank, name in enumerate(_STEPS) if step.startswith(name)))
    return ", ".join(ordered) or "nothing yet"


def claims() -> dict[str, set[str]]:
    """What the page says was done with each target."""
    rows = re.findall(r"^\| `(.+)` \| .* \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {triple: set(text.split(", ")) - {"nothing yet"} for triple, text in rows}


def check(done: Mapping[str, set[str]]) -> None:
    """That the page claims nothing that was not done; or, where MODELET_WRITE_DOCUMENTS is set, writes it."""
    if os.environ.get("MODELET_WRITE_DOCUMENTS"):
        PAGE.write_text(render(done), encoding="utf-8")
    found = claims()
    assert PAGE.read_text(encoding="utf-8") == render(found), "docs/targets.md is written by tests/targets/document.py"
    assert {triple: steps - done.get(triple, set()) for triple, steps in found.items() if steps - done.get(triple, set())} == {}
