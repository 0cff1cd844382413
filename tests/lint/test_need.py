"""Limits against what the step needs, percentiles limited by a mean, assumptions that no must tests, idle tests."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.errors import path_text
from tests.lint.test_run import OTHER, R
from tests.require.specs import clean, read, work_out

OVERLAP = "requirements.CCL-OV-01"


def found(rule: str, changes: dict[str, Any]) -> list[tuple[str, str]]:
    """(place, message) of the findings of a rule, with plain spaces."""
    told = (problem for problem in clean(changes).problems() if problem.rule == rule)
    return [(path_text(problem.path), problem.message.replace("\u00a0", " ")) for problem in told]


def test_of_four_limits_on_one_call_the_percentile_and_the_looser_mean_are_told() -> None:
    told = {(problem.rule, path_text(problem.path)) for problem in work_out(read("contradicting.yaml")).problems()}
    assert ("statistic-of-a-mean", "requirements.R-1.metric.statistic") in told
    assert ("void", "requirements.R-3.limit") in told
    assert {place for rule, place in told if rule == "void"} == {"requirements.R-3.limit"}


def test_a_set_beyond_its_budget_is_told_with_both_sums() -> None:
    # 0.2 % of 20 s are 40 ms; ten exchanges of more than 7 ms, of which half is hidden, and one AllReduce.
    worked = clean({"budget.exposed_communication": "0.2 %"})
    (finding,) = (problem for problem in worked.problems() if problem.rule == "beyond-budget")
    exposed = worked.table.exposed
    assert exposed.optimistic < 40e-3 < exposed.conservative
    assert "40 ms for exposed communication; every must just met leaves" in finding.message.replace("\u00a0", " ")
    assert found("beyond-budget", {"budget.exposed_communication": "15 %"}) == []
    assert found("beyond-budget", {"budget": {"step": "1 ms"}}) == []


def test_a_set_that_cannot_close_says_so() -> None:
    ((_, message),) = found("beyond-budget", {"budget.exposed_communication": "0.01 %"})
    assert message.startswith("2 ms for exposed communication")
    assert "and even the optimistic end" in message


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({}, [f"{R}.limit"]),
        ({f"{R}.sweep": {"conditions": ["exclusive"]}}, []),  # not the step's condition
        ({f"{R}.priority": "should"}, []),
        ({f"{R}.limit": {"at_most": "7 ms"}}, []),  # stated: its author knows
        ({f"{R}.limit": {"derive": "budget"}}, []),
        ({"budget.operations": {"grad": "1 s"}}, []),
    ],
)
def test_a_limit_from_the_estimate_is_held_against_the_need_of_the_steps_own_call(
    changes: dict[str, Any], places: list[str]
) -> None:
    base = {"budget.operations": {"exchange": "30 ms"}, f"{R}.sweep": {"conditions": ["with_compute"]}}
    assert [place for place, _ in found("above-need", base | changes)] == places


def test_the_need_stands_beside_the_limit() -> None:
    changes = {"budget.operations": {"exchange": "30 ms"}, f"{R}.sweep": {"conditions": ["with_compute"]}}
    ((_, message),) = found("above-need", changes)
    # 30 ms over ten calls that are hidden by half.
    assert "where the budget leaves exchange 6 ms a call" in message


@pytest.mark.parametrize(
    ("statistic", "limit", "told"),
    [
        ("p99", {"at_most": "estimate.conservative"}, True),
        ("max", {"at_most": "estimate.conservative"}, True),
        ("p50", {"at_most": "estimate.conservative"}, False),
        ("p99", {"at_most": "9 ms"}, False),
        ("p99", {"derive": "budget"}, True),
        ("min", {"derive": "budget"}, True),
        ("p50", {"derive": "budget"}, False),
        ("mean", {"derive": "budget"}, False),
    ],
)
def test_an_estimate_or_a_budget_of_the_mean_limits_no_percentile(
    statistic: str, limit: dict[str, str], told: bool
) -> None:
    changes = {f"{R}.metric.statistic": statistic, f"{R}.limit": limit, f"{R}.test.command": "bench"}
    changes |= {"budget.operations": {"exchange": "50 ms"}}
    assert bool(found("statistic-of-a-mean", changes)) is told


def test_the_finding_says_what_is_of_the_mean() -> None:
    base = {f"{R}.metric.statistic": "p99", f"{R}.test.command": "bench", "budget.operations": {"exchange": "50 ms"}}
    for limit, text in (
        ({"at_most": "estimate.conservative"}, "the limit on the p99 is an estimate of the mean"),
        ({"derive": "budget"}, "the limit on the p99 is what the budget leaves the mean of a call"),
    ):
        assert found("statistic-of-a-mean", base | {f"{R}.limit": limit}) == [(f"{R}.metric.statistic", text)]


def test_what_the_budget_leaves_beyond_the_interval_is_room_and_less_than_it_is_told() -> None:
    # Ten calls hidden by half: 200 ms leave 40 ms a call and 24 ms leave 4.8 ms, of which alone 4.97 to 7.028 ms are
    # expected and the cut needs 4.893 ms.
    for share, rules in (("200 ms", set()), ("24.6 ms", {"outside-interval"}), ("24 ms", {"below-cut"})):
        changes = {"budget.operations": {"exchange": share}, f"{R}.limit": {"derive": "budget"}}
        assert {one.rule for one in clean(changes).problems() if path_text(one.path) == f"{R}.limit"} == rules
    # A stated limit as loose is told.
    assert found("outside-interval", {f"{R}.limit": {"at_most": "40 ms"}})


def untested(changes: dict[str, Any]) -> set[str]:
    return {message.partition(" explains")[0] for _, message in found("untested-assumption", changes)}


KNEE = {"platform.knee.k": ["0", "4"], "operations.exchange.overlap": "0", OVERLAP: None}


def test_an_assumption_that_makes_a_tenth_of_the_width_needs_a_must_that_rests_on_it() -> None:
    assert untested(KNEE) == set()
    assert untested(KNEE | {f"{R}.priority": "should", **ratio("must")}) >= {"platform.knee", "exchange.sequence"}


def ratio(priority: str) -> dict[str, Any]:
    """A must that has no cell of the model: the tail says nothing of a mean."""
    tail = {"kind": "tail_ratio", "operation": "grad", "metric": {"statistic": "p99"}, "priority": priority}
    return {"requirements.CCL-T-01": {**OTHER, **tail, "limit": {"at_most": "2"}, "sweep": {"sizes": ["1 B"]}}}


def test_the_place_of_the_assumption_is_where_it_stands() -> None:
    changes = KNEE | {f"{R}.priority": "should", f"{R}.limit": {"at_most": "90 ms"}, **ratio("may")}
    assert found("untested-assumption", changes) == []  # without a must nothing is asked
    changes = {OVERLAP: None}
    assert {place for place, _ in found("untested-assumption", changes)} == {"operations.exchange.overlap"}


def test_a_skew_is_tested_by_a_must_under_a_skew() -> None:
    skewed = {"operations.exchange.skew": ["1", "3"]}
    assert untested(skewed) == set()  # the operation's own skews are those of its cells
    even = {f"{R}.sweep": {"skews": ["1.0"]}, f"{OVERLAP}.sweep.skews": ["1.0"]}
    assert untested(skewed | even) == {"exchange.skew"}


@pytest.mark.parametrize(
    ("fields", "held"),
    [
        ({"kind": "tail_ratio", "metric": {"statistic": "p50"}, "over": "p50", "limit": {"at_most": "1.2"}}, True),
        ({"kind": "tail_ratio", "metric": {"statistic": "p99"}, "over": "p50", "limit": {"at_most": "1.2"}}, False),
        ({"kind": "compute_overlap", "limit": {"at_least": "0 %"}}, True),
        ({"kind": "compute_overlap", "limit": {"at_least": "1 %"}}, False),
    ],
)
def test_a_limit_that_no_measurement_can_miss_is_told(fields: dict[str, Any], held: bool) -> None:
    requirement = {**OTHER, "operation": "exchange", "metric": {"statistic": "mean"}, **fields}
    places = [place for place, _ in found("holds-by-construction", {"requirements.CCL-T-01": requirement})]
    assert places == (["requirements.CCL-T-01.limit"] if held else [])


def test_what_cannot_be_missed_by_its_limit_is_told_with_what_to_write() -> None:
    dip = {**OTHER, "kind": "no_dip_curve", "operation": "exchange", "metric": {"statistic": "mean"}}
    dip |= {"sweep": {"sizes": "1 MiB .. 8 MiB"}, "limit": {"at_most": "100 %"}}
    told = [one for one in clean({"requirements.CCL-T-01": dip}).problems() if one.rule == "holds-by-construction"]
    assert [one.hint for one in told] == ["write a limit that can be missed, or compare two things that differ"]


def test_a_skew_is_tested_by_a_must_on_another_operation_whose_call_is_the_same() -> None:
    changes = {"operations.back": {**read("clean.yaml")["operations"]["exchange"], "skew": ["1", "3"], "overlap": "0"}}
    skewed = {**changes, f"{R}.sweep": {"skews": ["1.0", "3.0"]}}
    assert "back.skew" not in untested(skewed)
    assert "back.skew" in untested({**changes, f"{R}.sweep": {"skews": ["1.0"]}})
    # A call of half the bytes is another one.
    other = {**skewed, "operations.back.tensor": {"shape": ["67108864"], "dtype": "bf16", "semantics": "input"}}
    assert "back.skew" in untested(other)


def test_what_one_link_of_a_mesh_carries_is_tested_where_it_limits_a_musts_cell() -> None:
    link = {"alpha": ["3 us", "4 us"], "bandwidth": ["200 GB/s", "180 GB/s"], "one_peer": ["28 GB/s", "8 GB/s"],
            "per": "rank", "from": "talk"}  # fmt: skip
    mesh = {
        "platform.paths.scale_up.wiring": "mesh",
        **{f"platform.paths.scale_up.{name}": link for name in ("exclusive", "multi_group", "with_compute")},
        "groups.pairs": {"size": "2", "ranks_per_node": "2", "levels": ["scale_up"]},
        "operations.grad.group": "pairs",
        "operations.grad.algorithm": "ring",
        "operations.grad.per_step": "100",
    }
    # In the exchange of the must each rank sends its peers in the node what one link carries.
    assert "scale_up.bandwidth" not in untested(mesh)
    assert "scale_up.bandwidth" in untested(
        {**mesh, f"{R}.priority": "should", f"{OVERLAP}.priority": "should", **ratio("must")}
    )
