"""Random set-ups: a machine, a spec of it, one thing planted in it, and the logs that an engineer would bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import log2
from random import Random

import numpy as np

from estimator.estimate.table import estimate
from estimator.judge.diagnosis.causes.cause import CauseName, Diagnosis
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import seen
from estimator.spec.load import load
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import Event, Told
from tests.judge.diagnosis.setups.printed import FORMS, Measured
from tests.judge.diagnosis.setups.promised import FORMS as SPEC_FORMS
from tests.judge.diagnosis.setups.promised import Spec
from tests.judge.diagnosis.setups.wires import Wires

ALGORITHMS: Mapping[str, tuple[str, ...]] = {
    "all_reduce": ("ring", "recursive_doubling", "rabenseifner", "hierarchical_rs_ar_ag"),
    "all_gather": ("ring", "recursive_doubling"),
    "reduce_scatter": ("ring", "recursive_halving"),
    "all_to_all": ("pairwise", "bruck"),
}
HOLDS = ("one", "pair", "series", "all", "repeats")
"""What the logs hold: the whole group alone; with a pair of ranks on its outermost path; with groups of fewer ranks and
nodes; with both; three repeats."""


@dataclass
class SetUp:
    """A spec, the logs, what was planted, and what the logs can tell of it.

    ``tells``: whether the logs set the planted cause apart from every other. ``asks``: measurements of which one has to
    be asked for where they do not.
    """

    cause: CauseName
    kind: str
    holds: str
    form: str
    spec: Spec
    tells: bool = True
    asks: tuple[str, ...] = ()
    logs: list[tuple[str, Told]] = field(default_factory=list)

    def events(self) -> Iterator[Event]:
        """What the readers find in the logs."""
        for place, (text, told) in enumerate(self.logs):
            yield from read_log(numbered([text]), f"{place}.log", told)

    def diagnosed(self) -> Diagnosis:
        """The diagnosis of the logs against the spec."""
        spec = load("d.yaml", {"d.yaml": self.spec.text().encode()}.__getitem__).spec
        return diagnosis(seen(self.events()), Promises(spec, estimate(spec)))


@dataclass(frozen=True)
class Group:
    """A run's group: its collective and algorithm, nodes and ranks of a node."""

    collective: str
    algorithm: str
    nodes: int
    per_node: int


