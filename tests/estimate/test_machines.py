"""Machines as people buy them: each case once too fast or refused, against a sum by hand or a published figure."""

from __future__ import annotations

import pytest

from estimator.cost.semantics import busbw_factor
from estimator.errors import SpecError
from tests.estimate.machines import estimated, moving

MESH = """
ranks_per_node: 8
nodes: 1
paths:
  hccs: {location: intra_node, wiring: mesh, link: {rate: 392 GB/s, per: rank, ports: 7, from: guess},
    exclusive: {alpha: 5 us, bandwidth: 392 GB/s, per: rank, messages: 0 us, from: guess}}
"""
ALL = "{size: 8, ranks_per_node: 8, levels: [hccs]}"


@pytest.mark.parametrize(
    ("collective", "algorithm", "seconds"),
    [
        # seven links of 56 GB/s: a round's one peer takes 125 MB / 56 GB/s
        ("all_to_all", "pairwise", 7 * (5e-6 + 125e6 / 56e9)),
        # 14 rounds of 125 MB, one link at a time
        ("all_reduce", "ring", 14 * (5e-6 + 125e6 / 56e9)),
        # all seven links at once, twice
        ("all_reduce", "full_mesh", 2 * (5e-6 + 125e6 / 56e9)),
    ],
)
def test_one_peer_of_a_mesh_has_one_link(collective: str, algorithm: str, seconds: float) -> None:
    found = estimated(MESH, ALL, moving(collective, "1 GB", algorithm))
    assert found.time == pytest.approx((seconds, seconds), rel=1e-9)


def test_a_message_between_two_cards_of_a_mesh_takes_one_link() -> None:
    two = "{size: 2, ranks_per_node: 2, at_once_per_node: 4, levels: [hccs]}"
    found = estimated(MESH, two, moving("p2p", "1 GB", "direct"))
    assert found.time == pytest.approx([5e-6 + 1e9 / 56e9] * 2, rel=1e-9)  # 17.9 ms


def test_the_bound_of_a_border_says_what_must_cross_it_and_what_it_carries() -> None:
    """Of 1 GB on eight cards each must send 1.75 GB by its seven links; an arc of a torus has two ends a ring."""
    found = estimated(MESH, ALL, moving("all_reduce", "1 GB", "full_mesh")).bound
    assert found.border == "rank"
    assert (found.bytes, found.rate) == pytest.approx((1.75e9, 392e9), rel=1e-9)
    exchange = estimated(TORUS, "{shape: [8, 8]}", moving("all_to_all", "1 GB", "direct")).bound
    # Four of eight columns, 32 ranks, send half of their GB each; sixteen links leave them a way.
    assert (exchange.arc, exchange.bytes, exchange.rate) == pytest.approx((4, 16e9, 16 * 45e9), rel=1e-9)


EIGHT = """
ranks_per_node: 8
nodes: 8
paths:
  nv: {location: intra_node, exclusive: {alpha: 3 us, bandwidth: 450 GB/s, per: rank, messages: 0 us, from: guess}}
  ib: {location: inter_node, exclusive: {alpha: 5 us, bandwidth: 50 GB/s, per: rank, messages: 0 us, from: guess}}
"""


@pytest.mark.parametrize(("nodes", "busbw"), [(2, 93.75e9), (4, 64.583e9), (8, 56.25e9)])
def test_sent_straight_to_every_peer_an_exchange_has_the_published_bandwidth(nodes: int, busbw: float) -> None:
    group = f"{{size: {8 * nodes}, ranks_per_node: 8, levels: [nv, ib]}}"
    found = estimated(EIGHT, group, moving("all_to_all", "16 GiB", "full_mesh"))
    assert found.busbw.conservative == pytest.approx(busbw, rel=1e-3)


def test_direct_and_ring_take_the_same_on_a_switch() -> None:
    platform = """
    ranks_per_node: 8
    nodes: 1
    paths: {sw: {location: intra_node, exclusive: {alpha: 10 ns, bandwidth: 50 GB/s, per: rank, from: guess}}}
    """
    group = "{size: 8, ranks_per_node: 8, levels: [sw]}"
    for algorithm in ("full_mesh", "direct", "ring"):
        found = estimated(platform, group, moving("all_reduce", "100 MB", algorithm))
        assert found.time.conservative == pytest.approx(3.5e-3, rel=1e-4), algorithm


H100 = """
ranks_per_node: 8
nodes: 2
paths:
  nv: {location: intra_node, exclusive: {alpha: 1 us, bandwidth: 410 GB/s, per: rank, from: guess}}
  ib: {location: inter_node, link: {rate: 400 Gbit/s, per: rank, from: guess},
    exclusive: {alpha: 3 us, bandwidth: 392 Gbit/s, per: rank, from: guess}}
"""


