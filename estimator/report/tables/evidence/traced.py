"""Traces beside the estimates, for terminals, review comments and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from estimator.evidence.traces.result import MeasuredCalls, OperationSeen, TracesCompared
from estimator.phrase import heads, linked, phrase, word
from estimator.report.tables.estimates.listing import both
from estimator.report.tables.rows import piped
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import Counted, format_factor, format_number, format_ratio, format_size, format_time

LONGEST = 12
"""Rows of steps, and of kinds of calls that are no operation's, in a listing for people; JSON has all."""
HOW: Mapping[str, str] = {
    "all_ranks": phrase("shortest of all ranks"),
    "profiler": phrase("the profiler's"),
    "low_quantile": phrase("low quantile"),
}
DASH = "-"


def as_text(found: TracesCompared, *, by_step: bool = False, screen: Screen = PLAIN) -> str:
    """Tables for the terminal: operations, with ``by_step`` in each step, steps, windows, what matches nothing."""
    return screen.text(_lines(found, lambda rows: "\n".join(fitted(rows, screen)), by_step))


def as_markdown(found: TracesCompared, *, by_step: bool = False, screen: Screen = PLAIN) -> str:
    """The same for a review comment."""
    return screen.text(_lines(found, lambda rows: piped(screen.rows(rows)).rstrip("\n"), by_step))


def _lines(found: TracesCompared, table: Callable[[list[list[str]]], str], by_step: bool) -> Iterator[str]:
    yield _head(found)
    if found.operations:
        yield ""
        yield table(_rows(found, by_step))
        yield ""
        yield _where(found)
        yield table(_where_rows(found))
        yield ""
        yield table(_step_rows(found))
        if (more := len(found.by_step) - LONGEST) > 0:
            yield phrase("... and {more:step} more; --format json has all.", more=Counted(more))
        yield from _windows(found)
    if found.unmatched:
        calls = Counted(sum(kind.calls for kind in found.unmatched))
        yield from ("", phrase("Calls that match no operation, {calls:call}:", calls=calls))
        yield table(_other_rows(found))
        if (more := len(found.unmatched) - LONGEST) > 0:
            yield phrase("... and {more:kind} more; --format json has all.", more=Counted(more))
    remarks = [*_never(found), *_remarks(found)]
    if remarks:
        yield from ("", *remarks)


def _never(found: TracesCompared) -> Iterator[str]:
    if found.never:
        yield phrase("Operations that were not seen: {names}.", names=linked(", ", found.never))


def _head(found: TracesCompared) -> str:
    ranks = Counted(len(found.ranks))
    traced = phrase("{ranks:rank} traced", ranks=ranks)
    if found.world:
        traced = phrase("{ranks:rank} of {world} traced", ranks=ranks, world=found.world)
    steps = phrase("{steps:step}", steps=Counted(len(found.steps))) if found.steps else phrase("no step marked")
    return phrase(
        "{traced}, {steps}; {calls:call} of {operations:operation} seen.",
        traced=traced,
        steps=steps,
        calls=Counted(sum(operation.all.calls for operation in found.operations.values())),
        operations=Counted(len(found.operations)),
    )


def _rows(found: TracesCompared, by_step: bool) -> list[list[str]]:
    head = [*heads("operation", "collective", "ranks"), "n", *heads("calls", "per step", "predicted", "transfer p50")]
    head += ["p10 .. p90", *heads("told by", "error", "inside", "waiting p50", "exposed p50", "hidden")]
    rows = [head]
    for operation in found.operations.values():
        rows.append(_row(operation, operation.name, operation.all))
        for step, measured in operation.by_step.items() if by_step else ():
            rows.append(_row(operation, phrase("  step {step}", step=step), measured))
    return rows


def _row(seen: OperationSeen, name: str, measured: MeasuredCalls) -> list[str]:
    hidden = measured.hidden.total / measured.elapsed.total if measured.hidden and measured.elapsed.total else None
    return [
        name,
        seen.collective,
        str(seen.ranks),
        format_size(measured.n.p50) if measured.n is not None else DASH,
        str(measured.calls),
        _of(seen.seen_per_step, seen.per_step) if measured is seen.all else "",
        both(measured.predicted, format_time),
        format_time(measured.transfer.p50),
        f"{format_time(measured.transfer.p10)} .. {format_time(measured.transfer.p90)}",
        HOW[measured.basis],
        both(measured.error, _signed),
        format_ratio(measured.inside, 3),
        format_time(measured.waiting.p50),
        format_time(measured.exposed.p50) if measured.exposed is not None else DASH,
        format_ratio(hidden, 3) if hidden is not None else DASH,
    ]


def _of(seen: float | None, wanted: float) -> str:
    """Calls a step as seen, and as the spec has them."""
    seen_per_step = DASH if seen is None else format_number(seen)
    return phrase("{seen} of {wanted}", seen=seen_per_step, wanted=format_number(wanted) if wanted else DASH)


