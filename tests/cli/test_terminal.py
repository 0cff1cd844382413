"""Commands on a terminal: lines fit its width, colours only where they are wanted, progress leaves no trace."""

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from estimator.report.tables.screen import letters
from tests.cli.terminals import terminal

ROOT = Path(__file__).parents[2]
ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
LESSON, MOE = "specs/lesson.yaml", "specs/moe_5t.yaml"
RECORDS = ("specs/whole_way/spec.yaml", "specs/whole_way/records.jsonl")
COST = ("--algorithm", "ring", "--ranks", "8", "--size", "1 GiB", "--alpha", "5 us", "--bandwidth", "100 GB/s")
COMMANDS = (
    ("estimate", LESSON),
    ("estimate", LESSON, "--sensitivity", "--operation", "all_reduce_8"),
    ("estimate", LESSON, "--sweep", "size=1 KiB .. 1 GiB", "--operation", "all_reduce_8"),
    ("layout", "--world", "4096", "--tp", "4", "--cp", "2", "--ep", "64", "--pp", "8", "--ranks-per-node", "8"),
    ("cost", "all_reduce", *COST),
    ("platforms",),
    ("explain", LESSON, "all_reduce_8", "--lang", "zh"),
    ("read", RECORDS[1]),
    ("fit", RECORDS[1]),
    ("accept", *RECORDS, "--draft"),
    ("diagnose", *RECORDS, "--lang", "zh"),
)
TWO = "specs/two_versions"
IN_CHINESE = (
    *(line for line in COMMANDS if "--lang" not in line),
    ("diff", RECORDS[0], "specs/whole_way/updated.yaml"),
    ("respond", "compare", f"{TWO}/answers/vendor_a.yaml", f"{TWO}/answers/vendor_b.yaml"),
    ("respond", "import", f"{TWO}/releases/CCL-PAIR-0.1.0.json", f"{TWO}/answers/vendor_b.yaml"),
    ("estimate", MOE, "--set", "platform.knee.k=0"),
    ("estimate", MOE),
)


def on_terminal(columns: int, *line: str, **environment: str) -> str:
    """What a command prints on a terminal of so many columns; stderr goes elsewhere."""
    main, side = terminal()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    command = [sys.executable, "-m", "estimator", *line]
    done = subprocess.Popen(
        command, stdout=side, stderr=subprocess.PIPE, cwd=ROOT, env={**kept, "TERM": "xterm", **environment}
    )
    os.close(side)
    shown = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        shown += part
    os.close(main)
    done.communicate()
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("columns", "line"), [(80, line) for line in COMMANDS] + [(120, COMMANDS[0]), (200, COMMANDS[0]), (40, COMMANDS[3])]
)
def test_nothing_is_wider_than_the_terminal(columns: int, line: tuple[str, ...]) -> None:
    shown = ESCAPE.sub("", on_terminal(columns, *line))
    assert len(shown.splitlines()) > 5
    assert [one for one in shown.splitlines() if letters(one) > columns] == []
    assert "\u00a0" not in shown


@pytest.mark.parametrize(
    ("columns", "line"), [*((80, line) for line in IN_CHINESE), *((120, line) for line in IN_CHINESE[::3])]
)
def test_in_chinese_nothing_is_wider_either(columns: int, line: tuple[str, ...]) -> None:
    shown = ESCAPE.sub("", on_terminal(columns, *line, COMMSPEC_LANG="zh"))
    assert len(shown.splitlines()) > 5
    assert [one for one in shown.splitlines() if letters(one) > columns] == []
    assert re.search("[一-鿿]", shown)
    assert "Left out" not in shown
    assert [one for one in shown.splitlines() if one[:1] and one[0] in "，。；：）"] == []


def test_a_table_that_lacks_columns_says_so_in_chinese() -> None:
    shown = " ".join(on_terminal(80, "estimate", LESSON, COMMSPEC_LANG="zh").split())
    assert "80 列放不下：" in shown
    assert "--format json 列出全部。" in shown


def test_verdicts_are_coloured_in_chinese_too() -> None:
    shown = on_terminal(120, "accept", *RECORDS, "--draft", COMMSPEC_LANG="zh")
    assert "\x1b[32m通过\x1b[0m" in shown


def test_verdicts_are_coloured_unless_that_is_not_wanted() -> None:
    line = ("accept", *RECORDS, "--draft")
    assert ESCAPE.search(on_terminal(120, *line)) is not None
    for name, value in {"NO_COLOR": "1", "TERM": "dumb"}.items():
        assert ESCAPE.search(on_terminal(120, *line, **{name: value})) is None


def piped(*line: str) -> str:
    command = [sys.executable, "-m", "estimator", *line]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_a_program_gets_all_columns_plain() -> None:
    shown = piped("estimate", LESSON)
    assert max(map(len, shown.splitlines())) > 150
    assert "Left out" not in shown
    assert not re.search("[\u00a0\u2212\x1b]", shown + piped("estimate", LESSON, "--sensitivity", "--format", "md"))


def test_the_sensitivity_of_one_operation_alone_can_be_asked_for() -> None:
    shown = piped("estimate", LESSON, "--sensitivity", "--operation", "all_reduce_8", "--format", "csv")
    named = {row.split(",")[0].strip('"') for row in shown.splitlines()[1:]}
    assert named == {"step", "all_reduce_8"}


def test_an_operation_that_is_none_is_told() -> None:
    command = [sys.executable, "-m", "estimator", "estimate", LESSON, "--sensitivity", "--operation", "all_reduce_9"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no operation 'all_reduce_9'; did you mean all_reduce_8?" in done.stderr
