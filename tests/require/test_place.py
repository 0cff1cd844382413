"""A requirement may name one of several groups with unequal shares of NICs, by a rank of it."""

from __future__ import annotations

import pytest

from estimator.estimate.table import estimate
from estimator.report.sentences.differs import factors
from estimator.report.sentences.sentence import conditions
from estimator.require.criterion import Expanded
from estimator.require.expand import expand
from estimator.spec.document import Spec
from tests.estimate.machines import moving, spec_of

PLATFORM = """
ranks_per_host: 8
levels: [{{name: box, ranks: 8, path: nvl}}, {{name: fabric, ranks: 64, path: ib}}]
paths:
  nvl: {{exclusive: {{alpha: 3 us, bandwidth: 360 GB/s, per: rank, from: guess}}}}
  ib: {{nics: {nics}, exclusive: {{alpha: 9 us, bandwidth: 24 GB/s, per: nic, from: guess}}}}
"""
UNEQUAL = "[[0, 1], [2], [3], [4], [5], [6], [7]]"


def spec_with(place: str, nics: str = UNEQUAL) -> Spec:
    limit = f"{{kind: collective_time, title: t, operation: o, {place}limit: {{at_most: estimate.conservative}}}}"
    operation = moving("all_reduce", "64 MiB", "ring")
    rest = f"groups: {{g: {{shape: [1, 4], at_once: {{box: 8}}}}}}\noperations: {{o: {operation}}}\n"
    return spec_of(PLATFORM.format(nics=nics), f"{rest}requirements: {{R: {limit}}}\n")


def expanded(spec: Spec) -> Expanded:
    return expand(spec, estimate(spec))["R"]


def seconds(share: float) -> float:
    """Six rounds of 9 us and a quarter of 64 MiB."""
    return 6 * (9e-6 + 2**24 / (24e9 * share))


@pytest.mark.parametrize(
    ("place", "share", "key"), [("", 0.5, ""), ("place: 9, ", 0.5, "/place=9"), ("place: 5, ", 1.0, "/place=5")]
)
def test_the_limit_is_that_of_the_group_that_holds_the_rank(place: str, share: float, key: str) -> None:
    """Ranks 0 and 1 of each box share a NIC, 5 has its own; without a rank the slowest is meant."""
    (cell,) = expanded(spec_with(place)).criteria
    assert cell.expected == pytest.approx((seconds(share), seconds(share)), rel=1e-9)
    assert cell.limit == pytest.approx(seconds(share), rel=5e-3)  # rounded to be met
    assert f"at_once=8{key}/" in cell.key
    assert cell.estimate is not None
    assert cell.estimate.bound_s == pytest.approx(1.5 * 2**26 / (24e9 * share), rel=1e-9)  # what each rank sends


def test_the_card_says_whose_group_it_is() -> None:
    spec = spec_with("place: 5, ")
    found = expanded(spec)
    assert "the group of rank 5" in conditions("R", spec, found, "en")
    assert "rank 5 所在的组" in conditions("R", spec, found, "zh")
    (cell,) = found.criteria
    assert [one.what for one in factors(cell, estimate(spec).operations["o"]).differ] == ["place"]


def test_a_rank_in_no_such_group_is_refused() -> None:
    assert told("place: 40, ") == "no group of kind g holds rank 40; write 0 or 2"


def test_a_rank_is_refused_where_all_groups_are_alike() -> None:
    found = told("place: 5, ", nics="4")
    assert found == "groups of kind g have equal shares of NICs, wherever they lie; remove place"


def told(place: str, nics: str = UNEQUAL) -> str:
    """The one problem, which stands at the rank."""
    (problem,) = expanded(spec_with(place, nics)).problems
    assert problem.path == ("requirements", "R", "place")
    return f"{problem.message}; {problem.hint}"
