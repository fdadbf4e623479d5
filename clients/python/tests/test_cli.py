"""The command line: what it prints, for people and for programs, and its exit codes."""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
import threading

import pytest

from modelet.cli import main


@pytest.fixture
def modelet(monkeypatch, capsys):
    """Runs the command line in this process: (exit code, standard output, standard error)."""

    def run(*arguments, stdin=""):
        monkeypatch.setattr(sys, "argv", ["modelet", *arguments])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as exited:
            main()
        captured = capsys.readouterr()
        return exited.value.code, captured.out, captured.err

    return run


def test_embed_prints_a_line_a_text_and_json_the_official_object(modelet):
    code, out, _ = modelet("embed", "fake", "one", "two")
    assert (code, out) == (0, "one\t3\t+0.000000 +1.000000 +2.000000\ntwo\t3\t+1.000000 +1.000000 +2.000000\n")
    code, out, _ = modelet("embed", "fake", "one", "--json")
    assert code == 0
    assert json.loads(out)["data"][0]["embedding"] == [0.0, 1.0, 2.0]


def test_embed_reads_lines_from_the_standard_input(modelet):
    assert len(modelet("embed", "fake", "-", stdin="a\nb\nc\n")[1].splitlines()) == 3


def test_call_takes_and_prints_typed_values(modelet):
    code, out, _ = modelet("call", "fake", "--json", '{"value": [{"$tuple": [1, "\u00e9"]}, {"$float": "nan"}]}')
    assert (code, json.loads(out)) == (0, {"value": [{"$tuple": [1, "\u00e9"]}, {"$float": "nan"}]})
    assert modelet("call", "fake", "--json", "-", stdin='{"value": null}')[1] == '{"value": null}\n'


def test_call_makes_arrays_of_lists_and_lists_of_arrays(modelet):
    code, out, _ = modelet("call", "fake", "--json", '{"value": [1], "array": [[1, 2.5], [{"$float": "inf"}, 0]]}')
    assert (code, json.loads(out)) == (0, {"value": [1], "array": [[1.0, 2.5], [{"$float": "inf"}, 0.0]]})


def test_call_prints_a_line_a_value_of_a_generator_until_its_reader_has_gone(home):
    command = [sys.executable, "-m", "modelet.cli", "call", "fake", "--function", "count"]
    with subprocess.Popen(command, env={**_environment(home)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert [process.stdout.readline() for _ in range(3)] == ["0\n", "1\n", "2\n"]
        process.stdout.close()
        assert process.wait(20) == 1
        assert process.stderr.read() == ""


def _heed_ctrl_c():
    """A process started in the background of a shell ignores SIGINT, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _environment(home):
    import os

    return {**os.environ, "MODELET_HOME": str(home)}


@pytest.mark.parametrize("function", ["block", "count"])
def test_ctrl_c_ends_quietly_with_130(home, function):
    command = [sys.executable, "-m", "modelet.cli", "call", "fake", "--function", function]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=_environment(home), **pipes, preexec_fn=_heed_ctrl_c) as process:
        timer = threading.Timer(3.0, lambda: process.send_signal(signal.SIGINT))
        timer.start()
        assert process.stderr.read().strip() == ""
        assert process.wait(20) == 130


ERRORS = {
    "unknown name": (("embed", "fakke", "a"), 3, "Did you mean @local/fake"),
    "unknown name to call": (("call", "fakke"), 3, "Did you mean @local/fake"),
    "unknown name to remove": (("rm", "fakke"), 3, "@local/fake"),
    "unknown function": (("call", "fake", "--function", "nope"), 3, "it has echo"),
    "malformed arguments": (("call", "fake", "--json", "["), 4, "--json"),
    "arguments that are no object": (("call", "fake", "--json", "[1]"), 4, "object"),
    "malformed value": (("call", "fake", "--json", '{"value": {"$int": 5}}'), 4, "$int"),
    "missing argument": (("call", "fake"), 1, "TypeError: echo() missing required arguments: 'value'"),
    "exception of the function": (("call", "fake", "--function", "raise"), 1, "KeyError: 'missing'"),
    "no variant": (("embed", "elsewhere", "a"), 5, "riscv64"),
    "damaged library": (("embed", "broken", "a"), 5, "cannot be loaded"),
    "other ABI": (("embed", "future", "a"), 5, "version 7 of the modelet ABI"),
    "malformed name": (("embed", "not a name!", "a"), 4, "not a name!"),
    "unknown verb": (("frob",), 2, "frob"),
    "missing name": (("embed",), 2, "Missing argument"),
}


@pytest.mark.parametrize(("arguments", "code", "words"), ERRORS.values(), ids=ERRORS)
def test_an_error_is_one_message_with_its_exit_code(modelet, arguments, code, words):
    got, out, err = modelet(*arguments)
    assert got == code
    assert words in err.replace("\n", " ")
    assert "Traceback" not in err
    assert out == ""


def test_with_json_an_error_is_the_error_object(modelet):
    code, _, err = modelet("embed", "fakke", "a", "--json")
    assert code == 3
    error = json.loads(err)["error"]
    assert (error["code"], set(error)) == ("model_not_found", {"message", "type", "param", "code"})


def test_ls_and_rm(modelet, home, tmp_path, monkeypatch):
    registry = tmp_path / "registry"
    shutil.copytree(home / "registry", registry)
    names = [item["name"] for item in json.loads(modelet("ls", "--json", "--registry", str(registry))[1])]
    assert names == ["@local/broken", "@local/elsewhere", "@local/fake", "@local/foreign", "@local/future", "@local/other"]
    code, out, _ = modelet("rm", "other", "future", "--registry", str(registry), "--json")
    assert code == 0
    assert [item["name"] for item in json.loads(out)] == ["other", "future"]
    assert "@local/other" not in modelet("ls", "--registry", str(registry))[1]


def test_doctor_reports_the_host_and_a_name(modelet, home, tmp_path):
    code, out, _ = modelet("doctor", "fake", "--json")
    report = json.loads(out)
    assert (code, report["ok"]) == (0, True)
    assert {"host", "features", "compiler", "home", "registry", "variant", "file", "opens"} == {check["what"] for check in report["checks"]}
    code, out, _ = modelet("doctor", "elsewhere")
    assert code == 1
    assert "it is built for riscv64-linux-gnu" in out
    registry = tmp_path / "registry"
    shutil.copytree(home / "registry", registry)
    for blob in (registry / "blobs" / "sha256").iterdir():
        if blob.stat().st_size > 10_000:
            blob.chmod(0o644)
            blob.write_bytes(blob.read_bytes()[:-1] + b"x")
    code, out, _ = modelet("doctor", "fake", "--registry", str(registry))
    assert code == 1
    assert "✗ file" in out


def test_version(modelet):
    assert modelet("version")[1].startswith("modelet 0.1.0 (ABI 1")
    assert modelet("--version") == modelet("version")
    assert json.loads(modelet("version", "--json")[1])["abi"] == 1


def test_help_names_every_verb(modelet):
    code, out, _ = modelet("--help")
    assert code == 0
    assert all(verb in out for verb in ("embed", "call", "ls", "rm", "doctor", "version"))


def test_a_plug_in_that_cannot_be_loaded_leaves_the_rest(modelet, monkeypatch):
    import importlib.metadata

    broken = importlib.metadata.EntryPoint("broken", "no_such_package.commands:register", "modelet.commands")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: [broken])
    code, _, err = modelet("version")
    assert code == 0
    assert "no_such_package.commands are missing" in err
