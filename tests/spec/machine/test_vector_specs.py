"""Every machine of the oracle can be written as a spec, and the core gets the group and the rates it means."""

from __future__ import annotations

import pytest

from estimator.cost.placing.group import Group
from estimator.cost.rates import Rates, rates_of
from estimator.spec.document import Spec
from estimator.spec.grouped import group_of
from estimator.spec.machine.join import join_of
from estimator.spec.machine.resources import as_stated
from estimator.spec.placed import placed
from tests.cost.level_vectors import VECTORS, Clock, Vector, plans_of
from tests.spec.machine.vector_specs import spec_data


def rates_in(spec: Spec, group: Group) -> dict[str, Rates]:
    """Inverse rates of every level as the spec states them [s/B]."""
    machine = placed(spec, "all").machine
    found = {}
    for number, level in enumerate(group.levels):
        join = join_of(spec.platform, machine, number)
        stated = join.path.exclusive
        pairs = {key: getattr(stated, key) for key in ("bandwidth", "one_peer", "unit", "nic")}
        values = {key: pair.optimistic for key, pair in pairs.items() if pair is not None}
        found[level.name] = rates_of(as_stated(join.path.link, values, stated.per), level, join.unit_ranks)
    return found


def test_there_are_vectors() -> None:
    assert len(VECTORS) > 300


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["id"]))
def test_a_vector_s_time_follows_from_its_spec(vector: Vector) -> None:
    data = spec_data(vector)
    algorithm = data["operations"]["one"]["algorithm"]
    for key in ("channels", "methods"):  # the catalogue refuses what it does not take
        algorithm.pop(key, None)
    algorithm["name"] = {"p2p": "direct"}.get(vector["collective"], algorithm["name"])
    spec = Spec.model_validate(data)
    group = group_of(spec, "all")
    clock = Clock(vector, group)
    clock.rates = rates_in(spec, group)
    seconds = min(clock.seconds(plan) for plan in plans_of(vector, group))
    assert seconds == pytest.approx(vector["expected_seconds"], rel=1e-9)
