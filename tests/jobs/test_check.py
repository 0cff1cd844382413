"""Checking a spec from its file: findings, and the table of derived limits that freezes them."""

import json
from pathlib import Path

import pytest

from estimator.jobs.check import check

LESSON = (Path(__file__).parents[2] / "specs" / "lesson.yaml").read_text("utf-8")


def reviewed(folder: Path, *changes: str, frozen: str = "") -> Path:
    """The lesson under review in ``folder``, texts replaced, with a table of frozen limits included."""
    text = LESSON.replace("status: draft", "status: review\n  approvers: [Architect]", 1)
    for before, after in zip(changes[::2], changes[1::2], strict=True):
        assert before in text
        text = text.replace(before, after)
    if frozen:
        (folder / "limits.yaml").write_text(frozen, "utf-8")
        text += "\nfrozen: !include limits.yaml\n"
    path = folder / "spec.yaml"
    path.write_text(text, "utf-8")
    return path


def limits_of(path: Path) -> str:
    """The table of limits of a spec as YAML."""
    return check(path, limits=True).limits_as_yaml()


def test_limits_under_review_are_errors_until_they_are_frozen(tmp_path: Path) -> None:
    moving = check(reviewed(tmp_path))
    assert {problem.rule for problem in moving.problems} == {"not-frozen"}
    assert moving.exit_code == 1
    held = check(reviewed(tmp_path, frozen=limits_of(reviewed(tmp_path))))
    assert held.as_text() == "0 errors, 0 warnings\n"


@pytest.mark.parametrize(
    ("old", "new"), [("alpha: 5 us", "alpha: 6 us"), ("bandwidth: 200 GB/s", "bandwidth: 190 GB/s")]
)
def test_a_changed_parameter_leaves_the_frozen_table_as_it_is(tmp_path: Path, old: str, new: str) -> None:
    before = limits_of(reviewed(tmp_path))
    assert limits_of(reviewed(tmp_path, old, new)) != before
    assert limits_of(reviewed(tmp_path, old, new, frozen=before)) == before


def test_limits_are_not_worked_out_unless_asked_for(tmp_path: Path) -> None:
    assert check(reviewed(tmp_path)).limits is None


def test_who_asks_for_the_limits_to_freeze_is_not_told_off_for_not_having_them(tmp_path: Path) -> None:
    assert check(reviewed(tmp_path), limits=True).exit_code == 0
    another = reviewed(tmp_path, "\n  approvers: [Architect]", "")
    found = check(another, limits=True)
    assert {problem.rule for problem in found.problems} == {"not-frozen", "no-approver"}
    assert found.exit_code == 1


def test_limits_stand_in_the_json_beside_the_problems(tmp_path: Path) -> None:
    found = json.loads(check(reviewed(tmp_path), limits=True).as_json())
    assert list(found) == ["exit_code", "problems", "limits"]
    assert [f"{key}: {text}\n" for key, text in found["limits"].items()] == limits_of(
        tmp_path / "spec.yaml"
    ).splitlines(True)
    assert list(json.loads(check(tmp_path / "spec.yaml").as_json())) == ["exit_code", "problems"]
