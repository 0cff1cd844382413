"""The optional terms of a platform, by hand: T0 by mode and operation, roots, efficiencies, rails, message rates."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from estimator.cost.key import Key
from estimator.errors import SpecError
from estimator.estimate.cell import cell_model
from estimator.estimate.result import OperationEstimate
from estimator.estimate.table import estimate
from estimator.spec.load import load_text
from tests.estimate.worked import spec, spec_data

MIB = 2.0**20


def ring(**platform: Any) -> dict[str, Any]:
    """An AllReduce of 64 MiB by a ring of eight ranks in a node: 14 rounds, 1.75 n = 112 MiB, nothing else."""
    data = spec_data()
    plain = {"alpha": ["1 us", "2 us"], "bandwidth": ["200 GB/s", "100 GB/s"], "per": "rank"}
    data["platform"] |= {"paths": {"up": {"location": "intra_node", "exclusive": plain}}, "cuts": {}}
    data["platform"] |= {"knee": {"k": ["0.5", "1"]}} | platform
    data["platform"].pop("reduce")
    data["groups"] = {"tp": {"size": "8", "ranks_per_node": "8", "levels": ["up"]}}
    tensor = {"bytes": "64 MiB", "semantics": "input"}
    data["operations"] = {"op": {"collective": "all_reduce", "group": "tp", "tensor": tensor, "algorithm": "ring"}}
    return data


def two_nodes(algorithm: str, path: dict[str, Any], k: Any = "0") -> dict[str, Any]:
    """An All-to-All of 16 MB over two nodes of eight: 1 MB for each peer."""
    data = ring(launch={"time": "0 s"}, knee={"k": k})
    data["platform"]["paths"]["out"] = {"location": "inter_node"} | path
    data["groups"] = {"ep": {"size": "16", "ranks_per_node": "8", "levels": ["up", "out"]}}
    operation = {"collective": "all_to_all", "group": "ep", "tensor": {"bytes": "16 MB", "semantics": "input"}}
    data["operations"] = {"op": operation | {"algorithm": algorithm}}
    return data


def found(data: dict[str, Any]) -> OperationEstimate:
    return estimate(spec(data)).operations["op"]


@pytest.mark.parametrize(("knee", "share"), [({}, 8.912 / 56.912), ({"knee": {"k": "0"}}, 0.0)])
def test_far_above_n_half_the_default_knee_is_a_sixth_at_most(knee: dict[str, Any], share: float) -> None:
    # At 47 n_half X = 47 A: 1.3 * sqrt(47) = 8.912 of 1 + 47 + 8.912.
    data = ring(launch={"time": "0 s"})
    del data["platform"]["knee"]
    data["platform"] |= knee
    # n_half = 14 * 2 us * 100 GB/s / 1.75 = 1.6 MB
    data["operations"]["op"]["tensor"] = {"bytes": "75.2 MB", "semantics": "input"}
    row = found(data)
    assert row.conservative.n_half == pytest.approx(1.6e6)
    assert row.conservative.knee_s / row.conservative.total_s == pytest.approx(share, rel=1e-4)
    assert row.optimistic.knee_s == 0.0


LAUNCH = {
    "time": ["1 us", "2 us"],
    "mode": "host",
    "per_collective": {"all_reduce": {"time": ["3 us", "4 us"]}},
    "only": [
        {"mode": "graph", "time": ["0.5 us", "0.75 us"], "from": "bench"},
        {"algorithm": "ring", "sizes": "1 GiB .. 2 GiB", "time": "99 us"},
    ],
}


@pytest.mark.parametrize(
    ("own", "ends", "basis"),
    [
        (None, (3e-6, 4e-6), "assumed"),
        ({"mode": "graph"}, (0.5e-6, 0.75e-6), "measured"),
        ({"time": ["7 us", "9 us"], "from": "sheet"}, (7e-6, 9e-6), "datasheet"),
    ],
)
def test_a_call_starts_as_its_collective_its_launch_mode_or_the_operation_itself_says(
    own: dict[str, Any] | None, ends: tuple[float, float], basis: str
) -> None:
    data = ring(launch=LAUNCH)
    data["operations"]["op"] |= {"launch": own} if own else {}
    row = found(data)
    assert (row.optimistic.launch_s, row.conservative.launch_s) == pytest.approx(ends, rel=1e-12)
    assert row.conservative.origins[Key("T0")].basis == basis
    rest = (14e-6 + 112 * MIB / 200e9, 28e-6 + 112 * MIB / 100e9)
    knee = (0.5 * sqrt(14e-6 * 112 * MIB / 200e9), sqrt(28e-6 * 112 * MIB / 100e9))
    assert row.time == pytest.approx([a + b + c for a, b, c in zip(ends, rest, knee, strict=True)], rel=1e-12)


def test_t0_of_a_size_range_holds_inside_it_only() -> None:
    data = ring(launch=LAUNCH)
    data["operations"]["op"]["tensor"]["bytes"] = "1 GiB"
    assert found(data).optimistic.launch_s == pytest.approx(99e-6)
    data["operations"]["op"]["calls"] = "2"
    assert found(data).optimistic.launch_s == pytest.approx(2 * 3e-6)


def test_a_root_replaces_the_knee_of_its_path() -> None:
    data = ring(launch={"time": "0 s"})
    data["platform"]["paths"]["up"]["exclusive"]["root"] = {"time": ["4 us", "8 us"], "at": "7 MiB"}
    row = found(data)
    expected = [14e-6 + 112 * MIB / 200e9 + 16e-6, 28e-6 + 112 * MIB / 100e9 + 32e-6]
    assert row.time == pytest.approx(expected, rel=1e-12)
    assert (row.optimistic.knee_s, row.conservative.knee_s) == pytest.approx((16e-6, 32e-6), rel=1e-12)
    origin = row.conservative.origins[Key("root", "node")]
    assert (origin.spec_path, origin.assumption) == ("platform.paths.up.exclusive.root.time", "up.root")
    assert origin.value == pytest.approx(8e-6 / sqrt(7))
    assert next(s.seconds for s in row.waterfall if s.assumption == "up.root") == pytest.approx(16e-6)


def test_the_knee_of_two_levels_is_that_of_the_level_without_a_root() -> None:
    root = {"time": ["1 us", "3 us"], "at": "2 MB"}
    path = {"exclusive": {"alpha": "5 us", "bandwidth": "40 GB/s", "per": "rank", "root": root}}
    row = found(two_nodes("hierarchical_rail", path, k="1"))
    inside = [7e-6 * 14e6 / 200e9, 14e-6 * 14e6 / 100e9]
    expected = [sqrt(inside[0]) + 1e-6 * 2.0, sqrt(inside[1]) + 3e-6 * 2.0]
    assert [row.optimistic.knee_s, row.conservative.knee_s] == pytest.approx(expected, rel=1e-12)


def test_a_root_of_one_condition_leaves_both_ends_without_that_path_s_knee() -> None:
    data = ring(launch={"time": "0 s"})
    path = data["platform"]["paths"]["up"]
    root = {"time": "8 us", "at": "7 MiB"}
    path["multi_group"] = path["exclusive"] | {"root": root}
    data["operations"]["op"]["condition"] = ["multi_group"]
    row = found(data)
    assert (row.optimistic.knee_s, row.conservative.knee_s) == pytest.approx((0.0, 32e-6))


def test_the_skew_multiplies_the_bytes_under_the_root() -> None:
    data = two_nodes("pairwise", {"exclusive": {"alpha": "5 us", "bandwidth": "40 GB/s", "per": "rank"}})
    data["platform"]["paths"]["out"]["exclusive"]["root"] = {"time": "1 us", "at": "15 MB"}
    data["operations"]["op"]["skew"] = ["1", "4"]
    row = found(data)
    assert (row.optimistic.knee_s, row.conservative.knee_s) == pytest.approx((1e-6, 2e-6), rel=1e-12)


def test_the_knee_factor_of_one_algorithm_is_its_own() -> None:
    knee = {"k": "1", "only": [{"collective": "all_reduce", "k": "3"}, {"algorithm": "ring", "k": ["0", "2"]}]}
    row = found(ring(launch={"time": "0 s"}, knee=knee))
    assert (row.optimistic.knee_s, row.conservative.knee_s) == pytest.approx(
        (0.0, 2 * sqrt(28e-6 * 112 * MIB / 100e9)), rel=1e-12
    )


def test_an_efficiency_is_a_share_of_the_links_rate_for_whom_the_rate_is() -> None:
    link = {"rate": "400 Gbit/s", "per": "rank"}
    path = {"link": link, "exclusive": {"alpha": "5 us", "efficiency": ["0.9", "50 %"], "from": "bench"}}
    row = found(two_nodes("pairwise", path))
    assert row.time == pytest.approx([75e-6 + 15e6 / 45e9, 75e-6 + 15e6 / 25e9], rel=1e-12)
    origin = row.conservative.origins[Key("beta", "machine")]
    assert (origin.spec_path, origin.basis) == ("platform.paths.out.exclusive.efficiency", "measured")
    # At once each rank sends 8 MB to the other node, a node 64 MB; round by round fewer ranks than eight share a node.
    each = found(two_nodes("direct", path)).time
    assert tuple(each) == pytest.approx([5e-6 + 8e6 / 45e9, 5e-6 + 8e6 / 25e9], rel=1e-12)
    path["link"] = {"rate": "400 GB/s", "per": "node"}
    assert tuple(found(two_nodes("direct", path)).time) == pytest.approx(tuple(each), rel=1e-12)


def test_the_efficiency_of_one_algorithm_is_its_own() -> None:
    only = [{"algorithm": "pairwise", "alpha": "1 us", "efficiency": ["0.5", "0.25"]}]
    path = {"link": {"rate": "40 GB/s"}, "exclusive": {"alpha": "1 us", "efficiency": "1"}, "only": only}
    slow, fast = (found(two_nodes(name, path)).time for name in ("pairwise", "bruck"))
    assert slow == pytest.approx([15e-6 + 15e6 / 20e9, 15e-6 + 15e6 / 10e9], rel=1e-12)
    assert fast.optimistic == pytest.approx(4e-6 + 32e6 / 40e9, rel=1e-12)


def test_traffic_that_leaves_its_rail_has_the_bandwidth_of_cross_rail_traffic() -> None:
    only = [{"rails": "cross", "alpha": "5 us", "bandwidth": ["20 GB/s", "15 GB/s"], "per": "rank"}]
    path = {"exclusive": {"alpha": "5 us", "bandwidth": ["43 GB/s", "40 GB/s"], "per": "rank"}, "only": only}
    assert found(two_nodes("pairwise", path)).time == pytest.approx(
        [75e-6 + 15e6 / 20e9, 75e-6 + 15e6 / 15e9], rel=1e-12
    )
    # On rails 8 MB cross, and 14 MB move inside: at once at the optimistic end, one after the other at the other.
    expected = [7e-6 + 5e-6 + 8e6 / 43e9, 14e-6 + 14e6 / 100e9 + 5e-6 + 8e6 / 40e9]
    assert found(two_nodes("hierarchical_rail", path)).time == pytest.approx(expected, rel=1e-12)


def test_a_group_with_one_rank_a_node_stays_on_its_rail() -> None:
    only = [{"rails": "cross", "alpha": "5 us", "bandwidth": "1 GB/s", "per": "rank"}]
    path = {"exclusive": {"alpha": "5 us", "bandwidth": "40 GB/s", "per": "rank"}, "only": only}
    data = two_nodes("pairwise", path)
    data["groups"]["ep"] = {"size": "4", "ranks_per_node": "1", "levels": ["out"]}
    assert found(data).time.optimistic == pytest.approx(15e-6 + 12e6 / 40e9, rel=1e-12)


def test_a_message_rate_that_only_one_entry_states_holds_under_every_condition() -> None:
    parameters = {"alpha": "1 us", "bandwidth": "40 GB/s", "per": "rank"}
    limited = parameters | {"collective": "all_to_all", "condition": "exclusive", "message_rate": "10 kmsg/s"}
    path = {"exclusive": parameters, "multi_group": parameters, "only": [limited]}
    data = two_nodes("pairwise", path)
    data["platform"]["paths"]["up"]["multi_group"] = data["platform"]["paths"]["up"]["exclusive"]
    data["operations"]["op"]["condition"] = ["multi_group"]
    assert found(data).time == pytest.approx([15e-6 + 15 / 1e4] * 2, rel=1e-12)


SPEC = """
commspec: 1
document: {id: T, version: "1", title: T}
platform:
  name: P
  ranks_per_node: 8
  nodes: 1
  launch: {time: 1 us, mode: host}
  paths:
    up: {location: intra_node, link: {rate: 100 GB/s}, exclusive: {alpha: 1 us, efficiency: 0.9}}
