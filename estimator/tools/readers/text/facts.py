"""What the lines around a table say of the run: collected as they come, taken up when a table starts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from estimator.tools.readers.text.launch import LaunchLine

MOST_HOSTS = 65536


@dataclass
class Devices:
    """The device list: for each group and host its lowest and highest rank and how many lines there were."""

    hosts: dict[tuple[int, str], list[int]] = field(default_factory=dict)
    hardware: str = ""

    def add(self, rank: int, group: int, host: str, hardware: str) -> None:
        """Take one line of the list into account."""
        self.hardware = self.hardware or hardware
        known = self.hosts.get((group, host))
        if known is not None:
            known[:] = [min(known[0], rank), max(known[1], rank), known[2] + 1]
        elif len(self.hosts) < MOST_HOSTS:
            self.hosts[(group, host)] = [rank, rank, 1]

    def groups(self) -> int:
        """How many groups ran at once."""
        return len({group for group, _ in self.hosts}) or 1

    def ranks(self) -> int | None:
        """Ranks of one group: the highest number and one where there is one group, else the lines of the first."""
        if not self.hosts:
            return None
        if self.groups() == 1:
            return max(entry[1] for entry in self.hosts.values()) + 1
        first = min(group for group, _ in self.hosts)
        return sum(entry[2] for (group, _), entry in self.hosts.items() if group == first)

    def nodes(self) -> int | None:
        """Hosts of one group, or None where the list leaves out ranks that could be on others."""
        first = min((group for group, _ in self.hosts), default=0)
        spans = sorted(entry[:2] for (group, _), entry in self.hosts.items() if group == first)
        if not spans:
            return None
        whole = self.groups() > 1 or all(b[0] == a[1] + 1 for a, b in pairwise(spans))
        return len(spans) if whole and (self.groups() > 1 or spans[0][0] == 0) else None

    def placement(self) -> str:
        """Hosts in order with their ranks, such as ``n0:0-7 n1:8-15``; the first hundred."""
        entries = sorted((entry[0], entry[1], host) for (_, host), entry in self.hosts.items())
        return " ".join(f"{host}:{low}-{high}" for low, high, host in entries[:100])


@dataclass
class RunFacts:
    """Facts of one run, empty where no line said anything. A line that starts a run starts new facts."""

    tool: str = ""
    version: str = ""
    library: str = ""
    benchmark: str = ""
    collective: str | None = None
    launch: LaunchLine | None = None
    devices: Devices = field(default_factory=Devices)
    processes: int | None = None
    """Ranks the tool itself printed."""
    nodes: int | None = None
    per_node: int | None = None
    warmup: int | None = None
    iterations: int | None = None
    largest: int | None = None
    """The size that the sweep is to end at."""
    aggregated: bool = False
    """Each timed iteration is of several calls at once."""
    started_by: str = ""
    """Who started the calls: host, graph."""
    dtype: str = ""
    redop: str = ""
    algorithm: str = ""
    in_place_first: bool | None = None
    in_place: bool | None = None
    time_unit: float = 0.0
    groups: int = 1
    label: str = ""
    heading: str = ""
    """The last heading, under which words in bold are labels."""
    caption: str = ""
    """The sentence before the fenced text that the table stands in: it tells runs apart as a heading does."""
    above: str = ""
    """The collective that a line over the table names in words: believed only where the numbers allow it too."""
    environment: dict[str, str] = field(default_factory=dict)
    """Variables that a shell set before, which hold for every run after."""
    notes: list[str] = field(default_factory=list)
    listed: bool = False
    """The benchmark is one of a list of those that are to run."""
    tabled: bool = False
    """A table was started with these facts."""

    def copy(self) -> RunFacts:
        """The facts at this moment."""
        devices = Devices(dict(self.devices.hosts), self.devices.hardware)
        return replace(self, devices=devices, notes=[*self.notes], environment=dict(self.environment))

    def fresh(self, **kept: object) -> RunFacts:
        """New facts for a new run, with some kept."""
        new = RunFacts(environment=self.environment, heading=self.heading, above=self.above, caption=self.caption)
        return replace(new, **kept)  # type: ignore[arg-type]
