"""Traces of known values beside a spec whose times are sums by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.estimate.table import estimate
from estimator.evidence.traces.compare import compared
from estimator.evidence.traces.result import TracesCompared
from estimator.spec.load import load_text
from tests.evidence.traces.written import Job, Planned, cluster, kineto, timeline, together

# Ring AllReduce of two ranks: 2 rounds, volume n. 1 MiB at [1, 2] us and [20, 10] GB/s: 2 + 52.43 us, 4 + 104.86 us.
SPEC = """
commspec: 1
document: {id: T, version: "1", title: Two ranks}
sources: {guess: {basis: assumed, text: for the hand, date: "2026-01-15"}}
platform:
  name: Pair
  ranks_per_node: 4
  nodes: 1
  knee: {k: 0, from: guess}
  launch: {time: [5 us, 40 us], from: guess}
  paths:
    link: {location: intra_node,
      exclusive: {alpha: [1 us, 2 us], bandwidth: [20 GB/s, 10 GB/s], per: rank, from: guess},
      with_compute: {alpha: [1 us, 2 us], bandwidth: [20 GB/s, 10 GB/s], per: rank, from: guess}}
groups: {pair: {size: 2, ranks_per_node: 2, levels: [link]}, four: {size: 4, ranks_per_node: 4, levels: [link]}}
operations:
  grads: {collective: all_reduce, group: pair, tensor: {bytes: 1 MiB, semantics: input}, algorithm: ring,
    condition: [exclusive], per_step: 2, overlap: {window: [40 us, 20 us]}}
  again: {collective: all_reduce, group: pair, tensor: {bytes: 1 MiB, semantics: input}, algorithm: ring,
    condition: [exclusive], per_step: 1}
  experts: {collective: all_to_all_v, group: pair, tensor: {bytes: 2 MiB, semantics: input}, algorithm: pairwise,
    condition: [exclusive], skew: [1.0, 1.5], per_step: 1}
  weights: {collective: all_gather, group: four, tensor: {bytes: 4 MiB, semantics: output}, algorithm: ring,
    condition: [exclusive]}
