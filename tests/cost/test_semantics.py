"""The canonical size and the bandwidths, against the conventions of nccl-tests."""

from __future__ import annotations

import pytest

from estimator.cost.collectives import NAMES
from estimator.cost.semantics import allowed_semantics, busbw_factor, canonical_bytes

S, P = 3.0, 8


@pytest.mark.parametrize(
    ("collective", "given_input", "given_output", "given_shard"),
    [
        ("all_reduce", S, S, None),
        ("all_gather", P * S, S, P * S),
        ("reduce_scatter", S, P * S, P * S),
        ("all_to_all", S, S, P * S),
        ("all_gather_v", P * S, S, P * S),
        ("reduce_scatter_v", S, P * S, P * S),
        ("all_to_all_v", S, S, P * S),
        ("scatter", S, P * S, P * S),
        ("gather", P * S, S, P * S),
        ("p2p", S, S, None),
        ("broadcast", S, S, None),
        ("reduce", S, S, None),
    ],
)
def test_a_tensor_becomes_the_canonical_size(
    collective: str, given_input: float, given_output: float, given_shard: float | None
) -> None:
    assert canonical_bytes(collective, "input", S, P) == given_input
    assert canonical_bytes(collective, "output", S, P) == given_output
    if given_shard is not None:
        assert canonical_bytes(collective, "per_peer_shard", S, P) == given_shard
        return
    with pytest.raises(ValueError, match=f"{collective} has no tensor semantics per_peer_shard; write input or output"):
        canonical_bytes(collective, "per_peer_shard", S, P)


def test_only_single_messages_have_the_semantics_message() -> None:
    assert {name for name in NAMES if "message" in allowed_semantics(name)} == {
        *("p2p", "broadcast", "reduce", "barrier"),
    }
    assert canonical_bytes("broadcast", "message", S, P) == S
    with pytest.raises(ValueError, match="all_reduce has no tensor semantics message"):
        canonical_bytes("all_reduce", "message", S, P)


def test_the_bus_bandwidth_factors_are_those_of_nccl_tests() -> None:
    shared = ("all_gather", "reduce_scatter", "all_to_all", "scatter", "gather")
    expected = dict.fromkeys((*shared, "all_gather_v", "reduce_scatter_v", "all_to_all_v"), 7 / 8)
    expected |= {"all_reduce": 14 / 8, "p2p": 1.0, "broadcast": 1.0, "reduce": 1.0, "barrier": 0.0}
    assert {name: busbw_factor(name, 8) for name in NAMES} == expected
