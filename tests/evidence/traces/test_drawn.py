"""Traces of jobs drawn at random beside a spec: everything that is reported, worked out once more from the plan."""

from collections.abc import Collection
from random import Random

import numpy as np
import pytest

from estimator.estimate.table import estimate
from estimator.evidence.traces.compare import compared
from estimator.evidence.traces.result import OperationSeen, TracesCompared
from estimator.spec.load import load_text
from tests.evidence.traces.planned import STEP, Call, Drawn, Kind, cluster, drawn, trace
from tests.evidence.traces.written import together

HEAD = """
commspec: 1
document: {id: T, version: "1", title: Drawn}
sources: {guess: {basis: assumed, text: for the hand, date: "2026-01-15"}}
platform:
  name: Drawn
  ranks_per_node: 8
  nodes: 16
  knee: {k: 0, from: guess}
  launch: {time: [0 us, 0 us], from: guess}
  paths:
    link: {location: intra_node,
      exclusive: {alpha: [1 us, 9 us], bandwidth: [90 GB/s, 20 GB/s], per: rank, from: guess}}
    net: {location: inter_node,
      exclusive: {alpha: [1 us, 9 us], bandwidth: [90 GB/s, 20 GB/s], per: rank, from: guess}}
"""
MIB = 2**20


def kinds(ranks: int, width: int) -> list[Kind]:
    """Operations on all ranks and on groups of ``width``: neighbours, and one with the bytes of another group's."""
    everyone = (tuple(range(ranks)),)
    blocks = tuple(tuple(range(at, at + width)) for at in range(0, ranks, width))
    return [
        Kind("grads", "all_reduce", 2 * MIB, everyone),
        Kind("inner", "all_reduce", 2 * MIB, blocks),
        Kind("gather", "all_gather", 3 * MIB, blocks),
        Kind("scatter", "reduce_scatter", 3 * MIB, everyone),
        Kind("", "all_reduce", 40 * MIB, everyone),
        Kind("", "broadcast", MIB, everyone),
    ]


def specified(known: list[Kind], ranks: int, width: int) -> str:
    sizes = {ranks: "all", width: "block"}
    text = HEAD + "groups:\n"
    for size, name in sizes.items():
        inside = min(size, 8)
        levels = "[link]" if size <= 8 else "[link, net]"
        text += f"  {name}: {{size: {size}, ranks_per_node: {inside}, levels: {levels}}}\n"
    text += "operations:\n"
    semantics = {"all_gather": "output"}
    for kind in [*known, Kind("absent", "all_gather", 7 * MIB, (tuple(range(ranks)),))]:
        if kind.name:
            told = f"bytes: {kind.n} B, semantics: {semantics.get(kind.collective, 'input')}"
            text += (
                f"  {kind.name}: {{collective: {kind.collective}, group: {sizes[len(kind.groups[0])]}, "
                f"tensor: {{{told}}}, algorithm: ring, condition: [exclusive], per_step: 1}}\n"
            )
    return text


def covered(job: Drawn, rank: int) -> "np.ndarray":
    """For each microsecond of the job, whether a rank computes."""
    busy = np.zeros((job.steps + 2) * STEP, dtype=bool)
    for start, end in job.computing[rank]:
        busy[start:end] = True
    return busy


@pytest.mark.parametrize("seed", range(30))
def test_everything_is_as_planned(seed: int) -> None:
    job, known, found = of_seed(seed, skewed=seed % 2 == 1)
    assert found.notes == ()
    assert found.ranks == tuple(map(str, range(job.ranks)))
    names = {call.kind.name for call in job.calls if call.kind.name}
    assert set(found.operations) == names
    assert set(found.never) == {kind.name for kind in known if kind.name} - names | {"absent"}
    for name in names:
        check(job, found.operations[name], [call for call in job.calls if call.kind.name == name])
    others = [call for call in job.calls if not call.kind.name]
    assert sum(kind.calls for kind in found.unmatched) == len(others)
    assert sum(kind.elapsed.total for kind in found.unmatched) == pytest.approx(
        sum(call.end - at for call in others for at in call.arrive.values()) / 1e6
    )
    check_steps(job, found)


