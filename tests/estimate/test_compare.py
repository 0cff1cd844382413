"""The declared algorithm beside the others: published crossovers, hand sums, and the curves themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from estimator.cost.entries.catalogue import algorithms
from estimator.estimate.case import Case
from estimator.estimate.compare import AlgorithmComparison, as_data, compare, curves, rivals_of
from estimator.estimate.curve import both_ends
from estimator.estimate.table import cases_of
from tests.estimate.test_laws import worked
from tests.estimate.worked import spec, spec_data

UNIT = 1000.0
"""alpha / beta of the flat platform [byte]: 1 us at 1 GB/s."""


def flat(collective: str, algorithm: Any, ranks: int, **more: Any) -> Case:
    """One operation on one node of 1 us and 1 GB/s, without T0, knee and reduction time."""
    data = spec_data()
    path = {"alpha": "1 us", "bandwidth": "1 GB/s", "per": "rank"}
    data["platform"] = {
        "name": "flat",
        "ranks_per_node": str(ranks),
        "nodes": "1",
        "knee": {"k": "0"},
        "paths": {"inside": {"location": "intra_node", "exclusive": path}},
    }
    data["groups"] = {"all": {"size": str(ranks), "ranks_per_node": str(ranks), "levels": ["inside"]}}
    tensor = {"bytes": "64 KB", "semantics": "message" if collective in ("broadcast", "reduce") else "input"}
    operation = {"collective": collective, "group": "all", "algorithm": algorithm, "tensor": tensor}
    data["operations"] = {"op": operation | more}
    return cases_of(spec(data))["op"]


def crossing(found: AlgorithmComparison, rival: str, end: str = "conservative") -> list[tuple[float, str, str]]:
    (named,) = (one for one in found.rivals if one.algorithm.name == rival)
    return [(one.size, one.below, one.above) for one in named.crossovers[end]]


@pytest.mark.parametrize(
    ("collective", "declared", "rival", "ranks", "units"),
    [
        ("all_reduce", "ring", "recursive_doubling", 8, 8.8),
        ("all_reduce", "ring", "recursive_doubling", 16, 12.2),
        ("all_reduce", "ring", "recursive_doubling", 64, 29.8),
        ("all_reduce", "ring", "binomial_reduce_bcast", 8, 1.9),
        ("all_reduce", "ring", "binomial_reduce_bcast", 64, 11.4),
        ("all_to_all", "pairwise", "bruck", 8, 6.4),
        ("all_to_all", "pairwise", "bruck", 16, 10.4),
        ("all_to_all", "pairwise", "bruck", 64, 28.3),
    ],
)
def test_crossovers_in_units_of_alpha_over_beta(
    collective: str, declared: str, rival: str, ranks: int, units: float
) -> None:
    """Figures of the main cost table: (p-1) alpha against log2(p) alpha, and so on, to one decimal."""
    found = compare(flat(collective, declared, ranks))
    for end in ("optimistic", "conservative"):
        ((size, below, above),) = crossing(found, rival, end)
        assert size / UNIT == pytest.approx(units, abs=0.05)
        assert (below, above) == (rival, declared)


def test_bruck_gather_is_below_ring_at_every_size_and_the_ring_stays_declared() -> None:
    case = flat("all_gather", "ring", 8, tensor={"bytes": "64 KB", "semantics": "output"})
    found = compare(case)
    assert crossing(found, "bruck") == []
    assert found.declared.name == "ring"
    # 7 us + 56 us against 3 us + 56 us.
    assert tuple(found.time) == pytest.approx((63e-6, 63e-6))
    (bruck,) = (one for one in found.rivals if one.algorithm.name == "bruck")
    assert found.ratio(bruck).optimistic == pytest.approx(59 / 63)


def test_algorithms_that_are_equal_are_fastest_together_and_the_declared_one_is_first() -> None:
    case = flat("all_gather", "recursive_doubling", 8, tensor={"bytes": "64 KB", "semantics": "output"})
    names = [one.algorithm.name for one in compare(case).rivals]
    assert "ring" in names
    assert "recursive_doubling" not in names
    slow = flat("all_to_all", "hierarchical_rail", 8)
    # On one node a rail exchange is the pairwise one; a full mesh is faster at every size: 1 us + n/8.
    (span,) = compare(slow).fastest["conservative"]
    assert span.algorithms == ("direct",)
    both = flat("reduce", "binomial", 2)
    (span,) = compare(both).fastest["optimistic"]
    assert span.algorithms[0] == "binomial"
    assert "flat" in span.algorithms


def test_what_cannot_run_is_left_out_with_the_reason() -> None:
    found = compare(flat("all_gather", "ring", 6, tensor={"bytes": "64 KB", "semantics": "output"}))
    assert "2^k" in found.left_out["recursive_doubling"]
    assert not {one.algorithm.name for one in found.rivals} & set(found.left_out)


def test_a_chain_with_the_best_segments_crosses_the_binomial_tree_where_its_time_does() -> None:
    """Eight ranks, alpha 1 us, 1 GB/s: 3 (1 + x) against min over k of (6 + k)(1 + x / k), x in units of alpha/beta.

    k = 1: 7 + 7x and k = 2: 8 + 4x stay above; k = 3: 9 + 3x too; k = 4: 10 + 2.5x meets 3 + 3x at x = 14;
    k = 5: 11 + 2.2x at x = 10; k = 6: 12 + 2x at x = 9; k = 7: 13 + 13x/7 at x = 8.75; k = 8: 14 + 1.75x at x = 8.8.
    """
    found = compare(flat("broadcast", {"name": "chain_pipelined", "segments": "optimal"}, 8))
    ((size, below, above),) = crossing(found, "binomial")
    assert size / UNIT == pytest.approx(8.75, rel=1e-9)
    assert (below, above) == ("binomial", "chain_pipelined")


def test_calls_move_a_crossover_in_proportion() -> None:
    once, split = (compare(flat("all_reduce", "ring", 8, calls=calls)) for calls in ("1", "4"))
    ((one, *_),), ((four, *_),) = (crossing(found, "recursive_doubling") for found in (once, split))
    assert four == pytest.approx(4 * one, rel=1e-12)


def test_rivals_that_cannot_send_the_declared_copies_send_one_per_expert() -> None:
    found = spec(moe_dispatch={"copies": "per_node", "algorithm": "hierarchical_rail_inter_first"})
    copies = {one.algorithm.name: one.copies for one in compare(cases_of(found)["moe_dispatch"]).rivals}
    assert copies["bruck"] == "per_expert"
    able = {entry.name for entry in algorithms("all_to_all_v") if "per_node" in entry.copies}
    assert {name for name, sent in copies.items() if sent == "per_node"} == able - {"hierarchical_rail_inter_first"}


def test_an_empty_range_is_refused() -> None:
    with pytest.raises(ValueError, match="no sizes from"):
        compare(flat("all_reduce", "ring", 8), (2.0, 2.0))


def test_the_data_for_json_name_the_declared_one_and_every_rival() -> None:
    found = compare(flat("all_reduce", "ring", 8))
    data: Any = as_data(found)
    assert data["declared"] == "ring"
    doubling = data["rivals"]["recursive_doubling"]
    assert doubling["crossovers"]["optimistic"][0]["bytes"] == pytest.approx(8800.0)
    assert data["fastest"]["optimistic"][0]["low_bytes"] == found.low


@settings(max_examples=40)
@given(worked())
def test_the_fastest_and_the_crossovers_are_those_of_the_curves(data: dict[str, Any]) -> None:
    case = cases_of(spec(data))["op"]
    found = compare(case)
    sizes = np.geomspace(found.low * 1.001, found.high * 0.999, 25)
    names = [one.algorithm.name for one in found.rivals]
    drawn = curves(case, sizes, names) | {found.declared.name: both_ends(case, sizes)}
    for side, end in enumerate(("optimistic", "conservative")):
        for index, size in enumerate(sizes.tolist()):
            best = min(both[side][index] for both in drawn.values())
            (span,) = (one for one in found.fastest[end] if one.low < size <= one.high)
            for name in span.algorithms:
                assert drawn[name][side][index] == pytest.approx(best, rel=2e-6)


def test_every_algorithm_of_the_collective_is_a_rival_or_left_out() -> None:
    case = flat("all_reduce", "ring", 8)
    found, left_out = rivals_of(case)
    assert {one.subject.algorithm.name for one in found}.isdisjoint(left_out)
    assert len(found) + len(left_out) >= 10
