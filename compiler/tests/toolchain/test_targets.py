"""Which targets a text names, and what is refused."""

from __future__ import annotations

from pathlib import Path

import lief
import pytest

from modelet_compiler.toolchain import (
    TARGETS,
    MissingSdkError,
    ToolchainError,
    UnknownTargetError,
    compile_sources,
    find_compiler,
    find_targets,
    host_target,
    link,
)
from modelet_compiler.toolchain.compiler import run_tool


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ("aarch64-macos", ["aarch64-macos"]),
        ("x86_64-linux-musl, aarch64-linux-gnu", ["x86_64-linux-musl", "aarch64-linux-gnu"]),
        (["aarch64-macos", "aarch64-linux-gnu,aarch64-macos"], ["aarch64-macos", "aarch64-linux-gnu"]),
        ("wasm32-wasi", ["wasm32-wasi", "wasm32-wasi+relaxed-simd"]),
    ],
)
def test_targets_are_named_by_a_list_or_by_commas_and_come_once(names, found):
    assert [target.name for target in find_targets(names)] == found


def test_all_names_every_target_that_needs_nothing_of_the_user():
    found = [target.triple for target in find_targets("all")]
    assert {"x86_64-linux-gnu", "aarch64-linux-gnu", "x86_64-linux-musl", "aarch64-macos", "x86_64-windows-gnu"} <= set(found)
    assert {"aarch64-ios", "aarch64-android"}.isdisjoint(found)


def test_a_target_without_its_sdk_is_refused_with_how_to_get_one(tmp_path):
    with pytest.raises(MissingSdkError, match=r"aarch64-ios needs the iPhoneOS SDK: .*Xcode.*--sdk"):
        find_targets("aarch64-ios")
    with pytest.raises(MissingSdkError, match=r"has no SDKSettings\.json: .*Xcode"):
        find_targets("aarch64-ios", tmp_path)


@pytest.fixture
def iphone(tmp_path: Path) -> Path:
    """A folder like an SDK's, with a header of each kind."""
    (tmp_path / "SDKSettings.json").write_text("{}")
    for header, text in {"usr/include/c++/v1/string": "using Text = char;", "usr/include/unistd.h": "using Process = int;"}.items():
        (tmp_path / header).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / header).write_text(f"#pragma once\n{text}\n")
    return tmp_path


def test_objects_for_an_iphone_are_made_of_the_headers_of_its_sdk(iphone):
    (target,) = find_targets("aarch64-ios", iphone)
    source = "#include <string>\n#include <unistd.h>\nProcess sample(Text text);\nProcess sample(Text text) { return text; }\n"
    (made,) = compile_sources({"sample.cpp": source}, target=target)
    binary = lief.MachO.parse(str(made)).at(0)
    assert binary.header.cpu_type == lief.MachO.Header.CPU_TYPE.ARM64
    assert binary.build_version.platform == lief.MachO.BuildVersion.PLATFORMS.IOS
    assert list(binary.build_version.minos) == [16, 0, 0]


@pytest.fixture
def android(tmp_path: Path) -> Path:
    """A folder like an NDK's, with headers and libraries that have what a small library needs."""
    (tmp_path / "source.properties").write_text("Pkg.Revision = 29.0.1\n")
    toolchain = tmp_path / "toolchains/llvm/prebuilt/linux-x86_64"
    libraries = toolchain / "sysroot/usr/lib/aarch64-linux-android"
    runtime = toolchain / "lib/clang/21/lib/linux"
    for header, text in {"c++/v1/string": "using Text = char;", "unistd.h": 'extern "C" int getpid();'}.items():
        path = toolchain / "sysroot/usr/include" / header
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#pragma once\n{text}\n")
    for folder in (libraries / "28", runtime / "aarch64"):
        folder.mkdir(parents=True)
    stub = "int getpid(void) { return 0; }\n"
    for name, text in {"libc.so": stub, "libm.so": "", "libdl.so": ""}.items():
        _compile(text, libraries / "28" / name, "-shared", f"-Wl,-soname,{name}")
    for name in ("crtbegin_so.o", "crtend_so.o"):
        _compile("", libraries / "28" / name, "-c")
    archives = ("libc++_static.a", "libc++abi.a")
    runtimes = ("aarch64/libunwind.a", "libclang_rt.builtins-aarch64-android.a")
    for archive in (*(libraries / name for name in archives), *(runtime / name for name in runtimes)):
        run_tool([*find_compiler().archive_command(), "rcsD", str(archive), str(libraries / "28/crtend_so.o")], what="archiving")
    return tmp_path


def _compile(text: str, made: Path, *flags: str) -> None:
    source = made.with_suffix(".c")
    source.write_text(text)
    zig = find_compiler().command[0]
    run_tool(
        [zig, "cc", "-target", "aarch64-linux-musl", "-nostdlib", "-fno-builtin", "-w", *flags, str(source), "-o", str(made)], what="stub"
    )
    source.unlink()


def test_a_library_for_android_is_made_of_the_headers_and_libraries_of_its_ndk(android, tmp_path_factory, monkeypatch):
    monkeypatch.setattr(link, "engine_folder", lambda: tmp_path_factory.mktemp("no engine"))
    (target,) = find_targets("aarch64-android", android)
    declared = 'extern "C" __attribute__((visibility("default"))) int modelet_sample(Text text)'
    source = f"#include <string>\n#include <unistd.h>\n{declared};\n{declared} {{ return text + getpid(); }}\n"
    library = link.build_library({"sample.cpp": source}, target=target, name="sample", exports=["modelet_sample"])
    binary = lief.ELF.parse(str(library))
    assert binary.header.machine_type == lief.ELF.ARCH.AARCH64
    assert {str(symbol.name) for symbol in binary.exported_symbols} == {"modelet_sample"}
    assert set(binary.libraries) <= {"libc.so", "libm.so", "libdl.so"}
    assert binary.interpreter == ""


def test_an_ndk_without_its_parts_is_refused(tmp_path):
    (tmp_path / "source.properties").write_text("Pkg.Revision = 29.0.1\n")
    with pytest.raises(MissingSdkError, match=r"aarch64-android needs the Android NDK.*--sdk"):
        find_targets("aarch64-android")
    with pytest.raises(MissingSdkError, match=r"is not the Android NDK.*has no toolchains/llvm/prebuilt"):
        find_targets("aarch64-android", tmp_path)


@pytest.mark.parametrize("names", ["z80-cpm", "", "x86_64-linux-gnu,", "ALL"])
def test_an_unknown_target_is_refused_with_those_there_are(names):
    with pytest.raises(UnknownTargetError, match=r"x86_64-linux-gnu, .*; or 'all'"):
        find_targets(names)


def test_a_compiler_of_the_system_builds_for_no_other_machine(monkeypatch):
    monkeypatch.setenv("MODELET_CXX", "g++")
    other = next(target for target in TARGETS.values() if target != host_target())
    with pytest.raises(ToolchainError, match=f"for {other.triple} unset it"):
        find_compiler().target_flags(other)


@pytest.mark.parametrize("isa", sorted({isa for _, isa in host_target().isa_flags}))
def test_a_compiler_of_the_system_takes_every_instruction_set_of_the_host(monkeypatch, tmp_path, isa):
    monkeypatch.setenv("MODELET_CXX", "g++")
    compiler = find_compiler()
    (tmp_path / "unit.cpp").write_text("int one() { return 1; }\n")
    compiler.run([*compiler.target_flags(host_target(), isa), "-c", "unit.cpp"], what="compiling", folder=tmp_path)
    assert (tmp_path / "unit.o").exists()
