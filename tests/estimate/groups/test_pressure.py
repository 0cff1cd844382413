"""Cuts of every kind under the groups of a spec, by hand sums."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.cost.key import Key
from estimator.errors import SpecError
from estimator.estimate.result import OperationEstimate
from estimator.estimate.table import cases_of, estimate
from tests.estimate.worked import spec, spec_data

NODE = {"boundary": "node", "exclusive": {"bandwidth": "400 GB/s"}}


def platform(cuts: dict[str, Any], nodes: int = 4, **group: Any) -> dict[str, Any]:
    """Nodes of eight ranks, start-up 1 us, 200 GB/s inside and 50 GB/s across for each rank; no T0, no knee."""
    data = spec_data()
    path = {"alpha": "1 us", "per": "rank"}
    data["platform"] = {
        "name": "pod",
        "ranks_per_node": "8",
        "nodes": str(nodes),
        "knee": {"k": "0"},
        "paths": {
            "inside": {"location": "intra_node", "exclusive": path | {"bandwidth": "200 GB/s"}},
            "across": {"location": "inter_node", "exclusive": path | {"bandwidth": "50 GB/s"}},
        },
        "cuts": cuts,
    }
    placed = {"size": "32", "ranks_per_node": "8", "levels": ["inside", "across"]}
    data["groups"] = {"all": placed | group}
    return data


def one(data: dict[str, Any], collective: str, algorithm: str, semantics: str = "input") -> OperationEstimate:
    tensor = {"bytes": "1 GB", "semantics": semantics}
    data["operations"] = {
        "op": {"collective": collective, "group": "all", "algorithm": algorithm, "tensor": tensor},
    }
    return estimate(spec(data)).operations["op"]


def least(data: dict[str, Any], cut: str) -> float:
    """What the operation must press through a cut, in units of n; the bound also looks at every rank's own border."""
    found: float = cases_of(spec(data))["op"].subject.least[cut]
    return found


def test_a_flat_ring_alone_leaves_a_node_by_one_plane() -> None:
    """AllReduce of 32 ranks on four nodes: 2 * 31/32 n by one NIC; the bound deals 1.5 n to eight planes."""
    data = platform({"rail": {"boundary": "plane", "exclusive": {"bandwidth": "40 GB/s"}}})
    found = one(data, "all_reduce", "ring")
    assert least(data, "rail") == pytest.approx(1.5 / 8)
    assert found.conservative.limited_by == ("rail", "rail")
    assert found.conservative.transfer_s == pytest.approx(2 * 31 / 32 / 40)


def test_rails_use_all_planes_of_a_node() -> None:
    """Hierarchical: each rank passes 2 * 3/32 n on its own rail; 1.5 n of a node on eight planes of 40 GB/s."""
    data = platform({"rail": {"boundary": "plane", "exclusive": {"bandwidth": "40 GB/s"}}})
    found = one(data, "all_reduce", "hierarchical_rs_ar_ag")
    assert "rail" in found.conservative.limited_by
    assert found.conservative.transfer_s == pytest.approx(2 * 7 / 8 / 200 + 1.5 / 8 / 40)


def test_groups_at_once_fill_the_planes_before_they_share_one() -> None:
    """Eight groups of one rank a node: one plane each; on two planes four share one: 4 * 2 * 3/4 n."""
    group: dict[str, Any] = {"size": "4", "ranks_per_node": "1", "at_once_per_node": "8", "levels": ["across"]}
    for planes, shared in ((8, 1), (2, 4)):
        cut = {"boundary": {"planes": str(planes)}, "exclusive": {"bandwidth": "10 GB/s"}}
        found = one(platform({"rail": cut}, **group), "all_reduce", "ring")
        assert found.conservative.transfer_s == pytest.approx(shared * 1.5 / 10)
        assert found.bound.seconds == pytest.approx(8 * 1.5 / planes / 10)


def test_an_oversubscribed_uplink_takes_its_bandwidth_from_the_nodes() -> None:
    """Two nodes a unit at 2:1: 400 GB/s out of it; AllGather over two such units moves n/2: 1.25 ms at 1 GB."""
    cuts = {"nics": NODE, "uplink": {"boundary": {"nodes": "2"}, "oversubscription": "2:1"}}
    data = platform(cuts)
    assert one(data, "all_gather", "ring", "output").bound.border == "rank"  # 31/32 n over 250 GB/s
    assert least(data, "nics") == pytest.approx(0.75)
    steeper = {"nics": NODE, "uplink": {"boundary": {"nodes": "2"}, "oversubscription": "8:1"}}
    found = one(platform(steeper), "all_gather", "ring", "output")
    assert found.bound.cut == "uplink"
    assert found.bound.seconds == pytest.approx(0.5 / 100)
    assert found.conservative.origins[Key("cut", "uplink")].spec_path == "platform.cuts.uplink.oversubscription"


