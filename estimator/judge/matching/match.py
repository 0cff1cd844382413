"""Whether a record measures what a cell asks for, field by field: what differs, and what the log does not say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from estimator.cost.collectives import EVEN, UNEVEN, collective_named
from estimator.cost.entries.catalogue import find
from estimator.dtypes import element_width
from estimator.judge.matching.asked import AskedTest
from estimator.tools.ability import ability_of
from estimator.tools.records import Record, Table

ALIGNED = 16
"""Bytes to which tools round a rank's share."""
ROUNDED = 0.01
"""Share by which a size may be rounded and still be the same cell."""
SKEWED = 0.02
"""Relative difference of two skews that are the same: integer counts do not give every ratio."""
_SPAN = re.compile(r"\S+:(\d{1,7})-(\d{1,7})")
_ALGORITHMS = {
    "ring": ("ring",),
    "tree": ("double_binary_tree",),
    "nvls": ("in_network",),
    "nvlstree": ("in_network",),
    "collnetdirect": ("in_network",),
    "collnetchain": ("in_network",),
}
"""Libraries' words for algorithms -> names in the catalogue that they may stand for."""


class Mismatch(NamedTuple):
    """One field in which a record is not what was asked for. ``found`` "": the log does not say."""

    field: str
    wanted: str
    found: str

    @property
    def unknown(self) -> bool:
        """Whether the log does not say it, rather than saying something else."""
        return self.found == ""


def same_size(asked: AskedTest, n: int) -> bool:
    """Whether a record's n is the cell's, or what a tool makes of it by rounding to whole shares.

    81920 elements of bf16 on 48 ranks are 163840 B, which a tool runs as 163776 B or, by shares of 16 B, 163584 B.
    """
    if n == asked.n:
        return True
    if abs(n - asked.n) > ROUNDED * asked.n:
        return False
    width = 1.0
    if asked.dtype is not None:
        width = max(1.0, element_width(asked.dtype))
    for unit in (width, width * asked.ranks, float(ALIGNED), float(ALIGNED * asked.ranks)):
        down = asked.n // unit * unit
        if n == down or (down != asked.n and n == down + unit):
            return True
    return False


def same_call(asked: AskedTest, record: Record) -> bool:
    """Whether a record is of this collective, size and number of ranks, whatever else it is."""
    table = record.table
    if record.n is None or table.ranks != asked.ranks:
        return False
    return runs(asked, table) and (asked.n == record.n or same_size(asked, record.n))


def runs(asked: AskedTest, table: Table) -> bool:
    """Whether a table is of this collective: the even form stands for an even load where the tool has no other."""
    if table.collective == asked.collective:
        return True
    if asked.skew != 1.0 or table.collective is None or table.collective != EVEN[asked.collective]:
        return False
    ability = ability_of(table.tool)
    if ability is None or asked.collective not in ability.collectives:
        return False
    return ability.collectives[asked.collective] == ability.collectives.get(table.collective)


def differences(asked: AskedTest, record: Record) -> tuple[Mismatch, ...]:
    """What of the call and its surroundings differs or is not said, of a record of the ``same_call``."""
    found = (check(asked, record) for check in _CHECKS)
    return tuple(one for one in found if one is not None)


def unstated(asked: AskedTest, record: Record) -> tuple[str, ...]:
    """What a log that matches leaves open or has otherwise and need not have: few tools say it, few times change."""
    return tuple(_left_open(asked, record))


def _left_open(asked: AskedTest, record: Record) -> Iterator[str]:
    table = record.table
    if asked.algorithm and not table.algorithm:
        yield "algorithm"
    if asked.redop and not table.redop:
        yield "redop"
    if record.in_place is None:
        yield "in_place"
    if table.warmup is None:
        yield "warmup"
    if table.buffer != asked.buffer:
        yield "buffer"
    if asked.dtype and not table.dtype:
        yield "dtype"


def _nodes(asked: AskedTest, record: Record) -> Mismatch | None:
    """Nodes or hosts of the group, and how its ranks lie on them."""
    found = node_ranks(record.table)
    wanted = {tuple(sorted(asked.node_ranks)), tuple(sorted(asked.host_ranks))}
    if found is not None and tuple(sorted(found)) in wanted:
        return None
    return Mismatch("nodes", spread(asked.node_ranks), "" if found is None else spread(found))


