"""Groups of one kind that share NICs unequally: the slowest counts at both ends, and every class of places is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.errors import SpecError
from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.case import case_of
from estimator.estimate.groups.subject import subject_of
from estimator.estimate.operation import times_of
from estimator.estimate.result import Interval
from tests.estimate.machines import estimated, moving, spec_of

MACHINE = """
ranks_per_host: 8
levels: [{{name: box, ranks: 8, path: nvl}}, {{name: fabric, ranks: 64, path: ib}}]
paths:
  nvl: {{exclusive: {{alpha: [3 us, 5 us], bandwidth: 360 GB/s, per: rank, messages: 0 us, from: guess}}}}
  ib: {{nics: {nics}, exclusive: {{alpha: 9 us, bandwidth: [24 GB/s, 20 GB/s], per: nic, messages: 0 us, from: guess}}}}
"""
TWO_SHARE = MACHINE.format(nics="[[0, 1], [2], [3], [4], [5], [6], [7]]")
"""Two ranks share a NIC, six have their own."""
RAIL = "{shape: [1, 4], at_once: {box: 8}}"


def test_the_slowest_of_groups_with_unequal_shares_counts() -> None:
    """Rings of four, one a rank of the box: six rounds of n/4 each; ranks 0 and 1 have half a NIC each."""
    found = estimated(TWO_SHARE, RAIL, moving("all_reduce", "64 MiB", "ring"))

    def seconds(share: float) -> Interval:
        return Interval(*(6 * (9e-6 + 2**24 / (rate * share)) for rate in (24e9, 20e9)))

    assert found.time == pytest.approx(seconds(0.5), rel=1e-9)
    shared, alone = found.places
    assert shared.time == pytest.approx(seconds(0.5), rel=1e-9)
    assert alone.time == pytest.approx(seconds(1.0), rel=1e-9)
    assert shared.ranks == ((0, 8, 16, 24), (1, 9, 17, 25))
    assert [ranks[0] for ranks in alone.ranks] == [2, 3, 4, 5, 6, 7]


def test_it_does_not_matter_which_of_the_groups_is_named() -> None:
    """The group on rank 5 has a NIC of its own, and its call still waits for none of the others."""
    named = "{shape: [1, 4], units: {box: [5]}, at_once: {box: 8}}"
    own, first = (estimated(TWO_SHARE, group, moving("all_reduce", "64 MiB", "ring")) for group in (named, RAIL))
    assert own.time == pytest.approx(first.time, rel=1e-12)
    assert {place.time for place in own.places} == {place.time for place in first.places}


def test_groups_whose_places_are_alike_have_no_classes() -> None:
    even = MACHINE.format(nics="4")
    assert estimated(even, RAIL, moving("all_reduce", "64 MiB", "ring")).places == ()
    alone = "{shape: [1, 4]}"
    assert estimated(TWO_SHARE, alone, moving("all_reduce", "64 MiB", "ring")).places == ()


PAIR, FEW = "[[0, 1], [2], [3], [4], [5], [6], [7]]", "[[0, 4, 5], [1], [2, 3, 6], [7]]"
RAILS, HALVES = "shape: [1, 4], at_once: {box: 8}", "shape: [4, 4], at_once: {box: 2}"
STRIDED = "shape: [2, 3], stride: {box: 2}, at_once: {box: 4}"


@pytest.mark.parametrize(
    ("nics", "group"), [(PAIR, RAILS), (PAIR, HALVES), (PAIR, STRIDED), (FEW, RAILS), (FEW, STRIDED)]
)
def test_of_every_algorithm_the_first_class_is_the_slowest_at_both_ends(nics: str, group: str) -> None:
    """At small and large sizes, so that neither start-ups nor bytes hide the others."""
    rest = f"groups: {{g: {{{group}}}}}\noperations: {{o: {moving('all_reduce', '1 MiB', 'ring')}}}\n"
    spec = spec_of(MACHINE.format(nics=nics), rest)
    case, seen = case_of(spec, "o", Assumptions(spec.platform, spec.sources)), 0
    for entry in ALGORITHMS:
        try:
            subject = subject_of(spec, entry.collective, entry.name, "g")
        except SpecError:
            continue
        for size in (2.0**12, 2.0**26):
            asked = replace(case, subject=subject, size=replace(case.size, n=size))
            times = [times_of(replace(asked, subject=subject.at(one))) for one in subject.classes]
            slowest = Interval(*(max(ends) * (1 - 1e-12) for ends in zip(*times, strict=True)))
            assert times[0].optimistic >= slowest.optimistic, entry
            assert times[0].conservative >= slowest.conservative, entry
            seen += len(times) > 1
    assert seen > 30