def _where(found: TracesCompared) -> str:
    """What the table of where the time goes counts."""
    where = word("of a step on one rank") if found.steps else word("on one rank")
    if any(one.all.exposed is not None for one in found.operations.values()):
        return phrase(
            "Where the time {where} goes that no computation hides, the dearest operation first:", where=where
        )
    return phrase(
        "Where the time {where} goes, the dearest operation first; no computation was traced that might hide it:",
        where=where,
    )


def _where_rows(found: TracesCompared) -> list[list[str]]:
    """Operations by the time that they cost, the dearest first."""
    dearest = sorted(found.operations.values(), key=lambda one: -one.exposed_a_rank)
    total = sum(one.exposed_a_rank for one in dearest)
    rows = [
        [
            one.name,
            format_number(one.calls_a_rank, 3),
            format_time(one.exposed_a_rank),
            format_ratio(one.exposed_a_rank / total, 3) if total else DASH,
            format_time(one.waiting_a_rank),
            _verdict(one.all),
            ", ".join(one.requirements) or DASH,
        ]
        for one in dearest[:LONGEST]
    ]
    return [heads("operation", "calls", "time", "of all", "of it waiting", "transfer", "requirements"), *rows]


def _verdict(measured: MeasuredCalls) -> str:
    """How the median transfer stands to the predicted interval."""
    low, high = measured.predicted
    median = measured.transfer.p50
    if median > high > 0.0:
        return phrase("{factor} the conservative end", factor=format_factor(median / high, 3))
    if median < low:
        return phrase("{factor} the optimistic end", factor=format_factor(median / low, 3))
    return word("as predicted")


def _step_rows(found: TracesCompared) -> list[list[str]]:
    head = heads("step", "rank", "calls", "predicted", "transfer", "waiting", "predicted exposed", "exposed")
    rows = [
        [
            step.label or word("whole trace"),
            step.rank,
            str(step.calls),
            both(step.predicted, format_time),
            format_time(step.transfer),
            format_time(step.waiting),
            both(step.predicted_exposed, format_time),
            _maybe(step.exposed),
            _maybe(step.exposed_transfer),
        ]
        for step in found.by_step[:LONGEST]
    ]
    return [[*head, word("exposed transfer")], *rows]


def _maybe(seconds: float | None) -> str:
    return format_time(seconds) if seconds is not None else DASH


def _windows(found: TracesCompared) -> Iterator[str]:
    """The computation beside each call, as a spec would write it."""
    shown = [seen for seen in found.operations.values() if seen.window is not None and seen.window.share > 0.0]
    if not shown:
        return
    yield ""
    yield phrase("Computation beside a call as measured, nine in ten calls; what it is slowed down by no trace tells:")
    for seen in shown:
        if seen.window is not None:
            ends = ", ".join(format_time(end, 3).replace("\u00a0", " ").replace("µ", "u") for end in seen.window.window)
            line = f"  {seen.name}: {{overlap: {{window: [{ends}]}}}}"
            if seen.window.open:
                line = phrase("{line}  # calls hidden whole: at least the second, at most the first", line=line)
            yield line


def _other_rows(found: TracesCompared) -> list[list[str]]:
    rows = [
        [
            kind.collective or kind.what,
            str(kind.ranks) if kind.ranks is not None else DASH,
            format_size(kind.n) if kind.n is not None else DASH,
            str(kind.calls),
            format_time(kind.elapsed.p50),
            kind.reason,
        ]
        for kind in found.unmatched[:LONGEST]
    ]
    return [[*heads("call", "ranks"), "n", *heads("calls", "elapsed p50", "why")], *rows]


def _remarks(found: TracesCompared) -> Iterator[str]:
    """What a reader must know of the figures above."""
    seen = found.operations.values()
    if any(one.all.basis == "low_quantile" for one in seen):
        yield phrase(
            "Transfer by a low quantile: not all ranks of a group were traced, so the tenth of the calls that took "
            "the least stands for the transfer, and what the others took longer is called waiting."
        )
    if sized := [one.name for one in seen if one.sizes_sent]:
        yield phrase(
            "Sizes worked out from what was sent; predicted at the operation's own size: {names}.",
            names=linked(", ", sized),
        )
    if unsized := [one.name for one in seen if one.unsized_group]:
        yield phrase(
            "The size of the group is not in the trace; matched without it: {names}.", names=linked(", ", unsized)
        )
    for one in seen:
        if one.alike:
            names = linked(", ", one.alike)
            yield phrase("No call of {name} can be told from {names}: counted as one.", name=one.name, names=names)
    yield from (phrase("Note: {note}.", note=note) for note in found.notes)


def _signed(share: float) -> str:
    """A share with its sign; per cent of thousands is a factor that nobody reads more digits of."""
    sign = "+" if share > 0.0 else "\u2212" if share < 0.0 else ""
    return f"{sign}{format_ratio(abs(share), 3)}"
