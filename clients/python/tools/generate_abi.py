"""Writes `modelet/_abi.py` from the public header: cffi's out-of-line ABI mode, so that importing it parses nothing.

Run it when engine/include/modelet/modelet.h changes; a test fails while the two differ.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parents[3]
HEADER = ROOT / "engine" / "include" / "modelet" / "modelet.h"
MODULE = ROOT / "clients" / "python" / "modelet" / "_abi.py"


def declarations(header: str) -> str:
    """The header's C declarations as cffi reads them: no comments, no preprocessor, plain function names."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    text = re.sub(r'#ifdef __cplusplus\n(extern "C" \{|\})\n#endif', "", text)
    version = re.search(r"#define MODELET_ABI_VERSION (\d+)", text)
    assert version, "the header must define MODELET_ABI_VERSION"
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    text = text.replace("MODELET_EXPORT ", "")
    return f"#define MODELET_ABI_VERSION {version[1]}\n" + re.sub(r"MODELET_SYMBOL\((\w+)\)", r"modelet_\1", text)


def generate() -> str:
    """The text of `_abi.py` for the header as it is now."""
    ffi = FFI()
    ffi.cdef(declarations(HEADER.read_text(encoding="utf-8")))
    ffi.set_source("modelet._abi", None)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "_abi.py"
        ffi.emit_python_code(str(path))
        return "# Written by tools/generate_abi.py from engine/include/modelet/modelet.h.\n" + path.read_text(encoding="utf-8")


if __name__ == "__main__":
    MODULE.write_text(generate(), encoding="utf-8")
    sys.stdout.write(f"{MODULE.name}: {MODULE.stat().st_size} bytes\n")
