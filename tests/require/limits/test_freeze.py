"""From review on, frozen limits stay where they are; what is not frozen, and what freezes nothing, is told."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.errors import path_text
from estimator.require.limits.freeze import frozen_table, quantity_text
from estimator.require.metrics import KIND_OF_UNIT
from estimator.units import LIMITS, parse
from tests.require.specs import Worked, changed, clean, one, read, work_out

CELL = "CCL-A2A-01/ep/exclusive/skew=1/at_once=1/n=268435456"
R = "requirements.CCL-A2A-01"
REVIEW = {"document.status": "review"}
SLOWER = {"platform.knee.k": ["0", "9"]}


def limits(worked: Worked) -> dict[str, tuple[float | None, str]]:
    return {cell.key: (cell.limit, cell.how) for found in worked.expanded.values() for cell in found.criteria}


def table(worked: Worked) -> dict[str, str]:
    return frozen_table(worked.expanded)


def test_a_changed_parameter_moves_a_derived_limit_and_not_a_frozen_one() -> None:
    frozen = {"frozen": table(clean())}
    derived, slower = limits(clean(REVIEW))[CELL], limits(clean({**REVIEW, **SLOWER}))[CELL]
    assert derived[1] == slower[1] == "derived"
    assert slower[0] is not None
    assert derived[0] is not None
    assert slower[0] > 1.5 * derived[0]
    value, how = limits(clean({**REVIEW, **SLOWER, **frozen}))[CELL]
    assert value == pytest.approx(derived[0], rel=1e-9)
    assert how == "frozen"


def test_a_draft_derives_its_limits_and_says_that_the_table_waits() -> None:
    worked = clean({"frozen": {CELL: "1 ms"}})
    assert limits(worked)[CELL][1] == "derived"
    assert [(problem.rule, path_text(problem.path)) for problem in worked.problems()] == [("idle-frozen", "frozen")]


def test_a_spec_under_review_with_its_table_has_no_finding() -> None:
    assert clean({**REVIEW, "frozen": table(clean())}).problems() == []


def test_a_limit_that_would_still_move_is_told_with_its_requirement() -> None:
    sweep: dict[str, Any] = {f"{R}.sweep": {"sizes": ["64 MiB", "128 MiB"]}}
    found = clean({**REVIEW, **sweep, "frozen": {CELL: "6 ms"}}).problems()
    told = [(problem.rule, problem.severity, path_text(problem.path), problem.message) for problem in found]
    assert ("not-frozen", "error", f"{R}.limit", "2 derived limits are not frozen") in told


@pytest.mark.parametrize(
    ("key", "value", "what"),
    [
        ("CCL-A2A-01/ep/exclusive/skew=1/at_once=1/n=1", "6 ms", "no derived limit has this key"),
        (CELL, "6 GB/s", "6 GB/s is a bandwidth, and the limit is a time"),
    ],
)
def test_an_entry_that_freezes_nothing_is_told(key: str, value: str, what: str) -> None:
    found = [
        problem for problem in clean({**REVIEW, "frozen": {key: value}}).problems() if problem.rule == "idle-frozen"
    ]
    assert [(problem.path, problem.message) for problem in found] == [(("frozen", key), what)]


def test_the_limit_of_a_weight_sync_is_frozen_too() -> None:
    fields = {"bytes": "5.01 TB", "instances": "16", "devices_per_instance": "128", "cut": "node_nics"}
    (cell,) = one("weight_sync", {"at_most": "estimate.conservative"}, **fields).expanded["R"].criteria
    assert cell.how == "derived"
    requirement = {"kind": "weight_sync", "title": "W", "limit": {"at_most": "estimate.conservative"}, **fields}
    spec = changed(read("kinds.yaml"), {**REVIEW, "requirements": {"R": requirement}, "frozen": {cell.key: "7 s"}})
    (held,) = work_out(spec).expanded["R"].criteria
    assert (held.how, held.limit) == ("frozen", 7.0)


def test_a_literal_limit_is_not_in_the_table() -> None:
    assert frozen_table(clean({f"{R}.limit": {"at_most": "5.1 ms"}}).expanded) == {}


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (0.01543123456, "time", "15.43123456 ms"),
        (0.00143, "time", "1.43 ms"),
        (1 / 3, "time", "333.3333333333333 ms"),
        (0.0, "time", "0 s"),
        (3.0567e10, "bandwidth", "30.567 GB/s"),
        (2.0**22, "size", "4 MiB"),
        (0.9, "ratio", "90 %"),
        (3.9554321, "factor", "3.9554321"),
        (5e-6, "time", "5 us"),
    ],
)
def test_a_frozen_number_is_written_as_a_spec_writes_it(value: float, unit: Any, text: str) -> None:
    assert quantity_text(value, unit) == text


@given(st.floats(1e-12, 1e24), st.sampled_from(["time", "bandwidth", "size", "ratio", "factor"]))
def test_a_frozen_number_reads_back_to_itself(value: float, unit: Any) -> None:
    kind = KIND_OF_UNIT[unit]
    value = min(max(value, LIMITS[kind][0]), LIMITS[kind][1])
    text = quantity_text(value, unit)
    assert parse(text, kind) == value
    assert len(text) <= len("0.") + 10 + 17 + len(" %")  # 1e-12 is 10 zeros and as many digits as a double holds