@pytest.mark.parametrize(
    ("collective", "algorithm", "semantics", "moved"),
    [
        ("all_gather", "ring", "output", 0.5),
        ("reduce_scatter", "ring", "input", 0.5),
        ("all_reduce", "ring", "input", 1.0),
        ("all_to_all", "pairwise", "input", 8.0),
        ("broadcast", "binomial", "message", 1.0),
        ("reduce", "binomial", "message", 1.0),
        ("scatter", "binomial", "input", 0.5),
    ],
)
def test_the_bisection_of_the_whole_platform(collective: str, algorithm: str, semantics: str, moved: float) -> None:
    """Per direction of p = 32: n/2 gathered, n reduced, p n / 4 exchanged."""
    data = platform({"half": {"boundary": "bisection", "exclusive": {"bandwidth": "100 GB/s"}}})
    found = one(data, collective, algorithm, semantics)
    assert found.bound.seconds == pytest.approx(moved / 100)


def test_a_group_inside_a_half_does_not_cross_the_bisection() -> None:
    data = platform({"half": {"boundary": "bisection", "exclusive": {"bandwidth": "1 GB/s"}}}, size="16")
    assert one(data, "all_reduce", "ring").bound.cut == ""


def test_a_reducing_switch_lowers_the_bound_and_not_the_ring() -> None:
    """AllReduce over four nodes: 1.5 n without, n with the help of the network; the ring sends 2 * 31/32 n anyway."""
    plain, helped = (
        one(platform({"nics": NODE | more}), "all_reduce", "ring") for more in ({}, {"in_network": "true"})
    )
    assert helped.time == plain.time
    for more, collective, moved in (({}, "all_reduce", 1.5), ({"in_network": "true"}, "all_reduce", 1.0)):
        data = platform({"nics": NODE | more})
        one(data, collective, "ring")
        assert least(data, "nics") == pytest.approx(moved)
    data = platform({"nics": NODE | {"in_network": "true"}})
    one(data, "all_gather", "ring", "output")
    assert least(data, "nics") == pytest.approx(0.75)


def test_uneven_nodes_run_flat_algorithms_with_the_egress_of_the_busiest_node() -> None:
    """Nodes of 6 and 2 ranks: 6 * 2 / 8 n of an All-to-All leave each; 7/8 n of a rank at 50 GB/s take longer."""
    placed: dict[str, Any] = {"size": "8", "ranks_per_node": ["6", "2"]}
    data = platform({"nics": NODE}, **placed)
    found = one(data, "all_to_all", "pairwise")
    assert least(data, "nics") == pytest.approx(1.5)
    # the lone rank of a node of two meets six of its seven peers across, at 50 GB/s
    assert found.bound.border == "node"
    assert found.bound.seconds == pytest.approx(1.5 / 2 / 50)
    assert found.shape.uneven == (6, 2)
    assert found.conservative.transfer_s == pytest.approx(7 / 8 / 50)
    slow = {"boundary": "node", "exclusive": {"bandwidth": "50 GB/s"}}
    assert one(platform({"nics": slow}, **placed), "all_to_all", "pairwise").conservative.transfer_s == (
        pytest.approx(1.5 / 50)
    )


def test_uneven_all_reduce_is_bounded_by_the_sum_over_its_nodes() -> None:
    """Nodes of 6, 1 and 1: every single cut is n, all three together send 4 n, so one of them 4/3 n."""
    data = platform({"nics": NODE}, size="8", ranks_per_node=["6", "1", "1"])
    one(data, "all_reduce", "ring")
    assert least(data, "nics") == pytest.approx(4 / 3)


def test_uneven_groups_at_once_are_summed() -> None:
    """Three groups of 2 and 1 ranks, AllGather: one at its worst 2/3 n, the others at least 1/3 n each."""
    data = platform({"nics": NODE}, size="3", ranks_per_node=["2", "1"], at_once_per_node="3")
    found = one(data, "all_gather", "ring", "output")
    assert least(data, "nics") == pytest.approx(4 / 3)
    assert found.optimistic.total_s >= found.bound.seconds


def test_uneven_groups_of_a_layout_are_summed_where_they_lie() -> None:
    """tp = 3 on nodes of 8: node 1 holds one rank of the group (6, 7, 8) and one of (15, 16, 17).

    AllGather brings node 1 the other 2/3 n of both; the groups inside a node bring it nothing.
    """
    data = platform({"nics": NODE}, nodes=3)
    data["layout"] = {"order": "tp-cp-ep-dp-pp", "world": "24", "tp": "3"}
    data["groups"] = {"all": {"from_layout": "tp"}}
    found = one(data, "all_gather", "ring", "output")
    assert len(found.shape.uneven) == 2
    assert least(data, "nics") == pytest.approx(4 / 3)
    assert found.optimistic.total_s >= found.bound.seconds


def test_a_schedule_of_two_levels_refuses_uneven_nodes_with_the_reason() -> None:
    data = platform({"nics": NODE}, size="8", ranks_per_node=["6", "2"])
    with pytest.raises(SpecError, match="as many ranks in every unit, and they hold 6, 2"):
        one(data, "all_gather", "hierarchical_inter_first", "output")


def test_one_group_at_once_of_a_test_is_its_own_load() -> None:
    data = platform({"nics": NODE}, size="3", ranks_per_node=["2", "1"], at_once_per_node="3")
    one(data, "all_gather", "ring", "output")
    case = cases_of(spec(data))["op"]
    assert case.subject.loads["nics"] == pytest.approx(4 / 3)