def test_two_nodes_reduce_at_the_rate_of_all_their_nics() -> None:
    """Published: a ring on every NIC 8 x 49 = 392 GB/s of bus bandwidth, at best about 470; trees on all NICs."""
    group = "{size: 16, ranks_per_node: 8, levels: [nv, ib]}"
    for algorithm in ("multi_ring", "{name: ring, channels: all}"):
        found = estimated(H100, group, moving("all_reduce", "8 GiB", algorithm))
        assert found.busbw.conservative == pytest.approx(392e9, rel=0.005)
    found = estimated(H100, group, moving("all_reduce", "8 GiB", "hierarchical_rs_ar_ag"))
    assert found.busbw.optimistic == pytest.approx(410e9 * busbw_factor("all_reduce", 16) / 1.75, rel=0.01)  # 439 GB/s
    tree = estimated(H100, group, moving("all_reduce", "8 GiB", "{name: double_binary_tree, channels: all}"))
    assert 200e9 < tree.busbw.conservative < 400e9
    alone = "{size: 2, ranks_per_node: 1, levels: [ib]}"
    assert estimated(H100, alone, moving("p2p", "8 GiB", "direct")).algbw.conservative == pytest.approx(49e9, rel=1e-3)


@pytest.mark.parametrize(("ranks", "busbw"), [(4, 45e9), (8, 90e9)])
def test_a_ring_on_every_nic_has_the_rate_of_the_nics(ranks: int, busbw: float) -> None:
    platform = """
    ranks_per_node: 8
    nodes: 4
    paths:
      nv: {location: intra_node, exclusive: {alpha: 3 us, bandwidth: 230 GB/s, per: rank, from: guess}}
      ib: {location: inter_node, link: {rate: 100 Gbit/s, per: rank, from: guess},
        exclusive: {alpha: 5 us, bandwidth: 11.25 GB/s, per: rank, from: guess}}
    """
    group = f"{{size: {4 * ranks}, ranks_per_node: {ranks}, levels: [nv, ib]}}"
    every = estimated(platform, group, moving("all_reduce", "256 MB", "{name: ring, channels: all}"))
    assert every.busbw.conservative == pytest.approx(busbw, rel=0.06)
    single = estimated(platform, group, moving("all_reduce", "256 MB", "ring"))
    assert single.busbw.conservative == pytest.approx(11.25e9, rel=0.02)


NODE_RATE = """
ranks_per_node: 8
nodes: 64
paths:
  nv: {location: intra_node, exclusive: {alpha: 5 us, bandwidth: 360 GB/s, per: rank, from: guess}}
  ib: {location: inter_node, link: {rate: 400 Gbit/s, per: rank, from: guess},
    exclusive: {alpha: 10 us, bandwidth: 360 GB/s, per: node, from: guess}}
"""


def test_no_rank_is_faster_than_its_own_nic() -> None:
    """360 GB/s a node over eight NICs of 50 GB/s: 45 GB/s a rank, and one ring has one rank that crosses."""
    group = "{size: 64, ranks_per_node: 8, levels: [nv, ib]}"
    found = estimated(NODE_RATE, group, moving("all_reduce", "1 GiB", "ring"))
    assert found.time.conservative == pytest.approx(126 * 10e-6 + 2 * 63 / 64 * 2**30 / 45e9, rel=1e-9)  # 48.2 ms


def test_a_flat_ring_takes_the_pace_of_a_slower_path_inside() -> None:
    platform = """
    ranks_per_node: 8
    nodes: 4
    paths:
      pcie: {location: intra_node, exclusive: {alpha: 5 us, bandwidth: 24 GB/s, per: rank, from: guess}}
      nics: {location: inter_node, link: {rate: 1600 Gbit/s, per: node, from: guess},
        exclusive: {alpha: 10 us, bandwidth: 180 GB/s, per: node, from: guess}}
    """
    group = "{size: 32, ranks_per_node: 8, levels: [pcie, nics]}"
    found = estimated(platform, group, moving("all_reduce", "1 GiB", "ring"))
    # every round the slower of 5 us + n/32 over 24 GB/s inside and 10 us + n/32 over 180 GB/s between nodes
    assert found.time.conservative == pytest.approx(62 * (5e-6 + 2**30 / 32 / 24e9), rel=1e-9)
    assert found.time.optimistic >= 2 * 31 / 32 * 2**30 / 24e9