groups: {tp: {size: 8, ranks_per_node: 8, levels: [up]}}
operations:
  op: {collective: all_reduce, group: tp, tensor: {bytes: 1 MiB, semantics: input}, algorithm: ring}
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("link: {rate: 100 GB/s}, ", "", "up.link: an efficiency is a share of the link's rate; add link:"),
        ("efficiency: 0.9", "efficiency: 0.9, per: rank", "exclusive.per: per and efficiency both say how fast"),
        ("efficiency: 0.9", "efficiency: 1.1", "exclusive.efficiency: '1.1' is outside 0 .. 1"),
        ("efficiency: 0.9", "efficiency: [0.5, 0.9]", "exclusive.efficiency: [0.5, 0.9] is in the wrong order"),
        ("algorithm: ring}", "algorithm: ring, launch: {}}", "op.launch: neither mode nor time"),
        ("algorithm: ring}", "algorithm: ring, launch: {mode: graph}}", "launch.mode: no T0 for the mode graph"),
        ("mode: host", "mode: host, only: [{algorithm: rign, time: 1 us}]", "there is no algorithm 'rign'"),
    ],
)
def test_a_term_that_cannot_be_is_refused_where_it_stands(old: str, new: str, words: str) -> None:
    assert old in SPEC
    with pytest.raises(SpecError) as caught:
        load_text(SPEC.replace(old, new))
    assert any(words in problem.text() for problem in caught.value.problems)


