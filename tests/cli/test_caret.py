"""On a terminal a message shows its line with a caret; elsewhere nothing is added."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from estimator.cli.caret import with_caret
from estimator.jobs.assets import templates
from estimator.report.tables.screen import letters
from tests.cli.terminals import terminal


@pytest.mark.parametrize(
    ("text", "column", "shown"),
    [
        ("nodes: four", 8, ("    12 | nodes: four", "       |        ^")),
        (
            "title: {zh: 集合通信, en: x, zz: y}",
            27,
            ("    12 | title: {zh: 集合通信, en: x, zz: y}", "       | " + " " * 30 + "^"),
        ),
        ("\tnodes: 4", 1, ("    12 |  nodes: 4", "       | ^")),
        ("a: b", 9, ("    12 | a: b", "       |     ^")),
    ],
)
def test_the_caret_stands_below_the_letter(text: str, column: int, shown: tuple[str, str]) -> None:
    assert with_caret(text, 12, column, 80) == shown


def test_a_long_line_is_cut_to_the_terminal_around_the_caret() -> None:
    text = "k: [" + "1 MiB, " * 60 + "five, 2 MiB" + ", 3 MiB" * 60 + "]"
    line, below = with_caret(text, 7, text.index("five") + 1, 80)
    assert max(letters(line), letters(below)) <= 80
    assert line[below.index("^") :].startswith("five")
    assert line.startswith("     7 | ...")


def test_control_characters_of_the_file_stay_out_of_the_terminal() -> None:
    line, _ = with_caret("a: \x1b[31mred", 1, 1, 80)
    assert "\x1b" not in line


def _on_a_terminal(*args: str) -> str:
    """What a command prints on stderr when that is a terminal of 100 columns."""
    ours, theirs = terminal()
    environ = {**os.environ, "COLUMNS": "100", "TERM": "dumb"}
    done = subprocess.Popen([sys.executable, "-m", "estimator", *args], stderr=theirs, stdout=theirs, env=environ)
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    done.wait()
    os.close(ours)
    return said.decode().replace("\r\n", "\n")


def test_a_terminal_shows_the_line_of_a_mistake_and_a_pipe_does_not(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    text = (templates() / "starter.yaml").read_text("utf-8").replace("rate: 400 Gbit/s", "rate: 400 gb/s")
    file.write_text(text)
    number = next(n for n, line in enumerate(text.splitlines(), 1) if "400 gb/s" in line)
    for command in ("check", "estimate"):
        lines = _on_a_terminal(command, str(file)).splitlines()
        at = next(n for n, line in enumerate(lines) if "[bits-or-bytes]" in line)
        assert lines[at + 1] == f"{number:>6} | " + text.splitlines()[number - 1]
        assert lines[at + 2].index("^") == lines[at + 1].index("400 gb/s")
    piped = subprocess.run(
        [sys.executable, "-m", "estimator", "check", str(file)], capture_output=True, text=True, check=False
    )
    assert "^" not in piped.stderr
    assert len(piped.stderr.splitlines()) == 2