def test_other_operations_share_the_border_of_a_node() -> None:
    platform = """
    ranks_per_node: 8
    nodes: 8
    paths:
      nv: {location: intra_node, exclusive: {alpha: 5 us, bandwidth: 360 GB/s, per: rank, from: guess},
        multi_group: {alpha: 5 us, bandwidth: 360 GB/s, per: rank, from: guess}}
      nic: {location: inter_node, exclusive: {alpha: 10 us, bandwidth: 50 GB/s, per: node, from: guess},
        multi_group: {alpha: 10 us, bandwidth: 50 GB/s, per: node, from: guess}}
    """
    group = "{size: 8, ranks_per_node: 1, at_once_per_node: 8, levels: [nic]}"
    group += ", e: {size: 64, ranks_per_node: 8, levels: [nv, nic]}"
    other = "tensor: {bytes: 64 MiB, semantics: input}, algorithm: pairwise, condition: [multi_group]}"
    more = f"b: {{collective: all_to_all, group: e, {other}"

    def seconds(**fields: str) -> float:
        own = moving("all_reduce", "64 MiB", "ring", condition="[multi_group]", **fields)
        return estimated(platform, group, f"{own}, {more}").time.conservative

    rounds, volume = 14 * 10e-6, 1.75 * 2**26
    # eight groups share 50 GB/s; with one other operation twice as many bytes are under way
    assert seconds() == pytest.approx(rounds + volume * 8 / 50e9, rel=1e-9)
    assert seconds(at_once_with="[b]") == pytest.approx(rounds + volume * 16 / 50e9, rel=1e-9)


def test_one_copy_a_rank_is_fewer_inside_one_node_too() -> None:
    """256 experts on eight ranks, top 8: 1 - C(224, 8) / C(256, 8) = 0.66171 of the ranks get a token."""
    tensor = "{shape: [4096, 8, 7168], dtype: fp8_e4m3, scale: {bytes: 4, per: 128}, semantics: input}"
    operation = f"{{collective: all_to_all_v, group: g, tensor: {tensor}, algorithm: pairwise, copies: per_rank}}"
    group = "{size: 8, ranks_per_node: 8, levels: [nv]}"
    found = estimated(NODE_RATE, group, operation, "moe: {experts: 256, top_k: 8}")
    assert found.time.conservative == pytest.approx(424.6e-6, rel=2e-4)


def test_a_message_rate_of_a_node_is_divided_by_its_senders() -> None:
    platform = """
    ranks_per_node: 8
    nodes: 4
    paths:
      up: {location: intra_node, exclusive: {alpha: 5 us, bandwidth: 170 GB/s, per: rank, from: guess}}
      out: {location: inter_node,
        exclusive: {alpha: 10 us, bandwidth: 300 GB/s, per: node, message_rate: 1 Mmsg/s, from: guess}}
    """
    group = "{size: 32, ranks_per_node: 8, levels: [up, out]}"
    found = estimated(platform, group, moving("all_to_all", "64 KiB", "pairwise"))
    assert found.time.conservative == pytest.approx(31 * (10e-6 + 8e-6), rel=1e-3)  # 558 us, before any knee


@pytest.mark.parametrize("said", ["messages: 2 us", "message_rate: 0.5 Mmsg/s"])
def test_a_start_up_of_each_message_and_its_rate_are_each_others_inverse(said: str) -> None:
    """Fifteen peers at 2 us each: 30 us beside the 9.8 us that 15/16 of 1 MiB take at 100 GB/s."""
    one = f"{{location: intra_node, exclusive: {{alpha: 5 us, bandwidth: 100 GB/s, per: rank, {said}, from: guess}}}}"
    platform = f"ranks_per_node: 16\nnodes: 1\npaths:\n  sw: {one}\n"
    found = estimated(platform, "{size: 16, ranks_per_node: 16, levels: [sw]}", moving("all_to_all", "1 MiB", "direct"))
    assert found.time.conservative == pytest.approx(5e-6 + 15 * 2e-6, rel=1e-9)


TORUS = """
ranks_per_host: 4
levels:
  - {name: x, ranks: 8, path: ici}
  - {name: y, ranks: 64, path: ici}
  - {name: z, ranks: 512, path: ici}
paths:
  ici: {wiring: ring, exclusive: {alpha: 1 us, bandwidth: 90 GB/s, per: rank, from: guess}}
"""


def test_a_torus_uses_its_axes_at_once_at_the_optimistic_end() -> None:
    """Two axes of 90 GB/s, both links of each: 2 * 63/64 of 1 GiB over 180 GB/s is 11.74 ms; one after the other 21."""
    found = estimated(TORUS, "{shape: [8, 8]}", moving("all_reduce", "1 GiB", "{name: torus_ring, channels: all}"))
    assert found.time.optimistic == pytest.approx(2 * 63 / 64 * 2**30 / 180e9, rel=0.01)
    assert found.time.conservative == pytest.approx(2 * 63 / 64 * 2**30 / 90e9, rel=0.01)
    cube = estimated(TORUS, "{shape: [8, 8, 8]}", moving("all_reduce", "1 GiB", "{name: torus_ring, channels: all}"))
    assert cube.time.optimistic == pytest.approx(2 * 511 / 512 * 2**30 / 270e9, rel=0.02)