"""
MIB = 2**20
# T0 of [5, 40] us may lie before the kernel or in it: of the optimistic end it is no part, of the conservative it is.
LOW, HIGH = 2e-6 + MIB / 20e9, 4e-6 + MIB / 10e9 + 40e-6

# Two steps: rank 1 comes 30 us late, then rank 0 20 us; the second step's transfers take 80 us in place of 60.
JOB = Job(
    ranks=2,
    calls=[
        Planned("all_reduce", MIB, {0: 100.0, 1: 130.0}, 60.0, step=4),
        Planned("all_reduce", MIB, {0: 320.0, 1: 300.0}, 60.0, step=4),
        Planned("all_to_all_v", 2 * MIB, {0: 500.0, 1: 500.0}, 100.0, step=4),
        Planned("all_reduce", MIB, {0: 1100.0, 1: 1130.0}, 80.0, step=5),
        Planned("all_reduce", MIB, {0: 1320.0, 1: 1300.0}, 80.0, step=5),
        Planned("broadcast", 1024, {0: 1600.0, 1: 1600.0}, 8.0, step=5),
        Planned("all_reduce", 8 * MIB, {0: 1700.0, 1: 1700.0}, 9.0, step=5),
    ],
    computing={0: [(100.0, 140.0), (320.0, 330.0), (500.0, 600.0)], 1: [(130.0, 150.0)]},
    steps=[(4, 0.0, 1000.0), (5, 1000.0, 2000.0)],
)


def beside(*contents: object, within: float = 1.1) -> TracesCompared:
    spec = load_text(SPEC).spec
    return compared(spec, estimate(spec), together(*contents), within)


@pytest.fixture(scope="module")
def both() -> TracesCompared:
    return beside(kineto(JOB, 0), kineto(JOB, 1))


def test_counts_transfers_and_waits_come_back_exactly(both: TracesCompared) -> None:
    grads = both.operations["grads"]
    assert (grads.all.calls, grads.alike, grads.per_step, grads.seen_per_step) == (4, ("again",), 3.0, 2.0)
    assert (grads.all.basis, grads.sizes_sent, grads.unsized_group) == ("all_ranks", False, False)
    assert (grads.all.transfer.minimum, grads.all.transfer.maximum) == pytest.approx((60e-6, 80e-6))
    assert grads.all.transfer.total == pytest.approx(280e-6)
    # Each call has a rank that waits for nobody and one that waits 30 or 20 us.
    assert grads.all.waiting.count == 8
    assert grads.all.waiting.minimum == pytest.approx(0.0, abs=1e-12)
    assert (grads.all.waiting.maximum, grads.all.waiting.total) == pytest.approx((30e-6, 100e-6))
    assert grads.all.elapsed.total == pytest.approx((2 * 280 + 100) * 1e-6)


def test_the_prediction_is_of_the_call_on_the_device(both: TracesCompared) -> None:
    grads = both.operations["grads"]
    assert grads.all.predicted == pytest.approx((LOW, HIGH))
    assert grads.estimate == pytest.approx((LOW + 5e-6, HIGH))
    assert grads.all.error == pytest.approx((LOW / 70e-6 - 1, HIGH / 70e-6 - 1))
    assert (grads.all.inside, grads.all.outside) == (1.0, 0.0)
    assert grads.by_step["5"].transfer.p50 == pytest.approx(80e-6)
    assert grads.by_step["4"].error.optimistic == pytest.approx(LOW / 60e-6 - 1)


def test_a_call_outside_of_its_interval_is_told_with_its_side() -> None:
    slow = Job(2, [Planned("all_reduce", MIB, {0: 0.0, 1: 0.0}, at) for at in (200.0, 60.0, 200.0)])
    seen = beside(kineto(slow, 0), kineto(slow, 1)).operations["grads"].all
    assert (seen.inside, seen.outside) == pytest.approx((1 / 3, 200e-6 / HIGH - 1))
    fast = Job(2, [Planned("all_reduce", MIB, {0: 0.0, 1: 0.0}, 27.0)])
    seen = beside(kineto(fast, 0), kineto(fast, 1)).operations["grads"].all
    assert (seen.inside, seen.outside) == pytest.approx((0.0, 27e-6 / LOW - 1))


def test_overlap_comes_back_exactly(both: TracesCompared) -> None:
    experts = both.operations["experts"]
    assert experts.all.hidden is not None
    assert experts.all.exposed is not None
    # Rank 0 hides all 100 us, rank 1 nothing.
    assert (experts.all.hidden.minimum, experts.all.hidden.maximum) == pytest.approx((0.0, 100e-6))
    assert experts.all.exposed.total == pytest.approx(100e-6)
    grads = both.operations["grads"]
    assert grads.all.hidden is not None
    assert grads.all.hidden.total == pytest.approx((40 + 20 + 10) * 1e-6)
    # Rank 0 computes 40 us of 90 and 10 of 60, of which the first lies in the waiting but for 10 us.
    assert grads.by_step["4"].exposed_transfer is not None
    assert grads.by_step["4"].exposed_transfer.total == pytest.approx((50 + 50 + 40 + 60) * 1e-6)


def test_the_window_is_what_a_spec_would_write() -> None:
    hidden = Job(
        2,
        [Planned("all_reduce", MIB, {0: at, 1: at}, 60.0) for at in (0.0, 200.0, 400.0)],
        {rank: [(at, at + 24.0) for at in (0.0, 200.0, 400.0)] for rank in (0, 1)},
    )
    window = beside(kineto(hidden, 0), kineto(hidden, 1)).operations["grads"].window
    assert window is not None
    assert (*window.window, window.share, window.open) == pytest.approx((24e-6, 24e-6, 0.4, False))
    whole = Job(2, hidden.calls, {rank: [(0.0, 600.0)] for rank in (0, 1)})
    window = beside(kineto(whole, 0), kineto(whole, 1)).operations["grads"].window
    assert window is not None
    assert (*window.window, window.share, window.open) == pytest.approx((200e-6, 60e-6, 1.0, True))


def test_a_step_is_judged_on_what_is_exposed(both: TracesCompared) -> None:
    first, second = both.by_step
    # Rank 0 in step 4: 90 us with 40 beside computation, 60 with 10, 100 hidden; rank 1: 60 with 20, 80, 100.
    assert (first.label, first.rank, first.calls) == ("4", "1", 3)
    assert (first.exposed, first.waiting, first.transfer) == pytest.approx((220e-6, 20e-6, 220e-6))
    assert first.exposed_transfer == pytest.approx(200e-6)
    # The spec hides 40 or 20 us of each AllReduce, and nothing of the exchange: 1 round at 1 MiB, at skew 1.5 1.5 MiB.
    experts = 1e-6 + MIB / 20e9, 42e-6 + 1.5 * MIB / 10e9
    assert first.predicted == pytest.approx((2 * LOW + experts[0], 2 * HIGH + experts[1]))
    exposed = 2 * (LOW - 40e-6) + experts[0], 2 * (HIGH - 20e-6) + experts[1]
    assert first.predicted_exposed == pytest.approx(exposed)
    assert (second.label, second.rank, second.calls) == ("5", "0", 2)
    assert second.exposed == pytest.approx(190e-6)


def test_what_matches_nothing_and_what_was_never_seen_is_listed(both: TracesCompared) -> None:
    assert both.never == ("weights",)
    assert [(other.collective, other.ranks, other.n, other.calls, other.reason) for other in both.unmatched] == [
        ("all_reduce", 2, 8.0 * MIB, 1, "8 times larger than grads of 1\u00a0MiB"),
        ("broadcast", 2, 1024.0, 1, "no operation is of broadcast"),
    ]
    four = Job(4, [Planned("all_reduce", MIB, {0: 0.0}, 60.0), Planned("all_gather", 4 * MIB, {0: 90.0}, 60.0)])
    seen = beside(kineto(four, 0))
    assert list(seen.operations) == ["weights"]
    assert [other.reason for other in seen.unmatched] == ["no all_reduce of 4 ranks, only of 2"]


def test_sizes_differ_by_the_skew_and_by_what_is_asked_for() -> None:
    job = Job(2, [Planned("all_to_all_v", int(f * MIB), {0: 200.0 * f}, 60.0) for f in (1.3, 2.0, 3.2, 3.4)])
    seen = beside(kineto(job, 0))
    assert seen.operations["experts"].all.calls == 3
    # 3.4 MiB are 1.7 times 2 MiB: at a skew of 1.5 a factor of 1.14 takes them.
    assert [other.reason[-23:] for other in seen.unmatched] == ["; --within 1.14 takes it"[-23:]]
    assert beside(kineto(job, 0), within=1.2).operations["experts"].all.calls == 4
    job = Job(2, [Planned("all_reduce", int(f * MIB), {0: 200.0 * f}, 60.0) for f in (0.95, 1.0, 1.05, 1.2)])
    grads = beside(kineto(job, 0)).operations["grads"].all
    assert grads.calls == 3
    assert grads.predicted == pytest.approx((LOW, HIGH), rel=1e-6)


def test_one_rank_alone_has_a_low_quantile_for_its_transfer() -> None:
    late = [0.0, 3.0, 8.0, 20.0, 45.0, 90.0, 0.0, 12.0, 33.0, 70.0, 150.0]
    job = Job(2, [Planned("all_reduce", MIB, {0: 300.0 * at, 1: 300.0 * at + by}, 60.0) for at, by in enumerate(late)])
    seen = beside(kineto(job, 0)).operations["grads"].all
    # The second smallest of eleven durations is the tenth part.
    assert seen.basis == "low_quantile"
    assert seen.transfer.maximum == pytest.approx(60e-6)
    assert seen.waiting.total == pytest.approx(sum(late) * 1e-6)


def test_ascend_in_every_form_tells_the_same() -> None:
    calls = [call for call in JOB.calls if call.collective == "all_reduce" and call.n == MIB]
    job = Job(2, calls, JOB.computing, JOB.steps)
    for traces in ([cluster(job)], [timeline(job, 0), timeline(job, 1)]):
        grads = beside(*traces).operations["grads"]
        assert (grads.all.calls, grads.all.basis, grads.seen_per_step) == (4, "profiler", 2.0)
        assert grads.all.transfer.total == pytest.approx(280e-6)
        assert (grads.all.waiting.count, grads.all.waiting.total) == pytest.approx((8, 100e-6))
        assert grads.all.predicted == pytest.approx((LOW, HIGH))
    assert grads.all.hidden is not None
    assert grads.all.hidden.total == pytest.approx(70e-6)


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 400), st.integers(1, 300)), min_size=1, max_size=12))
def test_whatever_the_ranks_do_durations_split_into_transfer_and_waiting(plan: list[tuple[int, int, int]]) -> None:
    calls = [
        Planned("all_reduce", MIB, {0: 1000.0 * at + a, 1: 1000.0 * at + b}, float(transfer))
        for at, (a, b, transfer) in enumerate(plan)
    ]
    job = Job(2, calls)
    seen = beside(kineto(job, 0), kineto(job, 1)).operations["grads"].all
    assert seen.calls == len(plan)
    assert seen.transfer.total == pytest.approx(sum(transfer for _, _, transfer in plan) * 1e-6, rel=1e-9)
    assert seen.waiting.total == pytest.approx(sum(abs(a - b) for a, b, _ in plan) * 1e-6, rel=1e-9, abs=1e-12)
    assert seen.elapsed.total == pytest.approx(seen.waiting.total + 2 * seen.transfer.total, rel=1e-9)


def test_of_operations_that_are_alike_the_one_that_a_step_counts_stands_for_all() -> None:
    spec = load_text(SPEC.replace("per_step: 2, overlap", "overlap")).spec
    found = compared(spec, estimate(spec), together(kineto(JOB, 0), kineto(JOB, 1)))
    assert list(found.operations) == ["again", "experts"]
    assert found.operations["again"].alike == ("grads",)
    assert found.never == ("weights",)


def test_a_low_quantile_above_that_of_a_larger_size_is_told_to_be_waiting() -> None:
    large = """
  large: {collective: all_reduce, group: pair, tensor: {bytes: 4 MiB, semantics: input}, algorithm: ring,
    condition: [exclusive]}
"""
    spec = load_text(SPEC.rstrip() + large).spec
    calls = [Planned("all_reduce", MIB, {0: 0.0, 1: 400.0}, 60.0), Planned("all_reduce", 4 * MIB, {0: 600.0}, 300.0)]
    found = compared(spec, estimate(spec), together(kineto(Job(2, calls), 0)))
    assert found.notes == ("each call of grads waited: large is larger and was faster; trace all ranks",)
