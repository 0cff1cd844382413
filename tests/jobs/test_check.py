"""Checking a spec from its file: findings, and the table of derived limits that freezes them."""

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


def test_limits_under_review_are_errors_until_they_are_frozen(tmp_path: Path) -> None:
    moving = check(reviewed(tmp_path), limits=True)
    assert {problem.rule for problem in moving.problems} == {"not-frozen"}
    assert moving.exit_code == 1
    held = check(reviewed(tmp_path, frozen=moving.limits))
    assert held.as_text() == "0 errors, 0 warnings\n"


@pytest.mark.parametrize(
    ("old", "new"), [("alpha: 5 us", "alpha: 6 us"), ("bandwidth: 200 GB/s", "bandwidth: 190 GB/s")]
)
def test_a_changed_parameter_leaves_the_frozen_table_as_it_is(tmp_path: Path, old: str, new: str) -> None:
    before = check(reviewed(tmp_path), limits=True).limits
    assert check(reviewed(tmp_path, old, new), limits=True).limits != before
    assert check(reviewed(tmp_path, old, new, frozen=before), limits=True).limits == before


def test_limits_are_not_worked_out_unless_asked_for(tmp_path: Path) -> None:
    assert check(reviewed(tmp_path)).limits == ""