@pytest.mark.parametrize("seed", range(30, 50))
def test_traces_that_name_no_group_tell_the_same(seed: int) -> None:
    """As long as no two operations have the same bytes; the clocks of the ranks must be alike."""
    job, _, found = of_seed(seed, metadata=False, without=("inner",))
    for name in {call.kind.name for call in job.calls if call.kind.name}:
        check(job, found.operations[name], [call for call in job.calls if call.kind.name == name])
    assert [note.split()[1:4] for note in found.notes] == [["calls", "of", "groups"]]


def test_calls_of_smaller_groups_without_a_name_count_once_where_nothing_matches() -> None:
    """An AllGather tells by its tensors how many ranks take part, old traces do not tell which."""
    blocks = ((0, 1), (2, 3))
    known = [Kind("", "all_gather", 3 * MIB, blocks), Kind("grads", "all_reduce", 2 * MIB, ((0, 1, 2, 3),))]
    job = drawn(Random(5), 4, known, skewed=False)
    spec = load_text(specified([known[1]], 4, 2)).spec
    traces = [trace(job, rank, metadata=False) for rank in range(4)]
    found = compared(spec, estimate(spec), together(*traces))
    gathers = [call for call in job.calls if call.kind.collective == "all_gather"]
    assert [(kind.calls, kind.ranks) for kind in found.unmatched] == [(len(gathers), 2)]


def test_of_two_operations_of_the_same_bytes_an_unnamed_call_may_be_either() -> None:
    _, _, found = of_seed(3, metadata=False)
    said = [note for note in found.notes if "may be of" in note]
    assert said == ["calls of grads may be of inner: they move as much, and no trace tells which ranks take part"]


@pytest.mark.parametrize("seed", range(50, 70))
def test_with_ranks_missing_a_group_that_is_whole_still_tells_its_transfer(seed: int) -> None:
    random = Random(seed)
    job, _, found = of_seed(seed, missing=random.sample(range(4), random.randint(1, 3)))
    traced = set(map(int, found.ranks))
    for name, seen in found.operations.items():
        calls = [call for call in job.calls if call.kind.name == name and traced & set(call.group)]
        whole = [call for call in calls if set(call.group) <= traced]
        assert seen.all.calls == len(calls)
        assert seen.all.elapsed.count == sum(len(traced & set(call.group)) for call in calls)
        if whole:
            assert seen.all.basis == "all_ranks"
            assert seen.all.transfer.total == pytest.approx(sum(call.transfer for call in whole) / 1e6)
        else:
            shortest = [min(call.end - call.arrive[rank] for rank in traced & set(call.group)) for call in calls]
            low = np.quantile(shortest, 0.1)
            assert seen.all.basis == "low_quantile"
            assert seen.all.transfer.total == pytest.approx(sum(min(low, one) for one in shortest) / 1e6)


@pytest.mark.parametrize("seed", range(70, 85))
def test_the_cluster_form_of_an_ascend_profiler_tells_the_same(seed: int) -> None:
    job, known, _ = of_seed(seed, skewed=True)
    width = len(known[1].groups[0])
    spec = load_text(specified(known, job.ranks, width)).spec
    found = compared(spec, estimate(spec), together(cluster(job)))
    for name in {call.kind.name for call in job.calls if call.kind.name}:
        seen, calls = found.operations[name], [call for call in job.calls if call.kind.name == name]
        check_times(seen, calls, "profiler")
        assert seen.sizes_sent
        assert seen.all.idle is not None
        assert seen.all.idle.total == pytest.approx(sum(3e-6 * len(call.group) for call in calls))
    assert sum(kind.calls for kind in found.unmatched) == sum(not call.kind.name for call in job.calls)


def test_a_hundred_and_twenty_eight_ranks_are_put_together() -> None:
    job, _, found = of_seed(7, ranks=128, skewed=True)
    for name in {call.kind.name for call in job.calls if call.kind.name}:
        check(job, found.operations[name], [call for call in job.calls if call.kind.name == name])


