"""The one or two measurements that would tell more, with their commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from estimator.judge.diagnosis.cause import Cause, CauseFinding, Next
from estimator.judge.diagnosis.view import View
from estimator.spec.groups.hosts import Hosts
from estimator.tools.catalogue import tool_named
from estimator.tools.tool import ToolRun

BY_CODE: Mapping[str, tuple[str, ...]] = {
    "unaligned": ("aligned_sizes",),
    "small_only": ("larger_sizes", "p2p"),
    "large_only": ("smaller_sizes",),
    "few_sizes": ("all_sizes", "p2p"),
    "cliff": ("forced_algorithm", "p2p"),
    "drops": ("p2p", "repeat"),
    "below_line": ("p2p", "fewer"),
    "no_reference": ("p2p", "fewer"),
    "all_slower": ("p2p", "alone"),
    "alike": ("p2p", "fewer"),
    "no_law": ("repeat", "p2p"),
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
MOST = 2
SMALLEST, LARGEST = 8, 2**30
FORCE: Mapping[str, str] = {
    "nccl-tests": "NCCL_ALGO=Ring NCCL_PROTO=Simple",
    "hccl_test": 'HCCL_ALGO="level0:ring;level1:ring"',
    "osu": "OMPI_MCA_coll_tuned_use_dynamic_rules=1",
}
"""How a library is made to take one algorithm. Source: NCCL, HCCL and Open MPI documents."""


def follow(causes: Sequence[Cause], views: Sequence[View]) -> tuple[Next, ...]:
    """What to measure next for the likeliest cause, then for the one after it; nothing where all is in order."""
    wanted: list[str] = []
    for cause in causes[:2]:
        if cause.name == "healthy" or (wanted and cause.confidence < 0.15):
            continue
        strongest = cause.evidence[0] if cause.evidence else None
        wanted += _asked(cause, strongest)
    view = _where(causes, views)
    if view is None:
        return (Next("all_sizes", ""),) if wanted else ()
    if view.run.collective == "p2p":
        wanted = ["other_pair" if name == "p2p" else name for name in wanted if name != "fewer"]
    kept = [name for name in dict.fromkeys(wanted) if not _done(name, view, views)]
    return tuple(_next(name, view) for name in kept[:MOST])


def _asked(cause: Cause, finding: CauseFinding | None) -> tuple[str, ...]:
    by_code = BY_CODE.get(finding.code, ()) if finding is not None and cause.name == "cannot_tell" else ()
    return by_code or BY_CAUSE.get(cause.name, ())


def _where(causes: Sequence[Cause], views: Sequence[View]) -> View | None:
    """The run that the strongest evidence is about."""
    for cause in causes:
        for finding in cause.evidence:
            for view in views:
                if view.run.name == finding.run:
                    return view
    return views[0] if views else None


def _done(name: str, view: View, views: Sequence[View]) -> bool:
    """Whether the logs hold the measurement already."""
    return name == "p2p" and any(other.run.collective == "p2p" for other in views)


def _next(name: str, view: View) -> Next:
    return Next(name, _COMMANDS[name](view), dict(_numbers(name, view)))


def _numbers(name: str, view: View) -> Iterator[tuple[str, int | str]]:
    table = view.run.table
    yield "ranks", table.ranks or 0
    if name == "fewer":
        nodes = table.nodes or 1
        yield "across", int(nodes > 1)
        yield "nodes", nodes
        yield "other", nodes - 1 if nodes > 2 else 3 if nodes == 2 else (table.ranks or 2) - 1


def _command(view: View, collective: str, ranks: int, per_node: int, sizes: tuple[int, int], before: str = "") -> str:
    """The command line of the log's own tool, else of nccl-tests."""
    tool = tool_named(view.run.table.tool) or tool_named("nccl-tests")
    if tool is None or collective not in tool.ability.collectives:
        tool = tool_named("nccl-tests")
    if tool is None or collective not in tool.ability.collectives:
        return ""
    whole, rest = divmod(ranks, per_node)
    hosts = Hosts((per_node,) * whole + ((rest,) if rest else ()))
    reduces = collective in ("all_reduce", "reduce_scatter", "reduce")
    asked = ToolRun(
        collective, ranks, 1, hosts, sizes, None, "sum" if reduces else None, 20, 200, True, "max"
    )  # fmt: skip
    line = tool.line(tool.ability, asked, str(sizes[0]), str(sizes[1]), 2)
    return f"{before} {line}" if before else line


def _shape(view: View) -> tuple[int, int]:
    """Ranks of the group, and of a node."""
    table = view.run.table
    ranks = table.ranks or 8
    per_node = table.ranks_per_node or (-(-ranks // table.nodes) if table.nodes else ranks)
    return ranks, max(1, min(per_node, ranks))


def _own(view: View) -> str:
    return view.run.table.collective or "all_reduce"


def _sizes(view: View) -> tuple[int, int]:
    return max(1, int(view.sizes[0])), max(1, int(view.sizes[-1]))


def _pair(view: View) -> str:
    per_node = 1 if view.run.crossing else 2
    return _command(view, "p2p", 2, per_node, (SMALLEST, LARGEST))


def _fewer(view: View) -> str:
    ranks, per_node = _shape(view)
    nodes = view.run.table.nodes or 1
    if nodes > 1:
        ranks = per_node * (nodes - 1 if nodes > 2 else 3)
    else:
        ranks = max(2, ranks - 1)
        per_node = ranks
    return _command(view, _own(view), ranks, per_node, _sizes(view))


def _again(view: View) -> str:
    line = _command(view, _own(view), *_shape(view), _sizes(view))
    return f"for i in 1 2 3 4 5; do {line}; done" if line else ""


def _aligned(view: View) -> str:
    low, high = (max(16, int(size) // 16 * 16) for size in _sizes(view))
    return _command(view, _own(view), *_shape(view), (low, high))


def _forced(view: View) -> str:
    tool = tool_named(view.run.table.tool)
    return _command(view, _own(view), *_shape(view), _sizes(view), FORCE[tool.name if tool else "nccl-tests"])


def _between(low: int, high: int) -> Callable[[View], str]:
    return lambda view: _command(view, _own(view), *_shape(view), (low, high))


_COMMANDS: Mapping[str, Callable[[View], str]] = {
    "p2p": _pair,
    "other_pair": _pair,
    "fewer": _fewer,
    "repeat": _again,
    "alone": lambda view: _command(view, _own(view), *_shape(view), _sizes(view)),
    "aligned_sizes": _aligned,
    "forced_algorithm": _forced,
    "checked": _between(SMALLEST, 2**26),
    "all_sizes": _between(SMALLEST, LARGEST),
    "larger_sizes": _between(2**20, LARGEST),
    "smaller_sizes": _between(SMALLEST, 2**20),
}
