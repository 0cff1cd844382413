"""The catalogue against simulated schedules on one level and on nodes: seconds, rounds, bytes leaving a node."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from estimator.cost.entries.algorithm import CatalogueEntry
from estimator.cost.entries.catalogue import find
from estimator.cost.options import Options
from estimator.cost.placing.group import Group
from estimator.cost.placing.level import Level
from estimator.cost.plan import Plan, Stage
from estimator.cost.rates import Rates, Stated, rates_of

DATA = json.loads((Path(__file__).parents[1] / "data" / "cost_vectors.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = [dict(zip(DATA["fields"], row, strict=True)) for row in DATA["rows"]]

COLLECTIVE = {
    "allreduce": "all_reduce",
    "allgather": "all_gather",
    "reducescatter": "reduce_scatter",
    "alltoall": "all_to_all",
    "alltoallv": "all_to_all_v",
}
LINKED = ("full_mesh", "hierarchical_pipeline_mesh")
"""Their inner rate is that of ONE link of a mesh."""


def _label(vector: dict[str, Any]) -> str:
    return f"{vector['collective']}-{vector['algorithm']}-{vector['p']}x{vector['g']}-{vector['n_bytes']}"


def _entry(vector: dict[str, Any], instead: str | None = None) -> CatalogueEntry:
    name = vector["algorithm"]
    for suffix in ("_flat_contiguous", "_two_level"):
        name = name.removesuffix(suffix)
    found = find(COLLECTIVE.get(vector["collective"], vector["collective"]), instead or name)
    assert found is not None
    return found


def _group(vector: dict[str, Any]) -> Group:
    inside = Level("intra", "mesh" if vector["algorithm"] in LINKED else "switch", units=vector["g"])
    return Group.on((inside, Level("inter", unit=True)), (vector["g"], vector["m"]))


def _options(vector: dict[str, Any]) -> Options:
    dims, matrix = vector["dims"], vector["send_matrix_bytes"]
    return Options(
        segments=vector["segments"],
        dims=(dims[0], dims[1]) if dims else None,
        send_matrix=tuple(tuple(row) for row in matrix) if matrix else None,
    )


def _plan(vector: dict[str, Any], instead: str | None = None) -> Plan:
    return _entry(vector, instead).on(_group(vector), _options(vector))


def _rates(vector: dict[str, Any]) -> dict[str, Rates]:
    """A link's rate is the port's over the peers."""
    group, beta = _group(vector), vector["beta_s_per_B"]
    links = vector["g"] - 1 if group.levels[0].wiring == "mesh" else 1
    inside = rates_of(Stated(links / beta), group.levels[0], 1) if beta and links else Rates()
    across = vector["beta_inter_s_per_B"]
    return {"intra": inside, "inter": Rates(port=across) if across else Rates()}


def _seconds(plan: Plan, vector: dict[str, Any]) -> float:
    alpha = {"intra": vector["alpha_s"], "inter": vector["alpha_inter_s"]}
    rates, n = _rates(vector), vector["n_bytes"]

    def stage(one: Stage) -> float:
        slowest = max(one.volume * rates[one.level].port, one.link * rates[one.level].link)
        own: float = one.rounds * alpha[one.starts] + n * (slowest + one.reduced * vector["gamma_s_per_B"])
        return own + sum(stage(also) for also in one.also)

    return sum(max(stage(one) for one in phase) for phase in plan)


@pytest.mark.parametrize("vector", VECTORS, ids=_label)
def test_a_plan_takes_the_simulated_seconds_and_rounds(vector: dict[str, Any]) -> None:
    plan = _plan(vector)
    assert _seconds(plan, vector) == pytest.approx(vector["expected_seconds"], rel=1e-12)
    assert sum(max(stage.rounds for stage in phase) for phase in plan) == vector["rounds"]


@pytest.mark.parametrize("vector", [v for v in VECTORS if not v["send_matrix_bytes"]], ids=_label)
def test_a_plan_sends_no_less_out_of_a_node_than_the_simulation(vector: dict[str, Any]) -> None:
    sent = sum(max(stage.egress for stage in phase) for phase in _plan(vector)) * vector["n_bytes"]
    assert sent >= vector["node_egress_bytes_max"] * (1 - 1e-12)
    if vector["m"] > 1:
        assert sent == pytest.approx(vector["node_egress_bytes_max"], rel=1e-12)


def test_the_lesson_form_of_pairwise_counts_the_own_block() -> None:
    marked = [vector for vector in VECTORS if vector["lesson_approx_seconds"] is not None]
    assert len(marked) == 5
    for vector in marked:
        got = _seconds(_plan(vector, "pairwise_lesson"), vector)
        assert got == pytest.approx(vector["lesson_approx_seconds"], rel=1e-12)
