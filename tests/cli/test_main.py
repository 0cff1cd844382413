"""The command line: every failure is one sentence and one exit code, never a traceback."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from estimator.cli import main as cli
from estimator.errors import InternalError, Problem, SpecError, UserError


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "estimator", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_help_names_every_command_in_the_order_of_work() -> None:
    done = run("--help")
    places = [done.stdout.index(f"\n  {name} ") for name in ("init", "check", "estimate", "build", "cost", "schema")]
    assert done.returncode == 0
    assert places == sorted(places)


def test_every_command_in_the_table_has_a_help_of_its_own() -> None:
    assert cli.COMMANDS
    for name in cli.COMMANDS:
        assert cli.run([name, "--help"]) == 0


def test_help_imports_no_heavy_package() -> None:
    code = "import sys; from estimator.cli.main import run; run(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stderr.split()}
    assert "click" in loaded
    assert not loaded & {"numpy", "pydantic", "yaml", "jinja2", "weasyprint", "ziamath"}


@pytest.mark.parametrize(
    ("args", "meant"), [(["bild"], "build"), (["--versoin"], "--version"), (["build", "--no-pfd"], "--no-pdf")]
)
def test_a_mistyped_word_gets_its_neighbour(args: list[str], meant: str) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert f"did you mean {meant}?" in done.stderr
    assert done.stdout == ""


def raising(error: BaseException) -> Callable[..., int]:
    def fail(*_: object, **__: object) -> int:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (UserError("mend this"), 2, "mend this"),
        (
            SpecError([Problem(("a", "b"), "is wrong", "write c", file="s.yaml", line=3, column=5)]),
            2,
            "s.yaml:3:5: a.b: ",
        ),
        (PermissionError(13, "Permission denied", "x.yaml"), 2, "x.yaml: Permission denied"),
        (PermissionError(13, "Permission denied", "x\u202ey.yaml"), 2, r"x\u202ey.yaml: Permission denied"),
        (MemoryError("Unable to allocate 512. MiB"), 2, "more memory than there is"),
        (InternalError("template missing"), 3, "internal error"),
        (ZeroDivisionError("division by zero"), 3, "ZeroDivisionError"),
    ],
)
def test_a_failure_becomes_one_sentence_and_its_exit_code(
    error: Exception, code: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "_invoke", raising(error))
    assert cli.run(["check", "x.yaml"]) == code
    shown = capsys.readouterr()
    assert words in shown.err
    assert "Traceback" not in shown.err
    assert shown.out == ""


def test_the_debug_switch_lets_the_traceback_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMMSPEC_DEBUG", "1")
    monkeypatch.setattr(cli, "_invoke", raising(InternalError("template missing")))
    with pytest.raises(InternalError):
        cli.run(["check", "x.yaml"])


def test_a_reader_that_goes_away_is_no_error_message() -> None:
    command = f"{sys.executable} -m estimator --help | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode in (0, 141)


def test_a_full_disk_behind_stdout_is_said_once() -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m estimator --help > /dev/full"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


def test_ctrl_c_ends_a_command_without_a_word() -> None:
    work = "lambda args: (print('working', flush=True), time.sleep(60))"
    code = f"import time; from estimator.cli import main; main.run = {work}; main.main()"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "working\n"
        child.send_signal(signal.SIGINT)
        assert child.communicate(timeout=30) == ("", "")
    assert child.returncode == -signal.SIGINT


@pytest.mark.parametrize(
    ("end", "code"), [(">&-", 0), ("nonsense >&-", 2), ("nonsense 2>&-", 2), ("nonsense 2>/dev/full", 2)]
)
def test_a_closed_or_full_stream_is_not_our_fault(end: str, code: int) -> None:
    command = f"{sys.executable} -m estimator {'cost --help ' if code == 0 else ''}{end}"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, env=buffered)
    assert done.returncode == code
    assert "internal error" not in done.stderr
