"""Makes the MODELET_HOME on which every language's client is tested: hand-made modelets, one on the engine, compiled functions, MiniLM.

    python -m tests.registry build/clients-home
    python -m tests.registry build/wasm-home wasm32-wasi

The second has those on the engine, built for WebAssembly, and a language model whose artifact has two libraries. Made once, and anew
when a source of what is in it has changed.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
SOURCES = (
    "engine",
    "compiler/modelet_compiler",
    "clients/python/tests/conftest.py",
    "clients/python/tests/fake",
    "tests/conformance/chat_functions.py",
    "tests/conformance/chat_library.cpp",
    "tests/conformance/compiled_functions.py",
    "tests/conformance/engine_library.cpp",
    "tests/language_models/four_bits.py",
    "tests/language_models/small_models.py",
    "tests/registry.py",
    "examples/embeddings",
)
SUFFIXES = (".py", ".cpp", ".c", ".h", ".inc")


def main() -> None:
    """Makes the folder named on the command line, if it is not as it should be."""
    home = Path(sys.argv[1]).resolve()
    stamp, digest = home / "sources", sources_digest()
    if stamp.exists() and stamp.read_text() == digest:
        return
    shutil.rmtree(home, ignore_errors=True)
    make(home, sys.argv[2] if len(sys.argv) > 2 else None)
    stamp.write_text(digest)


def sources_digest() -> str:
    """Over the names and contents of all sources."""
    state = hashlib.sha256()
    for source in SOURCES:
        path = ROOT / source
        files = [path] if path.is_file() else (file for file in path.rglob("*") if file.suffix in SUFFIXES and "tests" not in file.parts)
        for file in sorted(files):
            state.update(f"{file.relative_to(ROOT)} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return state.hexdigest()


def make(home: Path, target: str | None = None) -> None:
    """Builds and publishes everything; for a target that is not this host, without the modelets that are made by hand."""
    import platformdirs

    named = os.environ.get("MODELET_HOME")
    os.environ.setdefault("MODELET_TOOLCHAIN_CACHE", str((Path(named) if named else platformdirs.user_cache_path("modelet")) / "toolchain"))
    os.environ["MODELET_HOME"] = str(home)
    os.environ["HF_HUB_OFFLINE"] = "1"
    from modelet_compiler import build
    from modelet_compiler.commands import load_functions

    fakes = module_at("clients/python/tests/conftest.py")
    home.mkdir(parents=True)
    if target is None:
        libraries = {"fake": {}, "other": {"name": "other"}, "future": {"name": "future", "abi": "7"}}
        made = {name: fakes.build_fake(home / f"{name}.so", **definitions) for name, definitions in libraries.items()}
        fakes.make_home(home, made | engine_libraries(target))
    else:
        publisher = fakes.Publisher(home / "registry")
        for name, library in engine_libraries(target).items():
            publisher.publish(f"@local/{name}", library.read_bytes(), triple=target)
    plain = module_at("tests/conformance/compiled_functions.py")
    build([getattr(plain, name) for name in plain.NAMES], name="@local/compiled", target=target)
    build([module_at("tests/conformance/chat_functions.py").words], name="@local/words", target=target)
    if target is not None:
        build(importlib.import_module("tests.language_models.four_bits").nibbles, name="@local/nibbles", target=target)
    functions, _ = load_functions(str(ROOT / "examples/embeddings/minilm.py"))
    build(functions, name="@local/minilm", target=target)


def engine_libraries(target: str | None) -> dict[str, Path]:
    """Libraries on the engine, written as the emitter would."""
    from modelet_compiler.toolchain import build_library, find_target

    built = {}
    for name, kind, head in (("engine", "engine", ""), ("engine2", "engine", ""), ("chat", "chat", ""), ("talk", "chat", "#define TALK\n")):
        source = (ROOT / f"tests/conformance/{kind}_library.cpp").read_text(encoding="utf-8")
        text = head + source.replace(f"@local/{kind}", f"@local/{name}")
        built[name] = build_library({f"{name}_library.cpp": text}, name=name, target=find_target(target) if target else None)
    return built


def module_at(path: str) -> ModuleType:
    """The module of a file."""
    name = Path(path).stem
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
