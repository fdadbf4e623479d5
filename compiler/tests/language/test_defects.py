"""C++ of ours that does not compile is our defect: said as such, with everything kept, and no C++ shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from modelet_compiler.toolchain import Defect, compile_sources


def test_generated_code_that_does_not_compile_is_reported_as_a_defect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODELET_TOOLCHAIN_CACHE", str(tmp_path))
    with pytest.raises(Defect) as caught:
        compile_sources({"functions_1.cpp": '#include "natives.h"\nint broken( {\n', "natives.h": "#pragma once\n"})
    assert "a defect of Modelet, not of your function" in str(caught.value)
    assert "error:" not in str(caught.value)
    assert caught.value.folder.is_relative_to(tmp_path)
    assert "int broken(" in (caught.value.folder / "functions_1.cpp").read_text()
    assert "error:" in (caught.value.folder / "compiler.txt").read_text()