def test_a_cell_of_an_operation_starts_as_the_operation_says() -> None:
    data = ring(launch=LAUNCH)
    data["operations"]["op"]["launch"] = {"mode": "graph"}
    read = spec(data)
    model = cell_model(
        read, collective="all_reduce", algorithm="ring", group="tp", condition="exclusive", operation="op"
    )
    assert model.at(64 * MIB).time == pytest.approx(found(data).time, rel=1e-12)
    assert model.ends(64 * MIB)[1].launch_s == pytest.approx(0.75e-6)


@pytest.mark.parametrize(
    ("own", "tested", "t0"),
    [
        (None, "graph", 0.5e-6),
        (None, None, 3e-6),
        ({"mode": "graph"}, "host", 3e-6),
        ({"time": "7 us"}, "graph", 7e-6),
        ({"mode": "graph", "time": "7 us"}, "host", 3e-6),
    ],
)
def test_a_cell_starts_as_its_test_does(own: dict[str, Any] | None, tested: Any, t0: float) -> None:
    data = ring(launch=LAUNCH)
    data["operations"]["op"] |= {"launch": own} if own else {}
    model = cell_model(
        spec(data),
        collective="all_reduce",
        algorithm="ring",
        group="tp",
        condition="exclusive",
        operation="op",
        launch=tested,
    )
    assert model.ends(64 * MIB)[0].launch_s == pytest.approx(t0)