def of_seed(
    seed: int,
    *,
    ranks: int = 0,
    metadata: bool = True,
    skewed: bool = False,
    without: tuple[str, ...] = (),
    missing: Collection[int] = (),
) -> tuple[Drawn, list[Kind], TracesCompared]:
    """A job of a seed, and what its traces tell beside a spec of its operations."""
    random = Random(seed)
    ranks = ranks or random.choice([4, 8, 16])
    width = random.choice([2, ranks // 2])
    known = [kind for kind in kinds(ranks, width) if kind.name not in without]
    job = drawn(random, ranks, known, skewed=skewed)
    spec = load_text(specified(known, ranks, width)).spec
    traces = [trace(job, rank, metadata=metadata) for rank in range(ranks) if rank not in missing]
    return job, known, compared(spec, estimate(spec), together(*traces))


def check(job: Drawn, seen: OperationSeen, calls: list[Call]) -> None:
    check_times(seen, calls)
    check_hidden(job, seen, calls)


def check_times(seen: OperationSeen, calls: list[Call], basis: str = "all_ranks") -> None:
    assert seen.all.calls == len(calls)
    assert (seen.all.basis, seen.ranks) == (basis, len(calls[0].group))
    assert seen.all.transfer.total == pytest.approx(sum(call.transfer for call in calls) / 1e6)
    assert (seen.all.transfer.minimum, seen.all.transfer.p50, seen.all.transfer.maximum) == pytest.approx(
        tuple(np.quantile([call.transfer / 1e6 for call in calls], [0, 0.5, 1]))
    )
    waits = [max(call.arrive.values()) - at for call in calls for at in call.arrive.values()]
    assert (seen.all.waiting.count, seen.all.waiting.total) == pytest.approx((len(waits), sum(waits) / 1e6))
    low, high = seen.all.predicted
    assert seen.all.inside == pytest.approx(np.mean([low <= call.transfer / 1e6 <= high for call in calls]))
    assert seen.all.error == pytest.approx((low / seen.all.transfer.p50 - 1, high / seen.all.transfer.p50 - 1))
    steps = {call.step for call in calls}
    assert set(seen.by_step) == set(map(str, steps))
    for step in steps:
        assert seen.by_step[str(step)].calls == sum(call.step == step for call in calls)
    ranks = {rank for call in calls for rank in call.arrive}
    assert seen.seen_per_step == pytest.approx(sum(len(call.arrive) for call in calls) / len(steps) / len(ranks))


def check_hidden(job: Drawn, seen: OperationSeen, calls: list[Call]) -> None:
    hidden, exposed, moving, windows = [], [], [], []
    for call in calls:
        for rank, at in call.arrive.items():
            busy = covered(job, rank)
            hidden.append(int(busy[at : call.end].sum()))
            exposed.append(call.end - at - hidden[-1])
            moving.append(int((~busy[call.end - call.transfer : call.end]).sum()))
            later = [other.arrive[rank] for other in job.calls if other.arrive.get(rank, 0) > at]
            until = min(later, default=len(busy)) if exposed[-1] <= (call.end - at) / 100 else call.end
            windows.append(int(busy[at:until].sum()))
    assert seen.window is not None
    assert seen.window.window == pytest.approx(
        (np.quantile(windows, 0.9) / 1e6, np.quantile(hidden, 0.1) / 1e6), abs=1e-12
    )
    assert seen.all.hidden is not None
    assert seen.all.hidden.total == pytest.approx(sum(hidden) / 1e6)
    assert seen.all.exposed is not None
    assert seen.all.exposed.total == pytest.approx(sum(exposed) / 1e6)
    assert seen.all.exposed_transfer is not None
    assert seen.all.exposed_transfer.total == pytest.approx(sum(moving) / 1e6)


def check_steps(job: Drawn, found: TracesCompared) -> None:
    for step in found.by_step:
        calls = [c for c in job.calls if c.kind.name and str(c.step) == step.label and int(step.rank) in c.arrive]
        rank = int(step.rank)
        assert step.calls == len(calls)
        assert step.transfer == pytest.approx(sum(call.transfer for call in calls) / 1e6)
        assert step.waiting == pytest.approx(
            sum(max(call.arrive.values()) - call.arrive[rank] for call in calls) / 1e6, abs=1e-12
        )
        alone = {}
        for other in range(job.ranks):
            busy = covered(job, other)
            alone[other] = sum(
                int((~busy[c.arrive[other] : c.end]).sum())
                for c in job.calls
                if c.kind.name and str(c.step) == step.label and other in c.arrive
            )
        assert step.exposed == pytest.approx(alone[rank] / 1e6)
        assert alone[rank] == max(alone.values())
