"""The published figures as carried over: tables, machines, and the rows of collectives in seconds."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parent / "data"
KIB, MIB, GIB = 2.0**10, 2.0**20, 2.0**30
Table = dict[str, Any]


class Machine(NamedTuple):
    """Nominal facts of a platform; rates [B/s] of one rank in one direction.

    ``inside``: what joins the ranks of a node: switch | mesh (a link to every peer) | line | pcie; ``rate`` of all
    links of a rank together. ``in_switch``: the switch reduces.
    """

    inside: str
    rate: float
    ranks: int
    nic: float
    in_switch: bool


class Row(NamedTuple):
    """One published time [s] of a collective; ``n`` [byte] canonical.

    ``way``: ring | in switch, as a log says, else "". ``started``: process each | one process | graph, else "".
    ``nic`` [B/s] of a rank, over a ``fabric``: rdma (InfiniBand, RoCE) or cloud (EFA, TCPX). ``kernels``: written for
    the machine, not a library's.
    """

    table: str
    platform: str
    machine: Machine
    collective: str
    way: str
    ranks: int
    nodes: int
    n: float
    seconds: float
    started: str = ""
    nic: float = 0.0
    fabric: str = "rdma"
    kernels: bool = False

    @property
    def label(self) -> str:
        """What tells it from the other rows of its table."""
        where = f"{self.ranks} ranks" + (f" on {self.nodes} nodes" if self.nodes > 1 else "")
        way = f", {self.way}" if self.way else ""
        return f"{self.platform} {self.collective} {where}{way}, {shown(self.n)}"


@cache
def tables() -> dict[str, Table]:
    """Every table by name."""
    return {table["table"]: table for file in ("figures.json", "logs.json") for table in read(DATA / file)}


def read(path: Path) -> list[Table]:
    """The tables of a file."""
    found: list[Table] = json.loads(path.read_text("utf-8"))
    return found


@cache
def machines() -> dict[str, Machine]:
    """Every machine by platform."""
    found: dict[str, Table] = json.loads((DATA / "machines.json").read_text("utf-8"))
    return {name: machine_of(facts) for name, facts in found.items()}


def machine_of(facts: Table) -> Machine:
    """A machine from its facts, rates in GB/s."""
    rate, nic = facts["GBps"] * 1e9, facts.get("nic_GBps", 0.0) * 1e9
    return Machine(facts["inside"], rate, facts["ranks"], nic, facts.get("in_switch", False))


def records(table: Table) -> Iterator[Table]:
    """The rows of a table as mappings, what the table says of all of them included."""
    common = {key: value for key, value in table.items() if key not in ("columns", "rows")}
    yield from (common | dict(zip(table["columns"], row, strict=True)) for row in table["rows"])


def collectives(found: Iterable[Table]) -> Iterator[Row]:
    """Every row of the tables of collectives."""
    for table in found:
        if "form" not in table:
            yield from (row_of(record) for record in records(table))


def row_of(record: Table) -> Row:
    """One row of a table of collectives, its value as a time; ``machine`` in the table where none is known here."""
    collective, ranks, n = record["collective"], record["ranks"], float(record["size_B"])
    platform = record["platform"]
    machine = machine_of(record["machine"]) if "machine" in record else machines()[platform]
    nic = record.get("nic_GBps")
    return Row(
        record["table"],
        platform,
        machine,
        collective,
        _way(record),
        ranks,
        record.get("nodes") or max(1, ranks // machine.ranks),
        n,
        record["time_us"] * 1e-6 if "time_us" in record else seconds(collective, ranks, n, record["busbw_GBps"]),
        started=record.get("started", ""),
        nic=machine.nic if nic is None else nic * 1e9,
        fabric=record.get("fabric", "rdma"),
        kernels=record.get("kernels", False),
    )


def _way(record: Table) -> str:
    switched = record.get("in_switch_from_B")
    if switched is None or record["collective"] != "all_reduce":
        return str(record.get("way") or "")
    return "in switch" if record["size_B"] >= switched else "ring"


def seconds(collective: str, ranks: int, n: float, busbw: float) -> float:
    """The time [s] of a bus bandwidth [GB/s]: AllReduce of 1 GB on 8 ranks at 175 GB/s takes 10 ms."""
    factor = {"all_reduce": 2 * (ranks - 1) / ranks, "broadcast": 1.0}.get(collective, (ranks - 1) / ranks)
    return factor * n / busbw * 1e-9


def shown(n: float) -> str:
    """A size for a label."""
    for unit, size in (("GiB", GIB), ("MiB", MIB), ("KiB", KIB)):
        if n >= size:
            return f"{n / size:g} {unit}"
    return f"{n:g} B"
