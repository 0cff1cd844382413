"""A barrier costs its start-ups; unequal shares cost as much as if all were as long as the longest."""

import pytest

from estimator.estimate.table import estimate
from estimator.require.criterion import Expanded
from estimator.require.expand import expand
from estimator.spec.load import load_text
from tests.spec.checks.test_moving import SPEC

SHARES = """
  gather: {collective: all_gather_v, group: all, algorithm: ring, skew: [1, 1.5],
    tensor: {bytes: 128 MB, semantics: output}}
  scatter: {collective: reduce_scatter_v, group: all, algorithm: hierarchical_intra_first, skew: [1, 1.5],
    tensor: {bytes: 1 MB, semantics: output}}
requirements:"""


def test_a_barrier_of_128_ranks_takes_seven_start_ups_between_nodes() -> None:
    found = estimate(load_text(SPEC).spec).operations["stop"]
    assert tuple(found.time) == pytest.approx((7 * 5e-6, 7 * 9e-6), rel=1e-12)
    assert (found.size.n, tuple(found.busbw), found.bound.seconds) == (0.0, (0.0, 0.0), 0.0)
    assert found.conservative.regime == "latency"


def test_a_skew_lengthens_every_share_of_a_gather_and_a_scatter() -> None:
    spec = load_text(SPEC.replace("\nrequirements:", SHARES)).spec
    table = estimate(spec)
    gather, scatter = table.operations["gather"], table.operations["scatter"]
    # 127 steps of one share of 1 MB at 48 GB/s; the longest share is 1.5 MB.
    assert gather.size.n == 128e6
    # A share passes 112 hops inside nodes and 16 between them, all but one of the cheap ones; all links are as busy.
    low, high = 111 * 2e-6 + 16 * 5e-6 + 127 * 1e6 / 48e9, 127 * (9e-6 + 1.5e6 / 48e9)
    knee = gather.conservative.knee_s
    assert gather.time.optimistic == pytest.approx(low, rel=1e-12)
    assert gather.time.conservative - knee == pytest.approx(high, rel=1e-12)
    # Inside 7 steps of n/8 = 16 MB, then 15 of n/128 = 1 MB; n is the input, 128 MB.
    assert scatter.size.n == 128e6
    inside, across = 7 * (2e-6 + 1.5 * 16e6 / 400e9), 15 * (9e-6 + 1.5e6 / 48e9)
    assert scatter.time.conservative - scatter.conservative.knee_s == pytest.approx(inside + across, rel=1e-12)


def test_a_requirement_of_a_barrier_has_one_cell_without_a_size() -> None:
    spec = load_text(SPEC).spec
    found: Expanded = expand(spec, estimate(spec))["R"]
    assert found.cells == 1
    assert found.main is not None
    assert found.main.n == 0.0
    assert found.main.limit == pytest.approx(90e-6)
