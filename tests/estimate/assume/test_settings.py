"""What each end assumes, worked out by hand: skew of nodes, padding, rates of a node, parameters of single cases."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.estimate.result import OperationEstimate
from estimator.estimate.table import estimate
from tests.estimate.worked import GRADIENT, gradient, scale_out, spec, spec_data

N = 4096 * 8 * 8192 + 4 * 4096 * 8 * 8192 // 128  # the dispatch: FP8 elements and their scales


def dispatch(**fields: Any) -> OperationEstimate:
    """The dispatch over 8 nodes of 8 ranks without knee and surroundings, through 160 GB/s a node under load."""
    data = spec_data()
    data["platform"]["knee"]["k"] = "0"
    data["platform"]["cuts"] = {
        "node_nics": {
            "boundary": "node",
            "exclusive": {"bandwidth": "384 GB/s"},
            "loaded": {"bandwidth": "160 GB/s"},
        }
    }
    data["operations"]["moe_dispatch"].pop("around")
    return estimate(spec(data, moe_dispatch=fields)).operations["moe_dispatch"]


def test_the_skew_of_nodes_loads_the_cut_and_that_of_ranks_the_paths() -> None:
    found = dispatch(node_skew=["1.1", "1.4"])
    # Seven rounds inside at 3 us and across at 8 us; overlapped, the cut of 384 GB/s is the slowest.
    assert found.optimistic.total_s == pytest.approx(77e-6 + 1.1 * 7 * N / 384e9, rel=1e-12)
    # In sequence at the worse condition: 9 us and 150 GB/s inside at a skew of 1.5, 30 us across, T0 of 12 us.
    inside = 63e-6 + 1.5 * 7 / 8 * N / 150e9
    assert found.conservative.total_s == pytest.approx(12e-6 + inside + 210e-6 + 1.4 * 7 * N / 160e9, rel=1e-12)
    assert found.loaded_cut_s == pytest.approx(1.4 * 7 * N / 160e9, rel=1e-12)


def test_padding_replaces_the_skew_of_ranks_and_of_nodes() -> None:
    found = dispatch(node_skew=["1.1", "1.4"], padding=["1", "2"])
    inside = 63e-6 + 2 * 7 / 8 * N / 150e9
    assert found.conservative.total_s == pytest.approx(12e-6 + inside + 210e-6 + 2 * 7 * N / 160e9, rel=1e-12)


def test_groups_at_once_share_a_rate_given_for_a_node() -> None:
    found = gradient(scale_out(exclusive={"alpha": "8 us", "bandwidth": "400 GB/s", "per": "node"}))
    share = 7 / 8 * GRADIENT
    assert found.optimistic.total_s == pytest.approx(56e-6 + share / 50e9 + share / 1.6e12, rel=1e-12)


LEAST, MORE = {"collective": "reduce_scatter"}, {"collective": "reduce_scatter", "algorithm": "ring"}
ALGORITHM, CONDITION = {"algorithm": "ring"}, {"condition": "exclusive"}
SIZES = {"sizes": "1 MiB .. 1 TiB"}


@pytest.mark.parametrize(
    ("loser", "winner"), [(LEAST, MORE), (LEAST, ALGORITHM), (ALGORITHM, CONDITION), (CONDITION, SIZES)]
)
@pytest.mark.parametrize("order", [1, -1])
def test_the_most_specific_parameters_win_wherever_they_stand(
    loser: dict[str, str], winner: dict[str, str], order: int
) -> None:
    shared = {"bandwidth": "40 GB/s", "per": "rank"}
    only = [{**loser, **shared, "alpha": "20 us"}, {**winner, **shared, "alpha": "30 us"}]
    assert gradient(scale_out(only=only[::order])).optimistic.startup_s == pytest.approx(7 * 30e-6, rel=1e-12)


def test_of_parameters_equally_specific_the_first_win() -> None:
    shared = {**LEAST, "bandwidth": "40 GB/s", "per": "rank"}
    only = [{**shared, "alpha": "20 us"}, {**shared, "alpha": "30 us"}]
    assert gradient(scale_out(only=only)).optimistic.startup_s == pytest.approx(7 * 20e-6, rel=1e-12)


def test_a_condition_without_a_message_rate_has_that_of_exclusive() -> None:
    exclusive = {"alpha": "8 us", "bandwidth": "48 GB/s", "per": "rank", "message_rate": "10 msg/s"}
    found = gradient(scale_out(exclusive=exclusive), condition="multi_group")
    # Seven messages at ten a second outweigh 0.49 s of transfer.
    reduced = 7 / 8 * GRADIENT / 800e9
    assert found.conservative.total_s == pytest.approx(12e-6 + 7 * 20e-6 + 0.7 + reduced, rel=1e-12)


def test_a_launch_time_of_one_collective_replaces_the_platforms() -> None:
    launch = {"time": "12 us", "per_collective": {"reduce_scatter": {"time": ["3 us", "5 us"]}}}
    found = gradient({"launch": launch})
    assert (found.optimistic.launch_s, found.conservative.launch_s) == (3e-6, 5e-6)


def test_the_shares_of_a_time_are_those_of_the_sources_of_its_numbers() -> None:
    exclusive = {"alpha": "10 us", "bandwidth": "43 GB/s", "per": "rank", "from": "sheet"}
    found = gradient(scale_out(exclusive=exclusive) | {"reduce": {"bandwidth": "800 GB/s", "from": "bench"}})
    share = 7 / 8 * GRADIENT
    parts = {"datasheet": 70e-6 + share / 43e9, "measured": share / 800e9, "assumed": 12e-6}
    total = sum(parts.values())
    assert found.basis_shares == pytest.approx({basis: part / total for basis, part in parts.items()}, rel=1e-12)


def test_a_mesh_deals_its_ports_evenly_to_its_peers() -> None:
    data = spec_data()
    data["platform"] |= {"cuts": {}, "knee": {"k": "0"}}
    data["platform"]["paths"]["scale_up"] |= {
        "wiring": "mesh",
        "link": {"rate": "224 GB/s", "per": "rank", "ports": "15"},
        "exclusive": {"alpha": "3 us", "bandwidth": "210 GB/s", "per": "rank", "messages": "0 us"},
    }
    data["groups"]["node"] = {"size": "8", "ranks_per_node": "8", "levels": ["scale_up"]}
    data["operations"] = {
        "exchange": {
            "collective": "all_to_all",
            "group": "node",
            "tensor": {"bytes": "80 MB", "semantics": "input"},
            "algorithm": "full_mesh",
        }
    }
    # Fifteen ports to seven peers: two each, one is idle. A link is 2/15 of 210 GB/s and carries 10 MB.
    found = estimate(spec(data)).operations["exchange"]
    assert found.optimistic.total_s == pytest.approx(3e-6 + 10e6 / 28e9, rel=1e-12)
