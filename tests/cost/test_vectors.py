"""The catalogue against simulated schedules: seconds, rounds, bytes leaving a node, cut bounds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from estimator.cost.catalogue import ALGORITHMS, find
from estimator.cost.collectives import UNEVEN
from estimator.cost.cuts import must_move
from estimator.cost.options import Options
from estimator.cost.plan import Plan
from estimator.cost.send_matrix import matrix_bytes
from estimator.cost.shape import Shape
from tests.cost.reference import seconds, total_egress, total_rounds

DATA = json.loads((Path(__file__).parent / "data" / "cost_vectors.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = [dict(zip(DATA["fields"], row, strict=True)) for row in DATA["rows"]]

COLLECTIVE = {
    "allreduce": "all_reduce",
    "allgather": "all_gather",
    "reducescatter": "reduce_scatter",
    "alltoall": "all_to_all",
    "alltoallv": "all_to_all_v",
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


def _options(vector: dict[str, Any]) -> Options:
    dims, matrix = vector["dims"], vector["send_matrix_bytes"]
    return Options(
        segments=vector["segments"],
        dims=(dims[0], dims[1]) if dims else None,
        send_matrix=tuple(tuple(row) for row in matrix) if matrix else None,
    )


def _plan(vector: dict[str, Any], instead: str | None = None) -> Plan:
    collective, name, shape = _ours(vector)
    algorithm = find(collective, instead or name)
    assert algorithm is not None
    assert algorithm.valid(shape, _options(vector)) is None
    return algorithm.plan(shape, _options(vector))


def _seconds(plan: Plan, vector: dict[str, Any]) -> float:
    alpha = {"intra": vector["alpha_s"], "inter": vector["alpha_inter_s"]}
    beta = {"intra": vector["beta_s_per_B"], "inter": vector["beta_inter_s_per_B"]}
    return seconds(plan, vector["n_bytes"], alpha, beta, vector["gamma_s_per_B"])


def test_the_vectors_cover_every_algorithm_of_the_catalogue_but_those_without_a_simulated_schedule() -> None:
    covered = {_ours(vector)[:2] for vector in VECTORS}
    missing = {(a.collective, a.name) for a in ALGORITHMS if a.collective not in UNEVEN} - covered
    assert len(VECTORS) == 179
    assert missing == {
        ("barrier", "dissemination"),
        ("barrier", "tree"),
        ("all_to_all", "pairwise_lesson"),
        ("all_to_all", "hierarchical_rail_inter_first"),
        ("all_gather", "multi_ring"),
        ("reduce_scatter", "multi_ring"),
        ("all_reduce", "multi_ring"),
        ("reduce_scatter", "hierarchical_pipeline_mesh"),
        ("all_reduce", "hierarchical_pipeline_mesh"),
        ("all_reduce", "double_binary_tree"),
        ("all_reduce", "in_network"),
        ("all_reduce", "hierarchical_in_network"),
        ("reduce", "flat"),
        ("reduce", "chain_pipelined"),
        ("reduce", "ring_reduce_scatter_gather"),
        ("reduce", "bruck_reduce_scatter_gather"),
        ("scatter", "flat"),
        ("gather", "flat"),
    }


@pytest.mark.parametrize("vector", VECTORS, ids=_label)
def test_a_plan_takes_the_simulated_seconds_and_rounds(vector: dict[str, Any]) -> None:
    plan = _plan(vector)
    assert _seconds(plan, vector) == pytest.approx(vector["expected_seconds"], rel=1e-12)
    assert total_rounds(plan) == vector["rounds"]


@pytest.mark.parametrize("vector", [v for v in VECTORS if not v["send_matrix_bytes"]], ids=_label)
def test_a_plan_sends_the_simulated_bytes_out_of_a_node(vector: dict[str, Any]) -> None:
    collective, _, shape = _ours(vector)
    n = vector["n_bytes"]
    assert total_egress(_plan(vector)) * n == pytest.approx(vector["node_egress_bytes_max"], rel=1e-12)
    bound = max(vector["cut_bound_node_out_bytes"], vector["cut_bound_node_in_bytes"])
    assert must_move(collective, shape) * n == pytest.approx(bound, rel=1e-12)


def test_the_size_of_a_send_matrix_is_its_largest_row() -> None:
    given = [vector for vector in VECTORS if vector["send_matrix_bytes"]]
    assert len(given) == 2
    for vector in given:
        matrix = _options(vector).send_matrix
        assert matrix is not None
        assert matrix_bytes(matrix) == vector["n_bytes"]


def test_the_lesson_form_of_pairwise_counts_the_own_block() -> None:
    marked = [vector for vector in VECTORS if vector["lesson_approx_seconds"] is not None]
    assert len(marked) == 5
    for vector in marked:
        got = _seconds(_plan(vector, "pairwise_lesson"), vector)
        assert got == pytest.approx(vector["lesson_approx_seconds"], rel=1e-12)
