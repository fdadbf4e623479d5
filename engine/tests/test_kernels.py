"""The kernel families against double precision, on every instruction set of this host."""

import struct
import subprocess
import warnings
from pathlib import Path

import pytest

from modelet_compiler import toolchain
from modelet_compiler.toolchain.objects import Unit, compile_units

KERNELS = Path(__file__).parents[1] / "kernels"
TESTS = KERNELS / "tests"
NOT_ON_THIS_HOST = 77


@pytest.fixture(scope="module")
def program() -> Path:
    return toolchain.build_program(sorted(TESTS.glob("*.cpp")))


@pytest.mark.parametrize("isa", ["generic", "neon", "avx2", "avx512", "avx512vnni"])
def test_kernels_agree_with_double_precision_and_keep_their_bits(program: Path, isa: str) -> None:
    done = subprocess.run([program, isa], capture_output=True, text=True, check=False)
    if done.returncode == NOT_ON_THIS_HOST:
        warnings.warn(f"the {isa} kernels were not run: this host does not have {isa}", stacklevel=1)
    else:
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("target", toolchain.find_targets("wasm32-wasi"), ids=lambda target: target.name)
def test_kernels_for_web_assembly_agree_with_double_precision_and_keep_their_bits(capfd, target: toolchain.Target) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    program = toolchain.build_program(sorted(TESTS.glob("*.cpp")), target=target)
    engine = wasmtime.Engine()
    store, linker, wasi = wasmtime.Store(engine), wasmtime.Linker(engine), wasmtime.WasiConfig()
    wasi.argv = ["kernels", "generic"]
    wasi.inherit_stderr()
    store.set_wasi(wasi)
    linker.define_wasi()
    start = linker.instantiate(store, wasmtime.Module.from_file(engine, str(program))).exports(store)["_start"]
    start(store)  # raises ExitTrap for another status than 0
    assert "failed" not in capfd.readouterr().err


def weak_symbols(path: Path) -> list[str]:
    """The weak and unique global symbols of a 64-bit ELF object: those that the linker takes from any file that has them."""
    data = path.read_bytes()
    (sections,), (size, count) = struct.unpack_from("<Q", data, 40), struct.unpack_from("<HH", data, 58)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, sections + index * size) for index in range(count)]
    found = []
    for _, kind, _, _, start, length, link, *_ in headers:
        if kind != 2:  # the symbol table
            continue
        for place in range(start, start + length, 24):
            name, information = struct.unpack_from("<IB", data, place)
            if information >> 4 in {2, 10}:
                text = headers[link][4] + name
                found.append(data[text : data.index(b"\0", text)].decode())
    return found


def test_files_for_one_instruction_set_share_no_function_with_others() -> None:
    """A shared inline function could be taken from such a file, and crash on a processor without the instructions."""
    target = toolchain.host_target()
    sources = sorted(path for path in KERNELS.rglob("*.cpp") if path.stem in {"avx2", "avx512", "avx512vnni"})
    assert len(sources) >= 8
    if not target.triple.startswith("x86_64-linux"):
        warnings.warn(f"symbols were not looked at: {target.triple} is not Linux on x86-64", stacklevel=1)
        return
    units = [Unit(path, path.relative_to(KERNELS).as_posix()) for path in sources]
    for source, made in zip(sources, compile_units(toolchain.find_compiler(), target, units), strict=True):
        assert weak_symbols(made) == [], source
