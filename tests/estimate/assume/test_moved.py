"""A setting on a platform that another was made from is the one that is looked up from the start."""

from dataclasses import replace
from pathlib import Path

import pytest

from estimator.estimate.assume.assumptions import Assumptions
from estimator.estimate.assume.uncertain import pair_at, places_of, with_value
from estimator.estimate.table import cases_of
from estimator.jobs.inputs.specs import open_spec
from estimator.spec.values.quantity import Pair

SPECS = Path(__file__).parents[3] / "specs"


@pytest.mark.parametrize("name", ["moe_5t", "torus", "supernode", "h100_two_node_alltoall"])
def test_what_is_looked_up_anew_after_a_number_moved_is_all_that_differs(name: str) -> None:
    moved = 0
    for case in cases_of(open_spec(SPECS / f"{name}.yaml").spec).values():
        for place in places_of(case):
            pair = pair_at(case, place.path)
            if place.path[0] != "platform" or pair is None:
                continue
            other = with_value(case, place.path, Pair(pair.optimistic * 1.3, pair.conservative * 1.3))
            fresh = replace(other, known=Assumptions(other.known.platform, other.known.sources))
            assert (other.low, other.high) == (fresh.low, fresh.high)
            moved += (other.low, other.high) != (case.low, case.high)
    assert moved > 10