def node_ranks(table: Table) -> tuple[int, ...] | None:
    """Ranks on each node of a run, in order; None where the log does not say."""
    spans = [(int(low), int(high)) for low, high in _SPAN.findall(table.placement)]
    counts = tuple(high - low + 1 for low, high in spans)
    if table.ranks is None:
        return None
    listed = table.groups == 1 and table.nodes in (None, len(counts)) and min(counts, default=0) > 0
    if listed and sum(counts) == table.ranks:
        return counts
    nodes, each = table.nodes, table.ranks_per_node
    if nodes is None and each and table.ranks % each == 0:
        nodes = table.ranks // each
    if not nodes or table.ranks % nodes or (each is not None and each * nodes != table.ranks):
        return None
    return (table.ranks // nodes,) * nodes


def spread(ranks: tuple[int, ...]) -> str:
    """Ranks by nodes in words of a log: 8 nodes of 8 are ``8 x 8``, uneven ones ``8+4``."""
    if len(set(ranks)) == 1:
        return f"{len(ranks)} x {ranks[0]}"
    return "+".join(map(str, ranks[:8])) + ("+..." if len(ranks) > 8 else "")


def _groups(asked: AskedTest, record: Record) -> Mismatch | None:
    """Groups at once; a group inside one node may run on several nodes at the same time, as they share nothing."""
    found, inside = record.table.groups, len(asked.node_ranks) == 1
    if found == asked.groups or (inside and found % asked.groups == 0 and asked.groups > 1):
        return None
    return Mismatch("groups", str(asked.groups), str(found))


def _condition(asked: AskedTest, record: Record) -> Mismatch | None:
    return _word("condition", asked.condition, record.table.condition)


def _dtype(asked: AskedTest, record: Record) -> Mismatch | None:
    """The element type; where the tool has none of it, another of as many bytes."""
    found = record.table.dtype
    if asked.dtype is None or found == asked.dtype:
        return None
    if not found:
        return Mismatch("dtype", asked.dtype, "") if collective_named(asked.collective).reduces else None
    ability = ability_of(record.table.tool)
    lacks = ability is not None and asked.dtype not in ability.dtypes
    if lacks and _width(found) == element_width(asked.dtype) and not collective_named(asked.collective).reduces:
        return None
    return Mismatch("dtype", asked.dtype, found)


def _width(dtype: str) -> float | None:
    try:
        return element_width(dtype)
    except KeyError:
        return None


def _redop(asked: AskedTest, record: Record) -> Mismatch | None:
    found = record.table.redop
    return _word("redop", asked.redop, found) if asked.redop and found else None


def _skew(asked: AskedTest, record: Record) -> Mismatch | None:
    """The load's skew: 1 of an even collective, and of a tool that makes no uneven load."""
    if asked.collective not in UNEVEN:
        return None
    table = record.table
    found, ability = table.skew, ability_of(table.tool)
    if found is None and (table.collective == EVEN[asked.collective] or (ability is not None and not ability.uneven)):
        found = 1.0
    if found is not None and abs(found - asked.skew) <= SKEWED * asked.skew:
        return None
    return Mismatch("skew", f"{asked.skew:g}", "" if found is None else f"{found:g}")


def _path(asked: AskedTest, record: Record) -> Mismatch | None:
    """The path by name, or the group by name; neither is needed where no other group lies alike."""
    table = record.table
    if table.path:
        return _word("path", asked.path, table.path) if asked.path else None
    return None if asked.alone or table.group else Mismatch("path", asked.path, "")


def _algorithm(asked: AskedTest, record: Record) -> Mismatch | None:
    """The algorithm that a log reports, where its word is one of ours or one of a library's that is known."""
    plain = _plain(record.table.algorithm)
    known = _ALGORITHMS.get(plain.replace("_", ""), (plain,) if find(asked.collective, plain) else ())
    if not asked.algorithm or not known or asked.algorithm in known:
        return None
    return Mismatch("algorithm", asked.algorithm, plain)


def _plain(algorithm: str) -> str:
    """The algorithm in a tool's words without its protocol: ``Ring/Simple`` is ``ring``."""
    return algorithm.split("/")[0].strip().lower().replace("-", "_")


def _in_place(asked: AskedTest, record: Record) -> Mismatch | None:
    if record.in_place is None or record.in_place == asked.in_place:
        return None
    return Mismatch("in_place", str(asked.in_place).lower(), str(record.in_place).lower())


def _launch(asked: AskedTest, record: Record) -> Mismatch | None:
    """Who started the calls, where both the test and the log say it."""
    found = record.table.launch
    return _word("launch", asked.launch, found) if asked.launch and found else None


def _way(asked: AskedTest, record: Record) -> Mismatch | None:
    """One message one way: a rate of both directions, or of many messages in flight, is of another test."""
    return None if record.table.way == "one" else Mismatch("way", "one", record.table.way)


def _group(asked: AskedTest, record: Record) -> Mismatch | None:
    """A group that a log names is the group that is meant, however alike another lies."""
    table = record.table
    return _word("group", asked.group, table.group) if table.group and asked.group else None


def _word(field: str, wanted: str | None, found: str) -> Mismatch | None:
    return None if found == wanted else Mismatch(field, wanted or "", found)


_CHECKS: tuple[Callable[[AskedTest, Record], Mismatch | None], ...] = (
    *(_nodes, _groups, _condition, _dtype, _redop, _skew, _path, _group, _algorithm, _in_place, _launch, _way),
)
