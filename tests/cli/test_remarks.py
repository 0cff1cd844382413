"""``commspec check --remarks``: reviewers' remarks by file and line; what is no file of remarks is refused whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from estimator.cli import main as cli
from tests.report.documents import SMALL

Run = Callable[..., tuple[int, str, str]]
DISPATCH = next(n for n, line in enumerate(SMALL.splitlines(), 1) if line.startswith("  dispatch:"))


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Checks the small spec beside files of remarks: exit code, what was printed, what was said of it."""
    spec = tmp_path / "spec.yaml"
    spec.write_text(SMALL, "utf-8")

    def run(*told: Any, options: tuple[str, ...] = ()) -> tuple[int, str, str]:
        files = []
        for number, one in enumerate(told):
            file = tmp_path / f"remarks{number}.json"
            file.write_text(one if isinstance(one, str) else json.dumps(one), "utf-8")
            files += ["--remarks", str(file)]
        code = cli.run(["check", str(spec), *files, *options])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run


def told(*remarks: Any, version: str = "1.0.0") -> dict[str, Any]:
    return {"commspec_remarks": 1, "document": {"id": "SMALL-1", "version": version}, "remarks": list(remarks)}


def on(item: str, text: str = "too wide", kind: str = "operation", **more: Any) -> dict[str, Any]:
    return {"on": kind, "id": item, "text": text} | more


def test_remarks_stand_at_the_lines_of_what_they_are_on_and_change_no_verdict(check: Run) -> None:
    code, _, err = check(
        told(on("dispatch", by="Li", at="2026-11-30T08:00:00Z")), told(on("R-T-01", "why?", "requirement"))
    )
    assert code == check()[0]
    lines = [line for line in err.splitlines() if "remark: " in line]
    assert len(lines) == 2
    assert f"spec.yaml:{DISPATCH}:3: operations.dispatch: remark: too wide (Li, 2026-11-30)" in lines[0]
    assert "requirements.R-T-01: remark: why?" in lines[1]
    assert err.splitlines()[-1] == "2 remarks"


def test_the_json_has_them_as_data(check: Run) -> None:
    _, out, _ = check(told(on("dispatch", "a\nb")), options=("--format", "json"))
    (one,) = json.loads(out)["remarks"]
    assert (one["path"], one["line"], one["text"]) == ("operations.dispatch", DISPATCH, "a\nb")
    assert "remarks" not in json.loads(check(options=("--format", "json"))[1])


def test_a_remark_never_leaves_its_line(check: Run) -> None:
    _, _, err = check(told(on("dispatch", "first\nspec.yaml:1:1: forged\x1b[31m")))
    assert not [line for line in err.splitlines() if line.startswith("spec.yaml:1:1: forged")]
    assert "\x1b" not in err


def test_a_remark_on_what_is_not_there_and_on_another_version_is_said(check: Run) -> None:
    _, _, err = check(told(on("dispach"), version="0.9"))
    assert "a remark on 'dispach', which the spec does not have; did you mean dispatch?" in err
    assert "remarks on 'SMALL-1' '0.9', and this is SMALL-1 1.0.0" in err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "not a file of remarks"),
        ({"commspec_remarks": 2}, "not a file of remarks"),
        ({"commspec_remarks": 1, "remarks": []}, "document: no id and version"),
        (told() | {"remarks": {}}, "remarks: no list"),
        (told(3), "remarks[0]: no remark"),
        (told({"on": "row", "id": "a", "text": "b"}), "remarks[0].on: 'row' is neither operation nor requirement"),
        (told({"on": [], "id": "a", "text": "b"}), "remarks[0].on: '[]' is neither operation nor requirement"),
        (told(on("dispatch", " ")), "remarks[0].text: no text"),
        (told(on("dispatch", "x" * 4001)), "remarks[0].text: longer than 4000 letters"),
        (told(on("dispatch", by=["Li"])), "remarks[0].by: no text"),
    ],
)
def test_what_is_no_file_of_remarks_is_refused_with_its_place(check: Run, given: Any, said: str) -> None:
    code, _, err = check(given)
    assert code == 2
    assert said in err
    assert "Traceback" not in err


def test_every_fault_of_every_file_is_told_at_once(check: Run) -> None:
    _, _, err = check(told(3, {"on": 1}), told(on("")))
    assert len(err.splitlines()) == 5