class Bench:
    """Runs groups on a machine by its wires and prints their logs in one form.

    ``noise``: of the mean of many iterations; ``stray``: share of times that something else delayed; ``wave``: by how
    much protocols let times swing about the law over sizes.
    """

    def __init__(self, random: Random, form: str) -> None:
        self.random, self.form = random, form
        self.noise, self.stray = random.uniform(0.02, 0.05), random.choice((0.0, 0.0, 0.03))
        self.wave, self.phase = random.uniform(0.0, 0.05), random.uniform(0.0, 6.28)
        self.step, self.first = random.choice((2, 2, 4)), random.choice((8, 256, 1024, 4096))
        self.last = random.choice((2**27, 2**28, 2**30))

    def sizes(self, ranks: int) -> tuple[int, ...]:
        """The sizes of a run, multiples of what the ranks share."""
        found, size, unit = [], self.first, 4 * ranks
        while size <= self.last:
            found.append(max(size // unit, 1) * unit)
            size *= self.step
        return tuple(dict.fromkeys(found))

    def law(self, wires: Wires, group: Group) -> list[float]:
        """Times [s] by the machine's law alone."""
        sizes = np.array(self.sizes(group.nodes * group.per_node), dtype=float)
        name = f"{group.collective}/{group.algorithm}"
        times = wires.times(name, group.nodes, group.per_node, sizes)
        return [float(time) for time in times * (1.0 + self.wave * np.sin(np.log2(sizes) * 0.9 + self.phase))]

    def shaken(self, times: list[float]) -> tuple[float, ...]:
        """Times with noise and stray ones."""
        return tuple(
            time
            * self.random.lognormvariate(0.0, self.noise)
            * (self.random.uniform(1.3, 2.5) if self.random.random() < self.stray else 1.0)
            for time in times
        )

    def run(self, group: Group, times: list[float], again: list[float] | None = None) -> Measured:
        """What was measured of a group, with the noise of the bench."""
        found = self.shaken(times)
        low = tuple(time * self.random.uniform(0.9, 0.99) for time in found)
        high = tuple(time * self.random.uniform(1.01, 1.15) for time in found)
        sizes = self.sizes(group.nodes * group.per_node)
        also = self.shaken(again if again is not None else times)
        return Measured(group.collective, group.nodes, group.per_node, sizes, found, also, low, high)

    def printed(self, run: Measured) -> tuple[str, Told]:
        """A log; what its form cannot say is told beside it."""
        form = "osu" if self.form == "hccl" and run.collective == "p2p" else self.form
        told = Told(nodes=run.nodes) if form == "hccl" else Told()
        return FORMS[form](run), told


def wires_of(random: Random, nodes: int) -> Wires:
    """A machine in order; whether the node has a border of its own is left to the spec."""
    each, out = random.choice((2, 4, 8, 8, 16)), random.uniform(5.0, 50.0) * 1e9
    node = out * each * random.uniform(1.0, 1.3) if nodes > 1 and random.random() < 0.6 else None
    alpha = (random.uniform(1.0, 8.0) * 1e-6, random.uniform(8.0, 30.0) * 1e-6)
    return Wires(each, alpha, (random.uniform(60.0, 400.0) * 1e9, out), random.uniform(0.0, 20.0) * 1e-6, node)


@dataclass
class Draft:
    """A set-up on its way: the machine as promised, its bench, its whole group, what the logs are to hold."""

    random: Random
    spec: Spec
    bench: Bench
    whole: Group
    holds: str

    @property
    def wires(self) -> Wires:
        """The machine as it is where all is in order: somewhere within what is promised."""
        one, width = self.spec.wires, self.spec.width
        by = [width ** self.random.uniform(-0.9, 0.9) for _ in range(5)]
        rate = (one.rate[0] * by[2], one.rate[1] * by[3])
        node = None if one.node is None else one.node * by[3]
        return replace(
            one, alpha=(one.alpha[0] * by[0], one.alpha[1] * by[1]), rate=rate, launch=one.launch * by[4], node=node
        )

    def felt(self, bad: Wires, algorithm: str) -> bool:
        """Whether the group is slower than all that is promised at a quarter of the sizes: else nobody asks why."""
        one, spare = self.spec.wires, self.spec.width * (1.25 if self.spec.form == "sweep" else 1.0)
        alpha, rate = (one.alpha[0] * spare, one.alpha[1] * spare), (one.rate[0] / spare, one.rate[1] / spare)
        node = None if one.node is None else one.node / spare
        worst = self.bench.law(Wires(one.each, alpha, rate, one.launch * spare, node), self.whole)
        found = self.bench.law(bad, replace(self.whole, algorithm=algorithm))
        slower = sorted(now / was for now, was in zip(found, worst, strict=True))
        return slower[-max(3, len(slower) // 4)] > 1.35

    def groups(self) -> list[Group]:
        """The groups that are run, the whole one first."""
        one, found = self.whole, [self.whole]
        if self.holds in ("pair", "all"):
            far = one.nodes > 1
            found.append(Group("p2p", "direct", 2 if far else 1, 1 if far else 2))
        if self.holds in ("series", "all"):
            each = [2**k for k in range(1, int(log2(one.per_node)) + 1)]
            inside = each if one.nodes == 1 else each[-1:] + each[:1]
            found += [replace(one, nodes=1, per_node=count) for count in dict.fromkeys(inside)]
            found += [replace(one, nodes=2**k) for k in range(1, int(log2(one.nodes)) + 1)]
        return list(dict.fromkeys(found))

    def made(
        self, cause: CauseName, kind: str, runs: list[Measured], tells: bool = True, asks: tuple[str, ...] = ()
    ) -> SetUp:
        """The set-up with the logs of its runs."""
        logs = [self.bench.printed(run) for run in runs]
        return SetUp(cause, kind, self.holds, self.bench.form, self.spec, tells, asks, logs)

    def all_runs(self, wires: Wires) -> list[Measured]:
        """Every group by the law of a machine; repeats where the logs are to hold them."""
        times = 3 if self.holds == "repeats" else 1
        return [self.bench.run(group, self.bench.law(wires, group)) for group in self.groups() for _ in range(times)]


def draft(random: Random, nodes: tuple[int, ...] = (1, 1, 2, 4, 8), forms: tuple[str, ...] = tuple(FORMS)) -> Draft:
    """A random machine with its spec and bench; the bench has sizes ruled by start-up and by transfer."""
    count = random.choice(nodes)
    wires = wires_of(random, count)
    collective = random.choice(tuple(ALGORITHMS))
    able = [one for one in ALGORITHMS[collective] if count > 1 or not one.startswith("hier")]
    algorithm = able[0] if random.random() < 0.7 else random.choice(able)
    also = tuple(one for one in able if one != algorithm and random.random() < 0.5)
    spec = Spec(wires, count, collective, algorithm, also, random.choice(SPEC_FORMS), random.uniform(1.02, 1.25))
    bench, whole = Bench(random, random.choice(forms)), Group(collective, algorithm, count, wires.each)
    while bench.law(wires, whole)[-1] < 6.0 * bench.law(wires, whole)[0]:
        bench.last *= 4
    return Draft(random, spec, bench, whole, random.choice(HOLDS))
