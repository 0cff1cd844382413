"""A barrier has no tensor, and nothing may be said about its bytes."""

import pytest

from estimator.spec.load import load_text
from tests.spec.examples import messages

SPEC = """
commspec: 1
document: {id: B, version: "1", title: barrier, owner: us}
platform:
  name: pod
  ranks_per_node: 8
  nodes: 16
  paths:
    nv: {location: intra_node, exclusive: {alpha: 2 us, bandwidth: 400 GB/s, per: rank}}
    ib: {location: inter_node, exclusive: {alpha: [5 us, 9 us], bandwidth: 48 GB/s, per: rank}}
groups: {all: {size: 128, ranks_per_node: 8, levels: [nv, ib]}}
operations:
  stop: {collective: barrier, group: all, algorithm: dissemination}
requirements:
  R: {kind: latency_floor, title: stop, operation: stop, limit: {at_most: 90 us}}
"""


def _with(old: str, new: str) -> list[str]:
    assert old in SPEC
    return messages(SPEC.replace(old, new))


def test_a_barrier_needs_no_tensor() -> None:
    assert messages(SPEC) == []
    assert load_text(SPEC).spec.operations["stop"].tensor.size_bytes == 0


@pytest.mark.parametrize(
    ("old", "new", "path", "hint"),
    [
        ("dissemination}", "dissemination, tensor: {bytes: 1 B, semantics: message}}", "stop.tensor", "remove tensor"),
        ("dissemination}", "dissemination, skew: [1, 2]}", "stop.skew", "remove skew"),
        ("dissemination}", "dissemination, around: {reorder: {passes: 1, bandwidth: 1 GB/s}}}", "reorder", "remove"),
        ("latency_floor", "cut_ratio", "R.kind", "write latency_floor or collective_time"),
        ("at_most: 90 us", "at_most: 90 us, at: 1 KiB", "R.limit.at", "remove at"),
        ("90 us}", "90 us}, sweep: {sizes: [1 KiB]}", "R.sweep.sizes", "remove sizes"),
        (
            "latency_floor, title: stop",
            "collective_time, title: s, metric: {name: busbw}",
            "R.metric.name",
            "write time",
        ),
    ],
)
def test_what_speaks_of_its_bytes_is_refused_with_a_hint(old: str, new: str, path: str, hint: str) -> None:
    found = [message for message in _with(old, new) if "a barrier moves no bytes" in message]
    assert len(found) == 1
    assert path in found[0]
    assert hint in found[0]


def test_other_collectives_still_need_one() -> None:
    assert any("tensor: is missing" in message for message in _with("barrier, group", "broadcast, group"))


def test_a_requirement_of_a_barrier_alone_names_no_sizes() -> None:
    alone = "collective: barrier, algorithm: tree, sweep: {groups: [all]}"
    assert _with("operation: stop, limit", f"{alone}, limit") == []
