"""The supernode: bytes of inference from the shape of the model, and both ends of four operations summed by hand.

Dispatch in INT8 with one scale of 4 bytes a token: 7172 B; combine in BF16: 14,336 B. A rank is a die.
"""

from math import comb, sqrt

import pytest

from estimator.estimate.result import OperationEstimate
from tests.examples.opened import worked

TABLE = worked("supernode").table
SPEC = worked("supernode").opened.spec
TOKENS = 64 * 2
"""Tokens that a die takes to the experts in a decode step: 64 sequences, each with its next token and a draft."""
DECODE = TOKENS * 8 * 7172
COMBINE = TOKENS * 8 * 14336
PREFILL = 4096 * 8 * 7172
"""Two prompts of 4096 tokens, shared out over the two dies of a package."""
KEYS = 61 * 4096 * 576 * 2
COPIES = 32 * (1 - comb(248, 8) / comb(256, 8)) / 8
"""Copies over those per expert: 8 of 256 experts lie on 7.27 of 32 dies with eight experts each."""


def operation(name: str) -> OperationEstimate:
    return TABLE.operations[name]


def ends(name: str) -> tuple[float, float]:
    found = operation(name)
    return found.optimistic.total_s, found.conservative.total_s


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [
        ("decode_dispatch", DECODE, 58),
        ("decode_combine", COMBINE, 58),
        ("prefill_dispatch", PREFILL, 58),
        ("prefill_combine", 4096 * 8 * 14336, 58),
        ("prefill_tp_sum", 8192 * 7168 * 2, 61 + 61),  # attention, and shared expert or dense part
        ("kv_transfer", KEYS, 64 * 2 / 1024),  # a sequence leaves after 1024 tokens, two a step
    ],
)
def test_an_operation_moves_the_bytes_of_the_model(name: str, size: int, count: float) -> None:
    assert operation(name).size.n == size
    assert operation(name).step.count == count


def test_groups_lie_on_packages_hosts_and_supernodes() -> None:
    shapes = {name: (group.size, group.most_ranks_per_node, group.nodes) for name, group in SPEC.groups.items()}
    assert shapes == {
        "decode_ep": (256, 16, 16),
        "prefill_ep": (32, 16, 2),
        "prefill_tp": (2, 2, 1),
        "kv_pair": (2, 1, 2),
    }


@pytest.mark.parametrize(("name", "n"), [("decode_dispatch", DECODE), ("decode_combine", COMBINE)])
def test_the_decode_exchange_is_bound_by_the_bus_of_a_die_and_by_that_of_its_host(name: str, n: int) -> None:
    # T0 7.2 us, 2.5 us over two layers of switches; 254 of 256 blocks leave by the die's port of 148 GB/s.
    optimistic = 7.2e-6 + 2.5e-6 + n * 254 / 256 / 148e9
    # T0 43.5 us, 5.3 us; skew 1.5: of 16 dies 240 of 256 blocks leave the host by 16 * 92 GB/s; knee 1.3 sqrt(A X).
    moved = 1.5 * 16 * n * 240 / 256 / 1472e9
    conservative = 43.5e-6 + 5.3e-6 + moved + 1.3 * sqrt(5.3e-6 * moved)
    assert ends(name) == pytest.approx((optimistic, conservative), rel=1e-9)


@pytest.mark.parametrize(("name", "row"), [("prefill_dispatch", 7172), ("prefill_combine", 14336)])
def test_the_prefill_exchange_sends_a_copy_per_die_and_is_bound_by_its_port(name: str, row: int) -> None:
    # 30 of 32 dies lie in other packages; the host's border, 16 * 16/32 at 16 * 143 GB/s, is the faster of the two.
    copied = 4096 * 8 * row * COPIES
    optimistic = 7.2e-6 + 2.5e-6 + copied * 30 / 32 / 148e9
    moved = copied * 30 / 32 / 106e9
    conservative = 43.5e-6 + 5.3e-6 + moved + 1.3 * sqrt(5.3e-6 * moved)
    assert ends(name) == pytest.approx((optimistic, conservative), rel=1e-9)


def test_two_dies_reduce_over_the_link_between_them() -> None:
    # Two rounds of n/2 at 0.83 and 0.54 of 270 GB/s, half of n added; T0 6 and 19 us.
    n = 8192 * 7168 * 2
    optimistic = 6e-6 + 2 * 0.218e-6 + n / (0.83 * 270e9) + n / 2 / 533e9
    moved = n / (0.54 * 270e9) + n / 2 / 267e9
    conservative = 19e-6 + 2 * 0.93e-6 + moved + 1.3 * sqrt(2 * 0.93e-6 * moved)
    assert ends("prefill_tp_sum") == pytest.approx((optimistic, conservative), rel=1e-9)


def test_keys_and_values_leave_by_the_port_of_one_die() -> None:
    # 200 Gbit/s = 25 GB/s at 0.905 and 0.80.
    moved = KEYS / 20e9
    optimistic = 6e-6 + 2.8e-6 + KEYS / 22.625e9
    conservative = 19e-6 + 5.6e-6 + moved + 1.3 * sqrt(5.6e-6 * moved)
    assert ends("kv_transfer") == pytest.approx((optimistic, conservative), rel=1e-9)


def test_a_transfer_uses_the_path_it_takes_and_not_that_of_the_level_whose_cut_it_crosses() -> None:
    assert dict(operation("kv_transfer").paths) == {"cluster": "rdma"}
    assert operation("kv_transfer").bound.cut == "host_uplinks" or operation("kv_transfer").bound.border == "host"


def test_a_die_on_the_port_of_its_neighbour_needs_twice_the_time() -> None:
    cells = worked("supernode").expanded["SN-KV-01"].criteria
    limits = {(cell.n, cell.condition): cell.limit for cell in cells if cell.n == 2**28}
    plain, lost = limits[2**28, "exclusive"], limits[2**28, "port_lost"]
    assert plain is not None
    assert lost is not None
    assert lost / plain == pytest.approx(2.0, rel=0.02)
