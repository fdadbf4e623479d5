"""The user's file is imported as Python would import it, and what it raises is told with its line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from modelet_compiler.commands import load_functions
from modelet_compiler.user_module import ModuleError, import_file


@pytest.fixture(autouse=True)
def imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules and paths of one test are not those of another."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))


def written(folder: Path, **files: str) -> Path:
    """A folder with these files; `___` in a name stands for a folder's end."""
    for name, text in files.items():
        path = folder / (name.replace("___", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_a_module_of_a_package_imports_its_neighbours(tmp_path: Path) -> None:
    package = {"app_one_a___b___post": "from ..base import VALUE\nfrom . import near\ndef f() -> int:\n    return VALUE + near.N\n"}
    root = written(tmp_path, app_one_a___base="VALUE = 3\n", app_one_a___b___near="N = 4\n", **package)
    for folder in ("app_one_a", "app_one_a/b"):
        (root / folder / "__init__.py").touch()
    module = import_file(root / "app_one_a/b/post.py")
    assert (module.__name__, module.f()) == ("app_one_a.b.post", 7)


def test_a_file_beside_others_imports_them(tmp_path: Path) -> None:
    root = written(tmp_path, beside_a="VALUE = 3\n", main_a="from beside_a import VALUE\ndef f() -> int:\n    return VALUE\n")
    [function], name = load_functions(str(root / "main_a.py"))
    assert (function(), name) == (3, "@local/main_a")


def test_a_folder_of_a_package_keeps_its_plain_imports(tmp_path: Path) -> None:
    root = written(tmp_path, app_two_a___beside_b="VALUE = 3\n", app_two_a___main="from beside_b import VALUE\n")
    (root / "app_two_a" / "__init__.py").touch()
    assert import_file(root / "app_two_a/main.py").VALUE == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("TABLE = {1: 2}\nVALUE = TABLE[5]\n", "line 2, in <module>\n    VALUE = TABLE[5]"),
        ("def f(x: int) -> int\n    return x\n", "line 1\n    def f(x: int) -> int"),
        ("import notthere_a\n", "ModuleNotFoundError: No module named 'notthere_a'"),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3"),
        ("def g():\n    raise ValueError('no')\ng()\n", "line 2, in g"),
    ],
)
def test_what_the_module_raises_is_told_from_its_own_code_on(tmp_path: Path, text: str, told: str) -> None:
    path = written(tmp_path, raising_a=text) / "raising_a.py"
    with pytest.raises(ModuleError) as raised:
        import_file(path)
    message = str(raised.value)
    assert message.startswith("importing raising_a.py failed\n")
    assert told in message
    assert "importlib" not in message
    assert "user_module" not in message


def test_what_is_no_python_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.touch()
    with pytest.raises(ValueError, match="is not a Python file"):
        import_file(path)
