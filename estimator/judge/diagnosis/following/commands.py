"""The command line of a measurement, for the tool that wrote the log."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from estimator.cost.collectives import EVEN
from estimator.judge.diagnosis.following.forced import forced
from estimator.judge.diagnosis.runs.view import View
from estimator.spec.groups.hosts import Hosts
from estimator.tools.catalogue import tool_named
from estimator.tools.records import KIT
from estimator.tools.tool import Tool, ToolRun

SMALLEST, LARGEST = 8, 2**30
LIKE: Mapping[str, str] = MappingProxyType({"imb": "osu", "ucc_perftest": "osu", "rccl-tests": "nccl-tests"})
"""A tool of the catalogue that runs where another one does."""
RANKS = 8
"""Ranks of a command line where nobody says them."""
USUAL = 8
"""Ranks of a node where nobody says them."""


def command(name: str, view: View) -> str:
    """The command line of a measurement; empty where no tool of the catalogue can run it."""
    table = view.run.table
    if table.tool == KIT and table.requirement and name in ("alone", "repeat"):
        return f"mpirun -np {table.ranks or 2} python3 run_plan.py --only {table.requirement} --out again.jsonl"
    return _COMMANDS[name](view)


def fewer_nodes(nodes: int) -> int:
    """One node less than several; of two nodes three, since one node has no border."""
    return nodes - 1 if nodes > 2 else 3


def fewer_ranks(ranks: int) -> int:
    """Half of the ranks of a node: on one side of a border inside it, if there is one."""
    return max(2, ranks // 2)


def _tool(view: View) -> Tool | None:
    return tool_named(_like(view)) or tool_named("nccl-tests")


def _like(view: View) -> str:
    """The tool of the catalogue that runs where the log's own does; of the kit's records by their library."""
    table = view.run.table
    if table.tool != KIT:
        return LIKE.get(table.tool, table.tool)
    told = dict(table.environment)
    return "osu" if "mpi" in told else {"hccl": "hccl_test"}.get(told.get("ccl", ""), "nccl-tests")


def _line(view: View, collective: str, ranks: int, per_node: int, sizes: tuple[int, int], before: str = "") -> str:
    """The command line of the log's own tool, or of one that runs where it does."""
    tool = _tool(view)
    if tool is None or collective not in tool.ability.collectives:
        return ""
    whole, rest = divmod(ranks, per_node)
    hosts = Hosts((per_node,) * whole + ((rest,) if rest else ()))
    redop = "sum" if EVEN.get(collective) in ("all_reduce", "reduce_scatter", "reduce") else None
    join = "mean" if collective == "p2p" else "max"
    run = ToolRun(collective, ranks, 1, hosts, sizes, None, redop, 20, 200, True, join)
    # Where nobody says how many ranks there are, the sizes of the log are those that the tool prints.
    printed = view.run.table.ranks is None and sizes == _sizes(view)
    first, last = sizes if printed else (max(1, tool.told(run, size)) for size in sizes)
    line = tool.line(tool.ability, run, str(first), str(last), 2)
    return f"{before} {line}" if before else line


def _shape(view: View) -> tuple[int, int]:
    """Ranks of the group, and of a node."""
    table = view.run.table
    ranks = table.ranks or RANKS
    whole = USUAL if ranks > USUAL and ranks % USUAL == 0 else ranks
    per_node = table.ranks_per_node or (-(-ranks // table.nodes) if table.nodes else whole)
    return ranks, max(1, min(per_node, ranks))


def _own(view: View) -> str:
    """The collective of the log; of nccl-tests between two ranks AllReduce where no line names it, else none."""
    table = view.run.table
    return table.collective or ("all_reduce" if LIKE.get(table.tool, table.tool) in ("nccl-tests", "") else "")


def _sizes(view: View) -> tuple[int, int]:
    return max(1, int(view.sizes[0])), max(1, int(view.sizes[-1]))


def _pair(view: View) -> str:
    """A message between two ranks; by tools without such a test an AllGather of two, which is a message each way."""
    apart = view.run.crossing or (view.run.crossing is None and _shape(view)[0] > USUAL)
    per_node = 1 if apart else 2
    tool = _tool(view)
    collective = "p2p" if tool is not None and "p2p" in tool.ability.collectives else "all_gather"
    return _line(view, collective, 2, per_node, (SMALLEST, LARGEST))


def _fewer(view: View) -> str:
    ranks, per_node = _shape(view)
    nodes = view.run.table.nodes or 1
    if nodes > 1:
        ranks = per_node * fewer_nodes(nodes)
    else:
        ranks = fewer_ranks(ranks)
        per_node = min(per_node, ranks)
    return _line(view, _own(view), ranks, per_node, _sizes(view))


def _again(view: View) -> str:
    line = _line(view, _own(view), *_shape(view), _sizes(view))
    return f"for i in 1 2 3 4 5; do {line}; done" if line else ""


def _aligned(view: View) -> str:
    low, high = (max(16, int(size) // 16 * 16) for size in _sizes(view))
    return _line(view, _own(view), *_shape(view), (low, high))


def _forced(view: View) -> str:
    """One algorithm or protocol after the other where a loop can try them; mpirun hands on what is told by ``-x``."""
    tool, named = _tool(view), view.against.promise.algorithm if view.against is not None else ""
    words = forced(tool.name, view.run.collective, named) if tool is not None else ""
    line = _line(view, _own(view), *_shape(view), _sizes(view))
    if not line or not words.startswith("NCCL_"):
        return _line(view, _own(view), *_shape(view), _sizes(view), words)
    exported = " ".join(f"-x {word}" for word in words.split())
    line = line.replace("mpirun ", f"mpirun {exported} ", 1)
    loops = [("NCCL_PROTO", "$p", "p in LL Simple"), ("NCCL_ALGO", "$a", "a in Ring Tree")]
    for name, each, choices in loops if view.run.collective == "all_reduce" else loops[:1]:
        looped = re.sub(rf"{name}=\S+", f"{name}={each}", line)
        line = f"for {choices}; do {looped}; done" if looped != line else line
    return line


def _between(low: int, high: int) -> Callable[[View], str]:
    return lambda view: _line(view, _own(view), *_shape(view), (low, high))


def _larger(view: View) -> str:
    """Sizes beyond those of the log, the last ones once more."""
    last = _sizes(view)[1]
    low, high = (2**20, LARGEST) if last <= LARGEST // 4 else (last // 4, last * 8)
    return _line(view, _own(view), *_shape(view), (low, high))


_COMMANDS: Mapping[str, Callable[[View], str]] = MappingProxyType(
    {
        "p2p": _pair,
        "other_pair": _pair,
        "fewer": _fewer,
        "without_rank": _fewer,
        "repeat": _again,
        "alone": lambda view: _line(view, _own(view), *_shape(view), _sizes(view)),
        "aligned_sizes": _aligned,
        "forced_algorithm": _forced,
        "checked": _between(SMALLEST, 2**26),
        "all_sizes": _between(SMALLEST, LARGEST),
        "larger_sizes": _larger,
        "smaller_sizes": _between(SMALLEST, 2**20),
    }
)
