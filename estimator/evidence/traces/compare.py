"""Traces beside the estimate of a spec: every call matched, judged on its transfer, and on what of it is exposed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from estimator.estimate.result import EstimateTable, Interval
from estimator.evidence.traces.align import AlignedCall, Member, aligned
from estimator.evidence.traces.doubts import doubts
from estimator.evidence.traces.gather import Gathered
from estimator.evidence.traces.hidden import Beside, SeenOverlap
from estimator.evidence.traces.match import WITHIN, Matcher, Miss, candidates
from estimator.evidence.traces.prediction import PredictedCall, predictions
from estimator.evidence.traces.result import (
    Basis,
    MeasuredCalls,
    OperationSeen,
    StepSeen,
    TracesCompared,
    Unmatched,
    WindowSeen,
)
from estimator.evidence.traces.spread import Spread
from estimator.evidence.traces.transfer import transfers, waiting
from estimator.spec.document import Spec


@dataclass(frozen=True, slots=True)
class JudgedCall:
    """One call of an operation. ``known``: its transfer was measured, not taken from other calls."""

    call: AlignedCall
    n: float | None
    predicted: Interval
    transfer: float
    known: bool
    beside: tuple[tuple[Member, SeenOverlap | None], ...]


def compared(spec: Spec, table: EstimateTable, traces: Gathered, within: float = WITHIN) -> TracesCompared:
    """Match the calls of the traces to the operations of a spec and compare.

    ``within``: how many times larger or smaller than an operation's a call may be.
    """
    lined = aligned(traces.ranks)
    matcher = Matcher(candidates(table.operations), within, spec.platform.ranks_per_node)
    matched: dict[str, list[AlignedCall]] = defaultdict(list)
    missed: list[tuple[AlignedCall, Miss]] = []
    for call in lined.calls:
        found = matcher.match(call)
        if isinstance(found, Miss):
            missed += [(one, found) for one in call.of(call.group.size or len(call.members))]
        else:
            matched[found] += call.of(table.operations[found].shape.ranks)
    known = predictions(spec, table)
    beside = {trace.rank: Beside(trace) for trace in traces.ranks}
    judged: dict[str, tuple[list[JudgedCall], Basis]] = {}
    for name in known:
        if matched[name]:
            judged[name] = _judged(matched[name], known[name], beside)
    operations = {
        name: _operation(known[name], calls, basis, [known[other] for other in matcher.alike[name]], spec)
        for name, (calls, basis) in judged.items()
    }
    return TracesCompared(
        ranks=tuple(trace.rank for trace in traces.ranks),
        world=max((trace.world for trace in traces.ranks if trace.world is not None), default=None),
        steps=_steps(traces),
        operations=operations,
        by_step=tuple(_by_step(traces, judged, known, beside)),
        unmatched=tuple(_unmatched(missed)),
        never=tuple(name for name in known if name in matcher.alike and name not in judged),
        notes=(*traces.notes, *doubts(lined, matched, matcher.unsure, operations)),
    )


def _judged(
    calls: Sequence[AlignedCall], known: PredictedCall, beside: Mapping[str, Beside]
) -> tuple[list[JudgedCall], Basis]:
    sizes = [None if call.seen.told == "sent" else call.n(known.row.shape.ranks) for call in calls]
    predicted = [known.at(n) for n in sizes]
    seconds, certain, basis = transfers(calls, predicted)
    found = []
    for call, n, interval, transfer, sure in zip(calls, sizes, predicted, seconds, certain, strict=True):
        ran = tuple((member, beside[member.rank].of(member.seen, transfer)) for member in call.members)
        found.append(JudgedCall(call, n, interval, transfer, sure, ran))
    return found, basis


def _operation(
    known: PredictedCall, calls: Sequence[JudgedCall], basis: Basis, alike: Sequence[PredictedCall], spec: Spec
) -> OperationSeen:
    row, by_step = known.row, defaultdict[str, list[JudgedCall]](list)
    for one in calls:
        if one.call.seen.step:
            by_step[one.call.seen.step].append(one)
    wanted = sum(one.row.step.count * one.row.step.calls for one in (known, *alike))
    names = [one.row.id for one in (known, *alike)]
    ranks = len({member.rank for one in calls for member in one.call.members})
    return OperationSeen(
        name=row.id,
        alike=tuple(names[1:]),
        requirements=tuple(key for key, one in spec.requirements.items() if getattr(one, "operation", None) in names),
        collective=row.collective,
        ranks=row.shape.ranks,
        ranks_seen=ranks,
        all=_measured(calls, basis),
        by_step={step: _measured(some, basis) for step, some in by_step.items()},
        per_step=wanted,
        seen_per_step=_a_rank(calls) / len(by_step) / ranks if by_step else None,
        estimate=Interval(*(time / row.step.calls for time in row.step.time)),
        window=_window(calls),
        sizes_sent=any(one.call.seen.told == "sent" for one in calls),
        unsized_group=any(one.call.group.size is None for one in calls),
    )


def _a_rank(calls: Sequence[JudgedCall]) -> int:
    """Calls that lie in a step, counted on each rank that shows them."""
    return sum(len(one.call.members) for one in calls if one.call.seen.step)


def _measured(calls: Sequence[JudgedCall], basis: Basis) -> MeasuredCalls:
    sure = [one for one in calls if one.known] or list(calls)
    members = [(one, member.seen, overlap) for one in calls for member, overlap in one.beside]
    overlaps = [overlap for _, _, overlap in members if overlap is not None]
    idle = [seen.idle for _, seen, _ in members if seen.idle is not None]
    return MeasuredCalls(
        calls=len(calls),
        n=Spread.of([one.n for one in calls if one.n is not None]),
        predicted=Interval(*(fmean(one.predicted[end] for one in calls) for end in (0, 1))),
        transfer=_spread([one.transfer for one in sure]),
        basis=basis,
        elapsed=_spread([seen.elapsed for _, seen, _ in members]),
        waiting=_spread([waiting(seen, one.transfer) for one, seen, _ in members]),
        idle=Spread.of(idle),
        inside=fmean(one.predicted.optimistic <= one.transfer <= one.predicted.conservative for one in sure),
        hidden=Spread.of([overlap.hidden for overlap in overlaps]),
        exposed=Spread.of([overlap.exposed for overlap in overlaps]),
        exposed_transfer=Spread.of([overlap.exposed_transfer for overlap in overlaps]),
    )


def _spread(values: Sequence[float]) -> Spread:
    found = Spread.of(values)
    if found is None:
        raise ValueError("no values")
    return found


def _window(calls: Sequence[JudgedCall]) -> WindowSeen | None:
    """What ``overlap: {window: [optimistic, conservative]}`` would be: nine in ten calls had no more, and no less."""
    overlaps = [overlap for one in calls for _, overlap in one.beside if overlap is not None]
    if not overlaps:
        return None
    least, most = (_spread([overlap.window[end] for overlap in overlaps]) for end in (0, 1))
    elapsed = sum(overlap.hidden + overlap.exposed for overlap in overlaps)
    share = sum(overlap.hidden for overlap in overlaps) / elapsed if elapsed > 0.0 else 0.0
    longer = any(overlap.window[1] > overlap.window[0] for overlap in overlaps)
    return WindowSeen(Interval(most.p90, least.p10), share, longer)


def _by_step(
    traces: Gathered,
    judged: Mapping[str, tuple[list[JudgedCall], Basis]],
    known: Mapping[str, PredictedCall],
    beside: Mapping[str, Beside],
) -> Iterator[StepSeen]:
    """Each step of the profiler, as the rank saw it that had most of it exposed, or else took longest over it."""
    at: dict[tuple[str, str], list[tuple[str, JudgedCall, Member, SeenOverlap | None]]] = defaultdict(list)
    for name, (calls, _) in judged.items():
        for one in calls:
            for member, overlap in one.beside:
                at[member.seen.step, member.rank].append((name, one, member, overlap))
    for label in _steps(traces) or ("",):
        rows = [_step(label, rank, some, known, beside) for (step, rank), some in at.items() if step == label]
        if rows:
            yield max(rows, key=lambda row: (row.exposed if row.exposed is not None else row.elapsed, row.rank))


def _step(
    label: str,
    rank: str,
    some: Sequence[tuple[str, JudgedCall, Member, SeenOverlap | None]],
    known: Mapping[str, PredictedCall],
    beside: Mapping[str, Beside],
) -> StepSeen:
    overlaps = [overlap for _, _, _, overlap in some if overlap is not None]
    exposed = [known[name].exposed(one.predicted) for name, one, _, _ in some]
    seen = [member.seen for _, _, member, _ in some]
    return StepSeen(
        label=label,
        rank=rank,
        calls=len(some),
        predicted=Interval(*(sum(one.predicted[end] for _, one, _, _ in some) for end in (0, 1))),
        predicted_exposed=Interval(*(sum(one[end] for one in exposed) for end in (0, 1))),
        transfer=sum(one.transfer for _, one, _, _ in some),
        waiting=sum(waiting(member.seen, one.transfer) for _, one, member, _ in some),
        elapsed=sum(one.elapsed for one in seen),
        hidden=sum(overlap.hidden for overlap in overlaps) if overlaps else None,
        exposed=beside[rank].exposed(seen),
        exposed_transfer=sum(overlap.exposed_transfer for overlap in overlaps) if overlaps else None,
    )


def _steps(traces: Gathered) -> tuple[str, ...]:
    return tuple(dict.fromkeys(label for trace in traces.ranks for label in trace.steps))


def _unmatched(missed: Sequence[tuple[AlignedCall, Miss]]) -> Iterator[Unmatched]:
    """Calls that are no operation's, those of one kind together, the longest first."""
    kinds: dict[tuple[str, str, int | None, float | None, str], list[AlignedCall]] = defaultdict(list)
    for call, miss in missed:
        seen = call.seen
        what = "" if seen.collective else seen.what
        kinds[what, seen.collective, seen.group.size, call.n(None), miss.reason].append(call)
    rows = [
        Unmatched(*kind[:4], len(calls), _spread([m.seen.elapsed for call in calls for m in call.members]), kind[4])
        for kind, calls in kinds.items()
    ]
    yield from sorted(rows, key=lambda row: -row.elapsed.total)
