"""The kit's program by itself: needs nothing of ours, knows who sends what to whom, and sees wrong results."""

from __future__ import annotations

import ast
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.jobs.evidence.kit import program
from estimator.layout.skewed import Skewed
from tests.tools.kit.program import loaded

RUN = loaded()
REDUCED = ["sum", "min", "max", "prod"]


def test_it_is_one_file_of_python_3_9_that_needs_no_module_of_ours() -> None:
    tree = ast.parse(program(), feature_version=(3, 9))
    named = {
        (node.module if isinstance(node, ast.ImportFrom) else node.names[0].name) or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert len(named) > 10
    assert {name.split(".")[0] for name in named} - set(sys.stdlib_module_names) == set()


@given(st.integers(2, 40), st.integers(0, 5), st.integers(0, 10**6), st.floats(1.0, 3.0), st.integers(0, 2**63))
def test_its_rows_are_those_of_the_method(ranks: int, zero: int, elements: int, skew: float, seed: int) -> None:
    made = Skewed(ranks, skew, seed, zero)
    if made.refusal is None:
        rule = {"skew": skew, "seed": seed, "zero_peers": zero}
        assert tuple(RUN.row(ranks, elements, rule)) == made.row(elements)


def test_the_blocks_of_an_exchange_by_hand() -> None:
    """Three ranks, six elements each, all equal: rank 1 gets elements 2 and 3 of everyone."""
    work = {"collective": "all_to_all", "elements": 6}
    assert RUN.traffic(work, 3, 1) == RUN.Traffic(6, 6, ((0, 2, 2), (1, 2, 2), (2, 2, 2)), (2, 2, 2))
    uneven = {"collective": "all_to_all_v", "elements": 16, "matrix": {"skew": 2.0, "seed": 7, "zero_peers": 1}}
    # Every rank sends (0, 8, 3, 5): the worked example of the method.
    assert RUN.traffic(uneven, 4, 1) == RUN.Traffic(16, 32, tuple((rank, 0, 8) for rank in range(4)), (0, 8, 3, 5))
    assert RUN.traffic(uneven, 4, 0).recv == 0


@pytest.mark.parametrize("ranks", [2, 3, 8])
@pytest.mark.parametrize(
    "name",
    [
        *("all_reduce", "all_gather", "all_gather_v", "reduce_scatter", "reduce_scatter_v", "all_to_all"),
        *("all_to_all_v", "broadcast", "reduce", "scatter", "gather", "barrier"),
    ],
)
def test_what_is_received_is_what_the_blocks_say(name: str, ranks: int) -> None:
    work = {"collective": name, "elements": 24 * ranks, "matrix": {"skew": 1.25, "seed": 3, "zero_peers": 0}}
    for me in range(ranks):
        plan = RUN.traffic(work, ranks, me)
        assert sum(count for _, _, count in plan.blocks) == plan.recv
        for source, start, count in plan.blocks:
            held = RUN.traffic(work, ranks, max(source, 0)).send
            assert start >= 0
            assert start + count <= held


def test_a_collective_that_it_does_not_have_is_told() -> None:
    with pytest.raises(RUN.CannotRunError, match="no sort"):
        RUN.traffic({"collective": "sort", "elements": 2}, 2, 0)


def rounded(values: np.ndarray, carrier: str) -> np.ndarray:
    """The values as a type holds them: bf16 by hand, fp16 and fp32 by numpy."""
    if carrier != "bf16":
        return values.astype({"fp16": np.float16, "fp32": np.float32, "fp64": np.float64}[carrier]).astype(np.float64)
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).view(np.float32).astype(np.float64)


def wrong(pattern: Any, carrier: str, source: int, start: int, got: np.ndarray) -> int:
    """What a rank finds wrong in numbers that came from ``source``, or of a reduction where that is -1."""
    library, buffers = RUN.OnMpi.__new__(RUN.OnMpi), RUN.Buffers.__new__(RUN.Buffers)
    library.np = buffers.np = np
    buffers.library, buffers.carrier, buffers.ranks, buffers.in_place = library, carrier, pattern.ranks, False
    buffers.width = RUN.FLOATS[carrier][0] if carrier in RUN.FLOATS else RUN.INTEGERS[carrier]
    name = "all_reduce" if source < 0 else "all_gather"
    buffers.work = {"collective": name, "redop": pattern.redop, "seed": pattern.seed}
    buffers.plan = RUN.Traffic(0, len(got), ((source, start, len(got)),), ())
    buffers.recv = library.buffer(carrier, len(got))
    library.put(buffers.recv, carrier, got)
    found: int = buffers.wrong(pattern.whole)
    return found


@pytest.mark.parametrize("carrier", ["bf16", "fp16", "fp32", "fp64"])
@pytest.mark.parametrize("ranks", [2, 5, 64, 300])
@pytest.mark.parametrize("whole", [True, False])
def test_a_sum_in_any_order_of_a_type_passes_and_a_missing_rank_does_not(carrier: str, ranks: int, whole: bool) -> None:
    pattern = RUN.Pattern(np, carrier, ranks, "sum", 7, whole)
    held = [pattern.values(rank, 0, 1000) for rank in range(ranks)]
    assert all((rounded(one, carrier) == one).all() for one in held), "the type holds what is sent"
    one_by_one, pairs = np.zeros(1000), [*held]
    for one in held:
        one_by_one = rounded(one_by_one + one, carrier)
    while len(pairs) > 1:
        pairs = [rounded(sum(pairs[at : at + 2]), carrier) for at in range(0, len(pairs), 2)]
    allowed = whole or ranks < 2 ** (RUN.FLOATS[carrier][1] - 1)
    if allowed:
        assert wrong(pattern, carrier, -1, 0, one_by_one) == wrong(pattern, carrier, -1, 0, pairs[0]) == 0
    if whole:
        missing = sum(held[1:], np.zeros(1000))
        assert wrong(pattern, carrier, -1, 0, missing) == np.count_nonzero(held[0])
        assert np.count_nonzero(held[0]) > 100


