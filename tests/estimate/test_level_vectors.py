"""Every vector of the oracle of machines in levels, written as a spec and put through the whole estimate."""

from __future__ import annotations

import pytest

from estimator.estimate.result import Interval, OperationEstimate
from estimator.estimate.table import estimate
from estimator.spec.document import Spec
from tests.cost.level_vectors import VECTORS, Vector
from tests.estimate.vector_specs import aslant, spec_data

AT_ONCE = ("path", "overlapped")
"""Ends of vectors that count what can run at once: the optimistic end here."""


def estimated(vector: Vector, part: bool = False) -> OperationEstimate:
    return estimate(Spec.model_validate(spec_data(vector, part))).operations["one"]


def first_place(vector: Vector, found: OperationEstimate) -> Interval:
    """The time of the group that the vector tells of, of several with unequal shares of a NIC the first."""
    if not found.places:
        return found.time
    ranks = tuple(sorted(vector["siblings"][0]))
    return next(place.time for place in found.places if ranks in place.ranks)


def test_there_are_vectors() -> None:
    assert len(VECTORS) == 333
    assert sum(vector.get("end") in AT_ONCE for vector in VECTORS) == 27


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["id"]))
def test_an_end_of_the_estimate_is_the_vector_s_time(vector: Vector) -> None:
    found = estimated(vector)
    time = first_place(vector, found)
    seconds = time.optimistic if vector.get("end") in AT_ONCE else time.conservative
    assert seconds == pytest.approx(vector["expected_seconds"], rel=1e-9)
    # an AllReduce is bound by what each rank must send too, which the oracle's borders leave out
    assert vector.get("floor_seconds", 0.0) <= found.bound.seconds * (1 + 1e-9)
    assert found.bound.seconds <= found.time.optimistic * (1 + 1e-9)


def test_a_message_that_no_group_of_two_can_say_is_one_between_the_ranks_furthest_apart() -> None:
    """Sender and receiver are no keys of a spec, so that these stand for any two ranks as far apart as theirs are."""
    found = [vector["id"] for vector in VECTORS if aslant(vector)]
    assert found == ["l089", "l144", "l211", "l218", "l266", "l271", "l276", "l305", "l312"]


PARTS = [vector for vector in VECTORS if any("full" in level for level in vector["levels"])]


@pytest.mark.parametrize("vector", PARTS, ids=lambda vector: str(vector["id"]))
def test_a_slice_that_says_of_how_many_it_is_takes_what_a_group_on_the_whole_takes(vector: Vector) -> None:
    slice_, whole = estimated(vector, part=True), estimated(vector)
    assert slice_.time == pytest.approx(whole.time, rel=1e-12)
    assert slice_.time.conservative == pytest.approx(vector["expected_seconds"], rel=1e-9)


def test_there_are_slices() -> None:
    assert len(PARTS) == 27
