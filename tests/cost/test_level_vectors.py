"""Every vector of the oracle of machines in levels: seconds, floors and loads of a message-level simulation."""

from __future__ import annotations

import pytest

from tests.cost.level_vectors import VECTORS, Clock, Vector, carried, group_of, plans_of, rates_by_level


def _label(vector: Vector) -> str:
    return f"{vector['id']}-{vector['collective']}-{vector['algorithm']}"


def test_the_oracle_is_whole() -> None:
    assert len(VECTORS) == 333
    assert sum(vector.get("end") == "path" for vector in VECTORS) == 16
    assert sum(vector.get("end") == "overlapped" for vector in VECTORS) == 11
    assert sum("load_bytes" in vector for vector in VECTORS) == 248


@pytest.mark.parametrize("vector", VECTORS, ids=_label)
def test_a_plan_takes_the_simulated_seconds(vector: Vector) -> None:
    group = group_of(vector)
    clock = Clock(vector, group)
    seconds = min(clock.seconds(plan) for plan in plans_of(vector, group))
    assert seconds == pytest.approx(vector["expected_seconds"], rel=1e-9)


@pytest.mark.parametrize("vector", [v for v in VECTORS if "load_bytes" in v], ids=_label)
def test_a_plan_loads_no_resource_less_than_the_simulation_and_takes_as_long(vector: Vector) -> None:
    group = group_of(vector)
    found = carried(plans_of(vector, group)[0])
    rates = rates_by_level(vector, group)
    for number, simulated in vector["load_bytes"].items():
        name = vector["levels"][int(number)]["name"]
        for kind, load in simulated.items():
            assert found[name, kind] * vector["n_bytes"] >= load * (1 - 1e-9), (name, kind)
            assert load * getattr(rates[name], kind) <= vector["expected_seconds"] * (1 + 1e-9)


@pytest.mark.parametrize("vector", [v for v in VECTORS if "no_slower_than" in v], ids=_label)
def test_what_is_named_no_slower_is_not(vector: Vector) -> None:
    other = next(one for one in VECTORS if one["id"] == vector["no_slower_than"])
    assert vector["expected_seconds"] <= other["expected_seconds"] * (1 + 1e-12)
