"""The example of two versions: the released one is as it was, and the next one says what it changes."""

from __future__ import annotations

import json
from pathlib import Path

from estimator.jobs.check import check
from estimator.jobs.difference import compare
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.vendors.answers import import_answers
from estimator.jobs.vendors.offers import compare_answers
from tests.history.versions import directions

FOLDER = Path(__file__).parents[2] / "specs" / "two_versions"
RELEASE = FOLDER / "releases" / "CCL-PAIR-0.1.0.json"
SPEC = FOLDER / "team.yaml"


def test_the_released_version_opens_with_its_limits() -> None:
    opened = open_spec(RELEASE)
    data = json.loads(RELEASE.read_bytes())
    assert opened.spec.document.version == "0.1.0"
    assert set(opened.spec.frozen) == set(data["limits"]) != set()


def test_the_next_version_changes_what_its_author_meant() -> None:
    found = compare(RELEASE, SPEC)
    assert directions(found.found) == {
        "CCL-AR-01": "tighter",  # 54 ms of the budget in place of 55
        "CCL-AR-03": "tighter",  # 18 us in place of 20
        "CCL-AR-04": "looser",  # start-up and rate measured, worse than assumed
        "CCL-OV-01": "editorial",
    }
    assert found.found.added == ("CCL-CAP-02",)
    assert found.found.to_approve == ("CCL-AR-04",)
    assert [one.path for one in found.found.replaced] == ["platform.paths.scale_out.exclusive"]
    assert found.exit_code == 0


def test_the_next_version_has_no_finding() -> None:
    assert check(SPEC).problems == ()


def test_of_two_vendors_one_closes_the_step_and_the_other_only_on_its_own_platform() -> None:
    answers = FOLDER / "answers"
    files = [answers / "vendor_a.yaml", answers / "vendor_b.yaml"]
    found = compare_answers(RELEASE, files)
    assert found.problems == ()
    assert [one.closure.closes for one in found.found.vendors] == ["yes", "no"]
    own = compare_answers(RELEASE, files, [f"vendor_b={answers / 'platform_b.yaml'}"]).found.vendors[1]
    assert own.closure.closes == "yes"
    assert (own.offers["CCL-AR-02"].scale, own.offers["CCL-AR-02"].own_scale) == ("doubtful", "inside")


def test_an_answer_is_stale_where_the_next_version_asks_for_something_else() -> None:
    """18 us in place of 20; a limit that follows another budget is another number only once it is released."""
    for name in ("vendor_a", "vendor_b"):
        found = import_answers(SPEC, FOLDER / "answers" / f"{name}.yaml").found
        assert [(mark.fault, mark.requirement) for mark in found.marks] == [("stale", "CCL-AR-03")]
        assert found.absent == ("CCL-CAP-02",)