def test_a_torus_of_nodes_that_hold_different_numbers_is_refused() -> None:
    with pytest.raises(SpecError) as caught:
        estimated(EIGHT, "{size: 8, ranks_per_node: [6, 2], levels: [nv, ib]}",
                  moving("all_reduce", "1 GiB", "{name: torus_ring, dims: 2x4}"))  # fmt: skip
    (problem,) = caught.value.problems
    assert problem.path == ("operations", "o", "algorithm")
    assert "torus_ring cannot run on group g: it needs as many ranks in every unit, and they hold 6, 2" in str(problem)


FOUR_LEVELS = """
ranks_per_host: 16
levels:
  - {name: package, ranks: 2, path: sio}
  - {name: server, ranks: 16, path: hccs}
  - {name: pod, ranks: 64, path: l2}
  - {name: cluster, ranks: 128, path: roce}
paths:
  sio: {exclusive: {alpha: 1 us, bandwidth: 224 GB/s, per: rank, from: guess}}
  hccs: {exclusive: {alpha: 2 us, bandwidth: 180 GB/s, per: rank, from: guess}}
  l2: {exclusive: {alpha: 3 us, bandwidth: 150 GB/s, per: rank, from: guess}}
  roce: {exclusive: {alpha: 8 us, bandwidth: 25 GB/s, per: rank, from: guess}}
"""


def test_four_levels_have_each_its_own_rate() -> None:
    """Dies, servers, pods, cluster: 2, 8, 4 and 2 units; ReduceScatter up, AllReduce on top, AllGather down."""
    found = estimated(FOUR_LEVELS, "{shape: [2, 8, 4, 2]}", moving("all_reduce", "1 GiB", "hierarchical_rs_ar_ag"))
    n = 2**30
    steps = [
        (1e-6 * 1, n / 2 / 224e9),
        (2e-6 * 7, n / 2 * 7 / 8 / 180e9),
        (3e-6 * 3, n / 16 * 3 / 4 / 150e9),
        (8e-6 * 1, n / 64 / 2 / 25e9),
    ]
    assert found.time.conservative == pytest.approx(2 * sum(a + b for a, b in steps), rel=1e-9)
    # at once: all start-ups, and the busiest level over the whole call
    assert found.time.optimistic == pytest.approx(2 * (sum(a for a, _ in steps) + max(b for _, b in steps)), rel=1e-9)
    assert found.paths == {"package": "sio", "server": "hccs", "pod": "l2", "cluster": "roce"}


def test_what_crosses_the_sockets_of_a_box_shares_a_link() -> None:
    platform = """
    ranks_per_node: 8
    nodes: 1
    paths: {pcie: {location: intra_node, exclusive: {alpha: 5 us, bandwidth: 50 GB/s, per: rank, from: guess}}}
    cuts: {sockets: {boundary: {ranks: 4}, exclusive: {bandwidth: 28 GB/s}, from: guess}}
    """
    group = "{size: 8, ranks_per_node: 8, levels: [pcie]}"
    ring = estimated(platform, group, moving("all_reduce", "8 GB", "ring"))
    assert ring.bound.cut == "sockets"
    assert ring.bound.seconds == pytest.approx(8e9 / 28e9)
    # each half sends four blocks of n/8 to each of the four cards of the other half: 2 n in all
    exchange = estimated(platform, group, moving("all_to_all", "1 GB", "pairwise"))
    assert exchange.bound.seconds == pytest.approx(2e9 / 28e9)
    assert exchange.time.optimistic >= exchange.bound.seconds


def test_a_box_of_two_sockets_said_in_levels_shares_the_link_round_by_round() -> None:
    platform = """
    ranks_per_host: 8
    levels: [{name: switch, ranks: 4, path: pcie}, {name: box, ranks: 8, path: upi}]
    paths:
      pcie: {exclusive: {alpha: 5 us, bandwidth: 50 GB/s, per: rank, from: guess}}
      upi: {through: pcie, exclusive: {alpha: 8 us, bandwidth: 28 GB/s, per: switch, from: guess}}
    """
    found = estimated(platform, "{shape: [4, 2]}", moving("all_to_all", "1 GB", "pairwise"))
    # rotations by 1 ... 7: of each half 1, 2, 3, 4, 3, 2, 1 blocks of 125 MB cross at 28 GB/s
    crossing = [1, 2, 3, 4, 3, 2, 1]
    assert found.time.conservative == pytest.approx(sum(8e-6 + k * 125e6 / 28e9 for k in crossing), rel=1e-9)
