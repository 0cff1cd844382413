"""A group of one rank moves nothing: what is left is the time of starting the call."""

from __future__ import annotations

import pytest

from estimator.cost.entries.catalogue import algorithms
from estimator.estimate.table import estimate
from tests.cost.entries.samples import on_nodes
from tests.estimate.worked import spec, spec_data

RUNNING = [entry.name for entry in algorithms("all_reduce") if entry.refusal(on_nodes(1)) is None]
ALONE = {"size": "1", "ranks_per_node": "1", "at_once_per_node": "8", "levels": ["scale_up"]}


@pytest.mark.parametrize("name", RUNNING)
def test_one_rank_takes_the_launch_time_alone(name: str) -> None:
    data = spec_data()
    data["groups"]["alone"] = ALONE
    data["operations"] = {
        "sum": {
            "collective": "all_reduce",
            "group": "alone",
            "tensor": {"shape": ["1024"], "dtype": "bf16", "semantics": "input"},
            "algorithm": name,
        }
    }
    found = estimate(spec(data)).operations["sum"]
    assert (found.optimistic.total_s, found.conservative.total_s) == (0.0, 12e-6)
    assert found.bound.seconds == 0.0
