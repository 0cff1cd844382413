"""The ranks of all files together: each rank once, each call once, groups named wherever a file names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from estimator.evidence.traces.call import CallGroup, RankSeen, RankTrace
from estimator.evidence.traces.files.ascend import in_group
from estimator.evidence.traces.files.read import TraceReading
from estimator.phrase import phrase

SAME_MOMENT = 1_000_000
"""Nanoseconds that the start of one call may differ by between the timeline and the export of one rank."""
CUT = "the list of events has no end: the profiler was stopped, and what it had written by then counts"


@dataclass(frozen=True, slots=True)
class Gathered:
    """All ranks that were seen, in order, with what is to be said about the files."""

    ranks: tuple[RankTrace, ...]
    notes: tuple[str, ...] = ()


def gathered(files: Sequence[tuple[str, str, TraceReading]]) -> Gathered:
    """Put files together, each with its name and the folder it lies in.

    A timeline and an export in one folder are of one rank: their calls are joined. Two files of one rank are both
    taken where they show different times, and the first alone where they show the same.
    """
    notes: list[str] = [
        phrase("{path}: {what}", path=name, what=note)
        for name, _, reading in files
        for trace in reading.ranks
        for note in trace.notes
    ]
    notes += [phrase("{path}: {what}", path=name, what=phrase(CUT)) for name, _, reading in files if reading.cut]
    notes += [phrase("{name}: no communication in it", name=name) for name, _, reading in files if not _tells(reading)]
    groups = {key: ranks for _, _, reading in files for key, ranks in reading.groups.items()}
    found: dict[str, tuple[str, RankTrace]] = {}
    for name, trace in _paired(files):
        if same := next((first for first, other in found.values() if _copied(trace, other)), ""):
            notes.append(phrase("{name}: left out: the same calls at the same times as {first}", name=name, first=same))
            continue
        if trace.rank not in found:
            found[trace.rank] = name, trace
            continue
        first, other = found[trace.rank]
        if _apart(other, trace):
            found[trace.rank] = first, _joined(other, trace)
        else:
            notes.append(
                phrase(
                    "{name}: left out: rank {rank} at the time that {first} shows; no call counts twice",
                    name=name,
                    rank=trace.rank,
                    first=first,
                )
            )
    ranks = (_sized(trace, groups) for _, trace in found.values())
    return Gathered(tuple(sorted(ranks, key=lambda trace: _in_order(trace.rank))), tuple(notes))


def _tells(reading: TraceReading) -> bool:
    return bool(reading.groups) or any(trace.calls or trace.notes for trace in reading.ranks)


def _paired(files: Sequence[tuple[str, str, TraceReading]]) -> Iterable[tuple[str, RankTrace]]:
    """Each rank of each file; the timeline and the export of one rank in one folder as one."""
    places: dict[tuple[str, str], list[tuple[str, TraceReading]]] = {}
    for name, folder, reading in files:
        if len(reading.ranks) == 1 and reading.kind in ("timeline", "export"):
            number = reading.ranks[0].rank
            places.setdefault((folder, number if number.isdecimal() else ""), []).append((name, reading))
        else:
            yield from ((name, trace) for trace in reading.ranks)
    for found in places.values():
        found.sort(key=lambda one: one[1].kind != "timeline")
        if [reading.kind for _, reading in found] == ["timeline", "export"]:
            yield found[0][0], with_waits(*(reading.ranks[0] for _, reading in found))
        else:
            yield from ((name, reading.ranks[0]) for name, reading in found)


def with_waits(timeline: RankTrace, export: RankTrace) -> RankTrace:
    """The calls of a timeline with the waits, the step and the group that the export of the same rank tells of them."""
    told: dict[tuple[str, str], list[RankSeen]] = {}
    for call in export.calls:
        told.setdefault((call.what, call.order), []).append(call)
    calls = [_with(call, told.get((call.what, call.order), [])) for call in timeline.calls]
    calls += [call for left in told.values() for call in left]
    calls.sort(key=lambda call: call.start)
    steps = tuple(dict.fromkeys((*timeline.steps, *export.steps)))
    return replace(timeline, calls=tuple(calls), steps=steps)


def _with(call: RankSeen, told: list[RankSeen]) -> RankSeen:
    """The call with what the export tells of it, which is then taken out of ``told``."""
    at = next((i for i, other in enumerate(told) if abs(other.start - call.start) <= SAME_MOMENT), None)
    if at is None:
        return call
    other = told.pop(at)
    group = CallGroup(other.group.name or call.group.name, other.group.ranks, other.group.size)
    known = call.amount is not None and call.told != "sent"
    return replace(
        call,
        group=group,
        step=other.step or call.step,
        amount=call.amount if known else other.amount,
        told=call.told if known else other.told,
        transit=other.transit,
        wait=other.wait,
        idle=other.idle,
    )


def _copied(one: RankTrace, other: RankTrace) -> bool:
    """Whether two files, not both of which tell a rank, hold the same calls: to the nanosecond no two ranks do."""
    told = one.rank.isdecimal() and other.rank.isdecimal()
    moments = ([(call.what, call.start, call.elapsed) for call in trace.calls] for trace in (one, other))
    return not told and bool(one.calls) and len(one.calls) == len(other.calls) and next(moments) == next(moments)


def _apart(one: RankTrace, other: RankTrace) -> bool:
    """Whether all calls of one trace lie before all of the other."""
    if not one.calls or not other.calls:
        return True
    first, second = sorted((one, other), key=lambda trace: trace.calls[0].start)
    return max(call.start + round(call.elapsed * 1e9) for call in first.calls) <= second.calls[0].start


def _joined(one: RankTrace, other: RankTrace) -> RankTrace:
    first, second = sorted((one, other), key=lambda trace: trace.calls[0].start if trace.calls else 0)
    computing = {
        device: busy.with_spans(second.computing[device]) if device in second.computing else busy
        for device, busy in first.computing.items()
    }
    computing |= {device: busy for device, busy in second.computing.items() if device not in computing}
    steps = tuple(dict.fromkeys((*first.steps, *second.steps)))
    return replace(first, calls=(*first.calls, *second.calls), computing=computing, steps=steps)


def _sized(trace: RankTrace, groups: Mapping[str, str]) -> RankTrace:
    return replace(trace, calls=tuple(in_group(call, groups) for call in trace.calls)) if groups else trace


def _in_order(rank: str) -> tuple[int, str]:
    return (int(rank) if rank.isdecimal() and len(rank) < 19 else 2**62), rank
