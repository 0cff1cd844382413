"""The one or two measurements that would tell more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from estimator.judge.diagnosis.causes.cause import Cause, CauseFinding, Next
from estimator.judge.diagnosis.following.commands import RANKS, command, fewer_nodes, fewer_ranks
from estimator.judge.diagnosis.runs.contrast import twin
from estimator.judge.diagnosis.runs.view import View

BY_CODE: Mapping[str, tuple[str, ...]] = {
    "unaligned": ("aligned_sizes",),
    "small_only": ("larger_sizes", "p2p"),
    "large_only": ("smaller_sizes",),
    "few_sizes": ("all_sizes", "p2p"),
    "one_size": ("repeat", "forced_algorithm"),
    "refused": ("readable_log",),
    "cliff": ("forced_algorithm", "p2p"),
    "drops": ("p2p", "repeat"),
    "below_line": ("p2p", "fewer"),
    "no_reference": ("p2p", "fewer"),
    "all_slower": ("p2p", "alone"),
    "alike": ("p2p", "fewer"),
    "no_law": ("repeat", "p2p"),
    "slow_rank": ("without_rank", "p2p"),
    "late_rank": ("without_rank", "p2p"),
    "one_of_ranks": ("without_rank", "p2p"),
    "repeats_differ": ("alone", "repeat"),
    "erratic": ("alone", "repeat"),
}
BY_CAUSE: Mapping[str, tuple[str, ...]] = {
    "startup": ("p2p", "fewer"),
    "bandwidth": ("p2p", "fewer"),
    "topology": ("p2p", "fewer"),
    "algorithm": ("forced_algorithm", "repeat"),
    "contention": ("alone", "repeat"),
    "not_performance": ("checked",),
    "cannot_tell": ("p2p", "repeat"),
}
OF_RUNS = ("p2p", "fewer", "repeat", "alone", "forced_algorithm")
"""Measurements that repeat or vary a run, so that there must be one."""
LEAST = 0.15
"""Confidence of a cause after the first from which it is asked about."""
MOST = 2
REPEATED = 3
"""Repeats that are enough."""


def follow(causes: Sequence[Cause], views: Sequence[View]) -> tuple[Next, ...]:
    """What to measure next for the likeliest cause, then for the one after it; nothing where all is in order."""
    wanted: list[str] = []
    for cause in causes[:2]:
        if cause.name == "healthy" or (cause is not causes[0] and cause.confidence < LEAST):
            continue
        strongest = cause.evidence[0] if cause.evidence else None
        wanted += _asked(cause, strongest)
    if causes[0].name == "healthy" and not wanted:
        wanted += _missing(causes[1:])
    view = _where(causes, views)
    if view is None:
        return tuple(Next(name, "") for name in dict.fromkeys(wanted or ("all_sizes",)) if name not in OF_RUNS)
    if view.run.collective == "p2p":
        wanted = ["other_pair" if name == "p2p" else name for name in wanted if name != "fewer"]
    kept = [name for name in dict.fromkeys(wanted) if not _done(name, view, views)]
    if wanted and not kept:
        kept = ["repeat"]
    return tuple(_next(name, view) for name in kept[:MOST])


def _missing(causes: Sequence[Cause]) -> tuple[str, ...]:
    """What logs in order do not show at all."""
    codes = [one.code for cause in causes if cause.name == "cannot_tell" for one in cause.evidence[:1]]
    return tuple(name for code in codes for name in BY_CODE.get(code, ()))


def _asked(cause: Cause, finding: CauseFinding | None) -> tuple[str, ...]:
    asked = finding is not None and cause.name in ("cannot_tell", "not_performance")
    by_code = BY_CODE.get(finding.code, ()) if finding is not None and asked else ()
    return by_code or BY_CAUSE.get(cause.name, ())


def _where(causes: Sequence[Cause], views: Sequence[View]) -> View | None:
    """The run with the most ranks that the strong evidence is about."""
    by_name = {view.run.name: view for view in reversed(views)}
    for cause in causes:
        strong = [one for one in cause.evidence if one.run in by_name and one.weight > 0.5 * cause.evidence[0].weight]
        if strong:
            return max((by_name[one.run] for one in strong), key=lambda view: view.run.ranks or 0)
    return views[0] if views else None


def _done(name: str, view: View, views: Sequence[View]) -> bool:
    """Whether the logs hold the measurement already."""
    if name == "p2p":
        return any(other.run.collective == "p2p" for other in views)
    if name == "repeat":
        return sum(twin(view, other) for other in views if other.run.key.in_place is not True) >= REPEATED
    if name != "fewer":
        return False
    nodes, ranks = view.run.table.nodes or 1, view.run.ranks or 2
    wanted = (fewer_nodes(nodes), ranks // nodes * fewer_nodes(nodes)) if nodes > 1 else (1, fewer_ranks(ranks))
    same = [other for other in views if other.run.collective == view.run.collective]
    return any((other.run.table.nodes or 1, other.run.ranks) == wanted for other in same)


def _next(name: str, view: View) -> Next:
    return Next(name, command(name, view), dict(_numbers(name, view)))


def _numbers(name: str, view: View) -> Iterator[tuple[str, int | str]]:
    table = view.run.table
    yield "ranks", table.ranks or 0
    if name == "fewer":
        nodes = table.nodes or 1
        yield "across", int(nodes > 1)
        yield "nodes", nodes
        yield "other", fewer_nodes(nodes) if nodes > 1 else fewer_ranks(table.ranks or RANKS)
