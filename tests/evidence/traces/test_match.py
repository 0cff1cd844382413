"""Operations that only the ranks of their groups tell apart: as many, as many bytes, other nodes."""

import pytest

from estimator.estimate.table import estimate
from estimator.evidence.traces.compare import compared
from estimator.evidence.traces.result import TracesCompared
from estimator.spec.load import load_text
from tests.evidence.traces.test_drawn import HEAD
from tests.evidence.traces.written import together

SPEC = (
    HEAD
    + """
groups:
  near: {size: 8, ranks_per_node: 8, levels: [link]}
  far: {size: 8, ranks_per_node: 1, levels: [net]}
operations:
  inside: {collective: all_reduce, group: near, tensor: {bytes: 1 MiB, semantics: input}, algorithm: ring,
    condition: [exclusive], per_step: 1}
  across: {collective: all_reduce, group: far, tensor: {bytes: 1 MiB, semantics: input}, algorithm: ring,
    condition: [exclusive], per_step: 1}
"""
)
NEAR, FAR = "[8, 9, 10, 11, 12, 13, 14, 15]", "[1, 9, 17, 25, 33, 41, 49, 57]"


def seen(*ranks: str, elements: int = 2**19) -> TracesCompared:
    args = {"Collective name": "allreduce", "In msg nelems": elements, "Out msg nelems": elements, "dtype": "Half"}
    args |= {"Group size": 8, "Process Group Name": "3", "device": 0}
    kernel = {"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f16_RING_LL", "dur": 90}
    events = [kernel | {"ts": 100 * at, "args": args | {"Process Group Ranks": one}} for at, one in enumerate(ranks)]
    spec = load_text(SPEC).spec
    return compared(spec, estimate(spec), together({"traceEvents": events, "distributedInfo": {"rank": 9}}))


def test_the_nodes_of_the_ranks_tell_two_groups_of_one_size_apart() -> None:
    found = seen(NEAR, FAR, FAR)
    assert {name: one.all.calls for name, one in found.operations.items()} == {"inside": 1, "across": 2}
    assert (found.notes, found.never) == ((), ())


@pytest.mark.parametrize("elements", [2**19, 2**19 + 1000])
def test_where_no_trace_names_the_ranks_it_is_said_that_they_cannot_be_told_apart(elements: int) -> None:
    found = seen("", "", elements=elements)
    assert {name: one.all.calls for name, one in found.operations.items()} == {"inside": 2}
    assert found.notes == (
        "calls of inside may be of across: they move as much, and no trace tells which ranks take part",
    )


def test_a_long_list_of_ranks_is_cut_and_still_tells_the_nodes() -> None:
    """PyTorch writes thirty ranks of a longer list, and dots."""
    found = seen("[8, 9, 10, 11, 12, 13, 14, 15, ...]")
    assert list(found.operations) == ["inside"]


def test_a_send_whose_other_end_is_unknown_counts_at_both_ends() -> None:
    hand = "tensor: {bytes: 28000 B, semantics: input}, algorithm: direct, condition: [exclusive]"
    spec = load_text(f"{SPEC}  hand: {{collective: p2p, group: near, {hand}}}\n").spec
    said = {"Input Dims": [[7000]], "Input type": ["float"]}
    event = {"ph": "X", "cat": "user_annotation", "ts": 5, "dur": 30, "args": said}
    ranks = (
        {"traceEvents": [event | {"name": name}], "distributedInfo": {"rank": rank}}
        for rank, name in enumerate(("gloo:send", "gloo:recv"))
    )
    found = compared(spec, estimate(spec), together(*ranks))
    assert found.operations["hand"].all.calls == 2
    assert found.notes == ("2 calls of a P2P whose other end no trace tells: a send and its receive count apart",)
