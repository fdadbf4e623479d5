"""Templates rendered by the engine's interpreter and by transformers: one program that is given programs, and no compiler."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from modelet_compiler.lowering.templates.compile import compile_template
from modelet_compiler.lowering.templates.program import Program
from modelet_compiler.toolchain.link import build_program
from modelet_compiler.toolchain.paths import engine_folder

NOW = 1_717_243_506_012_345  # 2024-06-01 12:05:06.012345


def number(value: int) -> bytes:
    return struct.pack("<q", value)


def text(value: str) -> bytes:
    return number(len(value)) + value.encode("utf-32-le", "surrogatepass")


def value(one: Any) -> bytes:
    if one is None:
        return number(0)
    if isinstance(one, bool):
        return number(2 if one else 1)
    if isinstance(one, int):
        return number(3) + number(one)
    if isinstance(one, float):
        return number(4) + struct.pack("<d", one)
    if isinstance(one, str):
        return number(5) + text(one)
    if isinstance(one, list | tuple):
        return number(6 if isinstance(one, list) else 8) + number(len(one)) + b"".join(map(value, one))
    assert isinstance(one, dict)
    return number(7) + number(len(one)) + b"".join(value(key) + value(item) for key, item in one.items())


@dataclass(frozen=True)
class Answer:
    """What a template gave: text, or the class and message of an exception."""

    text: str | None
    error: str = ""
    message: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    nanoseconds: int = 0


class Renderer:
    """The engine's interpreter in a process of its own."""

    def __init__(self, path: Path) -> None:
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(10) == 0

    def render(
        self,
        template: str | Program,
        variables: dict[str, Any],
        *,
        messages: list[Any] | None = None,
        tools: list[Any] | None = None,
        documents: list[Any] | None = None,
        add_generation_prompt: bool = False,
        continued: str = "",
        track: bool = False,
        limit: int = 0,
        rounds: int = 1,
        now: int = NOW,
    ) -> Answer:
        program = template if isinstance(template, Program) else compile_template(template)
        assert self._process.stdin is not None
        self._process.stdin.write(
            number(0x54504C) + number(len(program.code)) + struct.pack(f"<{len(program.code)}I", *program.code) + number(program.root)
            + number(len(program.texts)) + b"".join(map(text, program.texts)) + text(program.source)
            + number(limit) + number(now) + number(track) + number(rounds) + text(continued) + number(add_generation_prompt)
            + value(messages) + value(tools) + value(documents) + value(variables)
        )  # fmt: skip
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Answer:
        if self._number():
            return Answer(None, self._text(), self._text())
        shown = self._text()
        spans = tuple((self._number(), self._number()) for _ in range(self._number()))
        return Answer(shown, spans=spans, nanoseconds=self._number())

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        data = self._process.stdout.read(size)
        assert len(data) == size, "the interpreter has ended"
        return data

    def _number(self) -> int:
        return int(struct.unpack("<q", self._read(8))[0])

    def _text(self) -> str:
        return self._read(4 * self._number()).decode("utf-32-le", "surrogatepass")


@pytest.fixture(scope="session")
def renderer() -> Iterator[Renderer]:
    """The interpreter, with the engine's other parts."""
    running = Renderer(build_program([engine_folder() / "templates" / "tests" / "drive.cpp"]))
    yield running
    running.close()


@pytest.fixture
def reference() -> Callable[..., Answer]:
    """The same by transformers and Jinja, at the same time of day."""
    return expected


def expected(template: str, variables: dict[str, Any], *, messages: list[Any] | None = None, **options: Any) -> Answer:
    import datetime

    from transformers.utils import chat_template_utils

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.datetime.fromtimestamp(NOW / 1e6, datetime.UTC).replace(tzinfo=None, microsecond=NOW % 1000000)

    patch = pytest.MonkeyPatch()
    patch.setattr(chat_template_utils, "datetime", Clock)
    try:
        if messages is None:
            return Answer(chat_template_utils._compile_jinja_template(template).render(**variables))
        return Answer(_applied(template, variables, messages, options))
    except Exception as error:
        return Answer(None, type(error).__name__, str(error))
    finally:
        patch.undo()


def _applied(template: str, variables: dict[str, Any], messages: list[Any], options: dict[str, Any]) -> str:
    continued = options.pop("continued", "")
    tokenizer = _tokenizer()
    rendered: str = tokenizer.apply_chat_template(
        messages, chat_template=template, tokenize=False, continue_final_message=continued or False, **options, **variables
    )
    return rendered


def _tokenizer() -> Any:
    from tokenizers import Tokenizer, models
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(tokenizer_object=Tokenizer(models.WordLevel({"a": 0}, unk_token="a")))


@pytest.fixture
def examples() -> int:
    """How many templates a generated test makes; a long run asks for more."""
    return int(os.environ.get("MODELET_EXAMPLES", "250"))