def test_a_sum_of_doubles_may_be_added_in_another_order_than_the_one_it_is_held_against() -> None:
    """Three ranks, last to first: some of 1000 sums differ in their last bit, none is wrong."""
    pattern = RUN.Pattern(np, "fp64", 3, "sum", 7, False)
    one, two, three = (pattern.values(rank, 0, 1000) for rank in range(3))
    assert np.count_nonzero((three + two) + one != (one + two) + three) > 0
    assert wrong(pattern, "fp64", -1, 0, (three + two) + one) == 0
    assert wrong(pattern, "fp64", -1, 0, (one + two) + three) == 0
    assert wrong(pattern, "fp64", -1, 0, (one + two) + three + 1e-14) > 0


@pytest.mark.parametrize("redop", REDUCED)
@pytest.mark.parametrize("carrier", ["int8", "uint16", "int64", "bf16", "fp64"])
@pytest.mark.parametrize("ranks", [2, 7, 100])
def test_reductions_of_whole_numbers_are_exact(redop: str, carrier: str, ranks: int) -> None:
    pattern = RUN.Pattern(np, carrier, ranks, redop, 1)
    held = np.stack([pattern.values(rank, 0, 500) for rank in range(ranks)])
    found = np.asarray(getattr(held, redop)(axis=0))
    assert wrong(pattern, carrier, -1, 0, found) == 0
    assert found.max() < 2 ** (RUN.FLOATS[carrier][1] if carrier in RUN.FLOATS else 8 * RUN.INTEGERS[carrier] - 1) + 1
    other = found.copy()
    other[3] += 1
    assert wrong(pattern, carrier, -1, 0, other) == 1


@given(st.integers(0, 10**6), st.integers(1, 400), st.integers(0, 7), st.integers(1, 2000))
def test_a_block_that_was_moved_or_sent_by_another_is_seen(start: int, count: int, rank: int, shift: int) -> None:
    pattern = RUN.Pattern(np, "int32", 8, None, 7)
    right = pattern.values(rank, start, start + count)
    assert wrong(pattern, "int32", rank, start, right) == 0
    moved = wrong(pattern, "int32", rank, start, pattern.values(rank, start + shift, start + shift + count))
    assert moved > 0 or count < 10
    assert wrong(pattern, "int32", (rank + 1) % 8, start, right) == count


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0])
def test_what_is_no_sum_at_all_is_wrong(value: float) -> None:
    pattern = RUN.Pattern(np, "fp32", 4, "sum", 7)
    found = sum(pattern.values(rank, 0, 100) for rank in range(4)).astype(float)
    found[17] = value
    assert wrong(pattern, "fp32", -1, 0, found) == 1


def test_a_buffer_longer_than_the_pattern_is_filled_place_by_place() -> None:
    """The hash comes again after 2^23 places; elements around and beyond that are what the rule says of them."""
    library = RUN.OnMpi.__new__(RUN.OnMpi)
    library.np, library.rank = np, 2
    library.operation = lambda *_: None
    work = {"collective": "broadcast", "carrier": "uint8", "redop": None, "elements": 2**24 + 3, "seed": 7}
    buffers = RUN.Buffers(library, np, None, [2, 3], work | {"in_place": False})
    buffers.fill()
    for start in (0, 2**22 - 2, 2**23 - 2, 2**24 - 1):
        held = buffers.send[start : start + 4]
        assert held.tolist() == buffers.pattern(True).values(0, start, start + len(held)).tolist()


def test_ranks_of_the_plan_go_to_the_nodes_that_were_started_in_order() -> None:
    """Hosts 3 and 5 of the plan are the first two that were started; its device 1 is their second process."""
    nodes = RUN.Nodes(["a", "a", "b", "b"], None)
    assert nodes.placed([[25, 41]], 8) == {25: 1, 41: 3}
    assert nodes.spread([1, 3]) == "a:0-0 b:1-1"
    with pytest.raises(RUN.CannotRunError, match="needs 3 nodes, and 2 were started"):
        nodes.placed([[0, 8, 16]], 8)
    with pytest.raises(RUN.CannotRunError, match="needs 3 ranks on a node, and one has 2"):
        nodes.placed([[2]], 8)


def test_processes_of_one_host_can_be_counted_as_nodes() -> None:
    nodes = RUN.Nodes(["a"] * 4, 2)
    assert nodes.placed([[0, 1, 8, 9]], 8) == {0: 0, 1: 1, 8: 2, 9: 3}
    assert nodes.spread([0, 1, 2, 3]) == "a/0:0-1 a/1:2-3"


def test_a_slow_rank_is_named() -> None:
    steady, slow = [1e-5] * 10, [2e-5] * 10
    record = {"times": [steady, steady, slow, steady], "members": [[4, 5], [6, 7]], "collective": "all_reduce"}
    assert RUN.slow_rank(record | {"collective": "p2p"}) is None
    assert RUN.slow_rank(record) == "process 6 takes 2.0 times as long as the others"
    assert RUN.slow_rank(record | {"times": [steady] * 4}) is None
