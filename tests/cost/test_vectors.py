"""The catalogue against simulated schedules: seconds, rounds, bytes leaving a node, cut bounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from estimator.cost.catalogue import ALGORITHMS, find
from estimator.cost.cuts import must_move
from estimator.cost.shape import Shape
from tests.cost.reference import seconds, total_egress, total_rounds

DATA = json.loads((Path(__file__).parent / "data" / "cost_vectors.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = [dict(zip(DATA["fields"], row, strict=True)) for row in DATA["rows"]]

COLLECTIVE = {
    "allreduce": "all_reduce",
    "allgather": "all_gather",
    "reducescatter": "reduce_scatter",
    "alltoall": "all_to_all",
}
# A flat schedule over two levels is the same algorithm on a group that spans nodes.
SUFFIXES = ("_flat_contiguous", "_two_level")


def _ours(vector: dict[str, Any]) -> tuple[str, str, Shape]:
    name = vector["algorithm"]
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    collective = COLLECTIVE.get(vector["collective"], vector["collective"])
    return collective, name, Shape(vector["p"], vector["g"])


def _label(vector: dict[str, Any]) -> str:
    return f"{vector['collective']}-{vector['algorithm']}-{vector['p']}x{vector['g']}-{vector['n_bytes']}"


def _seconds(collective: str, name: str, shape: Shape, vector: dict[str, Any]) -> float:
    algorithm = find(collective, name)
    assert algorithm is not None
    alpha = {"intra": vector["alpha_s"], "inter": vector["alpha_inter_s"]}
    beta = {"intra": vector["beta_s_per_B"], "inter": vector["beta_inter_s_per_B"]}
    return seconds(algorithm.plan(shape), vector["n_bytes"], alpha, beta, vector["gamma_s_per_B"])


def test_the_vectors_cover_every_algorithm_of_the_catalogue_but_the_two_without_a_schedule_of_their_own() -> None:
    covered = {_ours(vector)[:2] for vector in VECTORS}
    missing = {(a.collective, a.name) for a in ALGORITHMS if a.collective != "all_to_all_v"} - covered
    assert len(VECTORS) == 168
    assert missing == {("all_to_all", "pairwise_lesson"), ("all_to_all", "hierarchical_rail_inter_first")}


@pytest.mark.parametrize("vector", VECTORS, ids=_label)
def test_a_plan_takes_the_simulated_seconds_and_rounds(vector: dict[str, Any]) -> None:
    collective, name, shape = _ours(vector)
    algorithm = find(collective, name)
    assert algorithm is not None
    assert algorithm.valid(shape) is None
    assert _seconds(collective, name, shape, vector) == pytest.approx(vector["expected_seconds"], rel=1e-12)
    assert total_rounds(algorithm.plan(shape)) == vector["rounds"]


@pytest.mark.parametrize("vector", VECTORS, ids=_label)
def test_a_plan_sends_the_simulated_bytes_out_of_a_node(vector: dict[str, Any]) -> None:
    collective, name, shape = _ours(vector)
    algorithm = find(collective, name)
    assert algorithm is not None
    n = vector["n_bytes"]
    assert total_egress(algorithm.plan(shape)) * n == pytest.approx(vector["node_egress_bytes_max"], rel=1e-12)
    bound = max(vector["cut_bound_node_out_bytes"], vector["cut_bound_node_in_bytes"])
    assert must_move(collective, shape) * n == pytest.approx(bound, rel=1e-12)


def test_the_lesson_form_of_pairwise_counts_the_own_block() -> None:
    marked = [vector for vector in VECTORS if vector["lesson_approx_seconds"] is not None]
    assert len(marked) == 5
    for vector in marked:
        collective, _, shape = _ours(vector)
        got = _seconds(collective, "pairwise_lesson", shape, vector)
        assert got == pytest.approx(vector["lesson_approx_seconds"], rel=1e-12)
