"""Operations whose algorithm takes options: laws of both ends, hand sums, and what is refused."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.errors import SpecError
from estimator.estimate.cell import cell_model
from estimator.estimate.curve import curve
from estimator.estimate.interval import compiled_interval
from estimator.estimate.table import cases_of, estimate
from tests.estimate.worked import spec, spec_data

MATRIX = [[float((3 * i + 5 * j) % 7 * (i % 5 > 0)) for j in range(16)] for i in range(16)]
CHOICES: list[tuple[str, dict[str, Any]]] = [
    ("broadcast", {"name": "chain_pipelined", "segments": "optimal"}),
    ("broadcast", {"name": "chain_pipelined", "segments": "7"}),
    ("reduce", {"name": "chain_pipelined", "segments": "optimal"}),
    ("all_reduce", {"name": "torus2d_ring", "dims": "8x2"}),
    ("all_reduce", {"name": "torus2d_ring", "dims": ["2", "8"]}),
    ("all_reduce", {"name": "multi_ring"}),
    ("all_reduce", {"name": "multi_ring", "rings": "3"}),
    ("reduce_scatter", {"name": "hierarchical_pipeline_mesh"}),
    ("all_reduce", {"name": "double_binary_tree", "efficiency": "0.7"}),
    ("all_reduce", {"name": "in_network"}),
    ("all_reduce", {"name": "hierarchical_in_network", "efficiency": "90 %"}),
    ("all_to_all_v", {"name": "pairwise", "send_matrix": MATRIX}),
    ("all_to_all_v", {"name": "hierarchical_rail", "send_matrix": MATRIX}),
]


def _data(collective: str, algorithm: dict[str, Any], size: int, **fields: Any) -> dict[str, Any]:
    """One operation on two nodes of eight, every parameter a pair."""
    data = spec_data()
    data["groups"] = {"pair": {"size": "16", "ranks_per_node": "8", "levels": ["scale_up", "scale_out"]}}
    semantics = "message" if collective in ("broadcast", "reduce") else "input"
    tensor = {"bytes": f"{size} B", "semantics": semantics}
    operation = {"collective": collective, "group": "pair", "tensor": tensor, "algorithm": algorithm}
    data["operations"] = {"op": operation | {"condition": ["exclusive"]} | fields}
    data["platform"]["cuts"]["uplink"]["boundary"] = {"nodes": "1"}
    return data


sizes = st.integers(1, 10**10)


@settings(max_examples=150)
@given(st.sampled_from(CHOICES), sizes, st.floats(0, 1.7), st.integers(1, 9))
def test_both_ends_keep_their_order_above_the_bound(
    choice: tuple[str, dict[str, Any]], size: int, knee: float, calls: int
) -> None:
    data = _data(*choice, size, calls=str(calls))
    data["platform"]["knee"] = {"k": ["0", f"{knee:.6f}"]}
    found = estimate(spec(data)).operations["op"]
    assert found.time.conservative >= found.time.optimistic * (1 - 1e-12)
    assert found.time.optimistic >= found.bound.seconds * (1 - 1e-12)
    width = found.time.conservative - found.time.optimistic
    tolerance = 1e-9 * found.time.conservative
    assert sum(step.seconds for step in found.waterfall) == pytest.approx(width, abs=tolerance)
    assert sum(found.conservative.parts.values()) == pytest.approx(found.time.conservative, rel=1e-12)


@settings(max_examples=60)
@given(st.sampled_from(CHOICES), sizes, st.floats(0, 1.7))
def test_both_ends_grow_with_the_size_and_the_table_agrees(
    choice: tuple[str, dict[str, Any]], size: int, knee: float
) -> None:
    data = _data(*choice, size)
    data["platform"]["knee"] = {"k": f"{knee:.6f}"}
    case = cases_of(spec(data))["op"]
    n = case.size.n
    found = curve(case, np.array([n, n + 1, 1.5 * n + 1, 3.0 * n + 1]))
    for side in (found.optimistic, found.conservative):
        assert all(later >= earlier * (1 - 1e-12) for earlier, later in pairwise(side))
    assert compiled_interval(case)(n) == pytest.approx((found.optimistic[0], found.conservative[0]), rel=1e-12)


@settings(max_examples=60)
@given(st.sampled_from(CHOICES), sizes, st.sampled_from(["alpha", "bandwidth"]), st.floats(1, 20))
def test_both_ends_grow_with_every_parameter(
    choice: tuple[str, dict[str, Any]], size: int, what: str, by: float
) -> None:
    data = _data(*choice, size)
    before = estimate(spec(data)).operations["op"].time
    for path in data["platform"]["paths"].values():
        for end in (0, 1):
            number, _, unit = path["exclusive"][what][end].partition(" ")
            path["exclusive"][what] = [*path["exclusive"][what]]
            path["exclusive"][what][end] = f"{float(number) * (by if what == 'alpha' else 1 / by):.9f} {unit}"
        path.pop("multi_group"), path.pop("with_compute")
    after = estimate(spec(data)).operations["op"].time
    assert after.optimistic >= before.optimistic * (1 - 1e-9)
    assert after.conservative >= before.conservative * (1 - 1e-9)


def chain(segments: int, n: float, alpha: float, rate: float, alpha_across: float, rate_across: float) -> float:
    """A chain through two nodes of eight: fourteen hops inside, one across, then a segment per time of the slowest."""
    inside, across = alpha + n / segments / rate, alpha_across + n / segments / rate_across
    return 14 * inside + across + (segments - 1) * max(inside, across)


def test_each_end_cuts_the_message_as_suits_it_best() -> None:
    data = _data("broadcast", {"name": "chain_pipelined", "segments": "optimal"}, 10**8)
    data["platform"] |= {"launch": {"time": "0 s"}, "knee": {"k": "0"}, "cuts": {}}
    found = estimate(spec(data)).operations["op"]
    ends = ((3e-6, 200e9, 8e-6, 48e9), (4e-6, 180e9, 10e-6, 43e9))
    for time, end in zip(found.time, ends, strict=True):
        assert time == pytest.approx(min(chain(k, 1e8, *end) for k in range(1, 2000)), rel=1e-12)


def test_a_cell_cuts_every_size_as_suits_it_best() -> None:
    data = _data("broadcast", {"name": "chain_pipelined", "segments": "optimal"}, 10**8)
    data["platform"] |= {"launch": {"time": "0 s"}, "knee": {"k": "0"}, "cuts": {}}
    read = spec(data)
    options = read.operations["op"].algorithm.options
    cell = cell_model(
        read, collective="broadcast", algorithm="chain_pipelined", group="pair", condition="exclusive", options=options
    )
    at = np.array([1e4, 1e6, 1e8])
    expected = [min(chain(k, n, 3e-6, 200e9, 8e-6, 48e9) for k in range(1, 2000)) for n in at]
    assert cell.times(at)[0] == pytest.approx(expected, rel=1e-12)
    assert cell.at(1e6).time.optimistic == pytest.approx(expected[1], rel=1e-12)


def test_a_send_matrix_bounds_the_cut_by_what_it_sends() -> None:
    data = _data("all_to_all_v", {"name": "pairwise", "send_matrix": MATRIX}, 10**8)
    data["platform"]["cuts"] = {"node_nics": {"boundary": "node", "exclusive": {"bandwidth": "384 GB/s"}}}
    found = estimate(spec(data)).operations["op"]
    across = max(sum(MATRIX[i][j] for i in range(a, a + 8) for j in range(16) if not a <= j < a + 8) for a in (0, 8))
    into = max(sum(MATRIX[i][j] for j in range(a, a + 8) for i in range(16) if not a <= i < a + 8) for a in (0, 8))
    largest = max(sum(row) for row in MATRIX)
    assert found.bound.seconds == pytest.approx(max(across, into) / largest * 1e8 / 384e9, rel=1e-12)


def test_a_mesh_inside_the_nodes_deals_its_peers_of_the_node_to_the_ports() -> None:
    data = _data("all_gather", {"name": "hierarchical_pipeline_mesh"}, 10**8)
    data["platform"] |= {"launch": {"time": "0 s"}, "knee": {"k": "0"}, "cuts": {}}
    found = estimate(spec(data)).operations["op"]
    # Seven ports, seven peers on the node: a link is a seventh of 200 GB/s. n is 16 times the input.
    n = 16 * 1e8
    link, across = 3e-6 + n / 16 / (200e9 / 7), 8e-6 + n / 16 / 48e9
    assert found.time.optimistic == pytest.approx(max(link, across) + link, rel=1e-12)


def test_a_rival_gets_the_options_it_takes() -> None:
    chosen = {"name": "ring", "also": ["torus2d_ring", "double_binary_tree"], "dims": "4x4", "efficiency": "0.5"}
    found = estimate(spec(_data("all_reduce", chosen, 10**8))).operations["op"]
    assert set(found.rivals) == {"torus_ring", "double_binary_tree"}


@pytest.mark.parametrize(
    ("collective", "algorithm", "words"),
    [
        ("broadcast", {"name": "chain_pipelined"}, "segments, such as 16, or optimal"),
        ("all_reduce", {"name": "torus2d_ring", "dims": "3x5"}, "3x5 is not a torus of 16 ranks"),
        ("all_reduce", {"name": "multi_ring", "rings": "9"}, "9 channels, and the group has 8 orders"),
        ("all_reduce", {"name": "in_network", "efficiency": "0"}, "efficiency of 0"),
        ("all_to_all_v", {"name": "pairwise", "send_matrix": [[0, 1], [1, 0]]}, "p is 16"),
    ],
)
def test_an_option_that_is_missing_or_cannot_be_is_named(
    collective: str, algorithm: dict[str, Any], words: str
) -> None:
    with pytest.raises(SpecError, match=words):
        estimate(spec(_data(collective, algorithm, 10**6)))
