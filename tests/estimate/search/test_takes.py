"""What it takes: a value put back into the spec exposes just what is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from estimator.estimate.search.takes import what_it_takes
from estimator.estimate.table import estimate
from estimator.spec.load import load_text

SPEC = (Path(__file__).parents[3] / "specs" / "dense_training.yaml").read_text("utf-8")
ALLOWED = 2.1


def test_a_value_put_into_the_spec_exposes_what_is_allowed() -> None:
    spec = load_text(SPEC).spec
    found = {one.ranked.assumption: one for one in what_it_takes(spec, estimate(spec), ALLOWED)}
    assert len(found) == 3
    takes = found["switch.bandwidth"]
    assert takes.spec_path == "platform.paths.switch.with_compute.bandwidth"
    value = takes.found.value.conservative
    assert isinstance(value, float)
    stated = "bandwidth: [350 GB/s, 280 GB/s]"
    assert SPEC.count(stated) == 1
    again = estimate(load_text(SPEC.replace(stated, f"bandwidth: {value!r} B/s")).spec)
    assert again.exposed.conservative == pytest.approx(ALLOWED, rel=1e-9)


def test_the_widest_come_first_and_as_many_as_asked_for() -> None:
    spec = load_text(SPEC).spec
    table = estimate(spec)
    found = what_it_takes(spec, table, ALLOWED, 2)
    assert [one.ranked for one in found] == [one for one in table.ranking if one in [two.ranked for two in found]]
    assert len(found) == 2


def test_a_choice_has_no_value_and_is_passed_over() -> None:
    spec = load_text((Path(__file__).parents[3] / "specs" / "lesson.yaml").read_text("utf-8")).spec
    table = estimate(spec)
    assert table.ranking[0].assumption.endswith(".sequence")
    assert not [one for one in what_it_takes(spec, table, 1e-3) if one.ranked.assumption.endswith(".sequence")]
