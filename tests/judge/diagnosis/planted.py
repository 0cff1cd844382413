"""Random machines with one thing wrong: a spec of what was promised, and logs of what such a machine would print."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from estimator.estimate.cell import cell_model
from estimator.estimate.table import estimate
from estimator.judge.diagnosis.causes.cause import CauseName, Diagnosis
from estimator.judge.diagnosis.diagnose import diagnosis
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import seen
from estimator.spec.document import Spec
from estimator.spec.load import load
from estimator.tools.readers.logs import read_log
from estimator.tools.readers.text.lines import numbered
from estimator.tools.records import NOTHING_TOLD, Event
from tests.tools.readers.written import nccl_log, nccl_rows

ALGORITHMS = {
    "all_reduce": ("ring", "recursive_doubling", "rabenseifner"),
    "all_gather": ("ring", "recursive_doubling"),
    "reduce_scatter": ("ring", "recursive_halving"),
    "all_to_all": ("pairwise", "bruck"),
}
TOOL = {"all_to_all": "alltoall", "p2p": "sendrecv"}


@dataclass(frozen=True)
class Machine:
    """Two levels of ranks: start-up [us] and bandwidth [GB/s] inside a node and across, T0 [us], a cut round nodes."""

    each: int
    nodes: int
    alpha: tuple[float, float]
    rate: tuple[float, float]
    launch: float
    cut: float
    """GB/s of one node to the outside."""
    collective: str = "all_reduce"
    algorithm: str = "ring"
    width: float = 1.0
    """Conservative over optimistic end of what the spec says."""

    def text(self) -> str:
        """The spec of the machine."""
        ranks, (up, out), (fast, slow), w = self.each * self.nodes, self.alpha, self.rate, self.width
        levels = ["[up]", "[up, out]"][self.nodes > 1]
        across = (
            f"    out: {{location: inter_node, exclusive: {{alpha: [{out / w} us, {out * w} us], "
            f"bandwidth: [{slow * w} GB/s, {slow / w} GB/s], per: rank}}}}\n"
            f"  cuts: {{nics: {{boundary: node, exclusive: {{bandwidth: [{self.cut * w} GB/s, {self.cut / w} GB/s]}}, "
            f"loaded: {{bandwidth: [{self.cut * w} GB/s, {self.cut / w} GB/s]}}}}}}\n"
            if self.nodes > 1
            else ""
        )
        pairs = "  pair_up: {size: 2, ranks_per_node: 2, levels: [up]}\n"
        pairs += "  pair_out: {size: 2, ranks_per_node: 1, levels: [out]}\n" if self.nodes > 1 else ""
        inside = "  inside: {size: " + f"{self.each}, ranks_per_node: {self.each}, levels: [up]}}\n"
        many = self.each > 2 and self.nodes > 1
        operations = [("whole", self.collective, self.algorithm, "whole"), ("p_up", "p2p", "direct", "pair_up")]
        operations += [("p_out", "p2p", "direct", "pair_out")] if self.nodes > 1 else []
        operations += [("part", self.collective, self.algorithm, "inside")] if many else []
        return (
            'commspec: 1\ndocument: {id: D, version: "1", title: {zh: 题, en: title}}\n'
            f"platform:\n  name: ASIC-X\n  ranks_per_node: {self.each}\n  nodes: {self.nodes}\n"
            f"  launch: {{time: [{self.launch / w} us, {self.launch * w} us]}}\n  knee: {{k: 0}}\n  paths:\n"
            f"    up: {{location: intra_node, exclusive: {{alpha: [{up / w} us, {up * w} us], "
            f"bandwidth: [{fast * w} GB/s, {fast / w} GB/s], per: rank}}}}\n{across}"
            f"groups:\n  whole: {{size: {ranks}, ranks_per_node: {self.each}, levels: {levels}}}\n"
            f"{pairs}{inside if many else ''}operations:\n"
            + "".join(
                f"  {name}: {{collective: {what}, group: {group}, algorithm: {how}, condition: [exclusive], tensor: "
                f"{{bytes: 1 MiB, dtype: fp32, semantics: {'message' if what == 'p2p' else _SEMANTICS[what]}}}}}\n"
                for name, what, how, group in operations
            )
        )

    def spec(self) -> Spec:
        """The spec, loaded."""
        return load("d.yaml", {"d.yaml": self.text().encode()}.__getitem__).spec


_SEMANTICS = {"all_reduce": "input", "all_gather": "output", "reduce_scatter": "input", "all_to_all": "input"}


@dataclass
class Case:
    """What was promised, and the logs of what was delivered."""

    cause: CauseName
    promised: Machine
    logs: list[str] = field(default_factory=list)

    def events(self) -> list[Event]:
        """What the readers find in the logs."""
        found = []
        for place, text in enumerate(self.logs):
            found += list(read_log(numbered([text]), f"{place}.log", NOTHING_TOLD))
        return found

    def diagnosed(self) -> Diagnosis:
        """The diagnosis of the logs against the promise."""
        spec = self.promised.spec()
        return diagnosis(seen(self.events()), Promises(spec, estimate(spec)))


class Bench:
    """Prints what a machine would measure."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.noise = random.uniform(0.01, 0.05)
        step = random.choice((2, 2, 4))
        first, last = random.choice((8, 1024, 4096)), random.choice((2**27, 2**28, 2**30))
        self.sizes = [first]
        while self.sizes[-1] * step <= last:
            self.sizes.append(self.sizes[-1] * step)

    def times(self, machine: Machine, group: str = "whole") -> list[float]:
        """Times [us] without noise."""
        spec = replace(machine, width=1.0).spec()
        pair = group.startswith("pair")
        what, how = ("p2p", "direct") if pair else (machine.collective, machine.algorithm)
        model = cell_model(spec, collective=what, algorithm=how, group=group, condition="exclusive", at_once=1)
        return [float(time) * 1e6 for time in model.times(np.array(self.sizes, dtype=float))[1]]

    def shaken(self, times: list[float]) -> list[float]:
        """Times with the noise of a mean over iterations."""
        return [time * self.random.lognormvariate(0.0, self.noise) for time in times]

    def log(self, machine: Machine, times: list[float], group: str = "whole", twin: list[float] | None = None) -> str:
        """A log of nccl-tests; the in-place times are ``twin`` or others of the same law."""
        pair = group.startswith("pair")
        nodes = 1 if group in ("inside", "pair_up") else machine.nodes
        ranks = 2 if pair else machine.each * nodes
        nodes = min(nodes, ranks)
        collective = "p2p" if pair else machine.collective
        name = TOOL.get(collective, collective)
        again = twin if twin is not None else self.shaken(times)
        rows = zip(self._rounded(ranks), self.shaken(times), again, strict=True)
        reduces = collective in ("all_reduce", "reduce_scatter")
        text = nccl_rows(rows, name, ranks, "sum" if reduces else "none")
        return nccl_log(name, ranks, 2 if group == "pair_out" else nodes, text)

    def _rounded(self, ranks: int) -> list[int]:
        return [max(size // (4 * ranks), 1) * 4 * ranks for size in self.sizes]


def machine(random: Random, nodes: int | None = None) -> Machine:
    """A machine in order, whose nodes carry outside what their ranks do."""
    each, many = random.choice((2, 4, 8)), nodes if nodes is not None else random.choice((1, 2, 4, 8))
    collective = random.choice(tuple(ALGORITHMS))
    out = random.uniform(5.0, 50.0)
    return Machine(
        each,
        many,
        (random.uniform(1.0, 8.0), random.uniform(8.0, 30.0)),
        (random.uniform(60.0, 400.0), out),
        random.uniform(0.0, 20.0),
        out * each * 1.1,
        collective,
        ALGORITHMS[collective][0],
        random.uniform(1.0, 1.3),
    )


def healthy(random: Random) -> Case:
    """Everything as promised."""
    made, bench = machine(random), Bench(random)
    return Case("healthy", made, [bench.log(made, bench.times(made))])


def startup(random: Random) -> Case:
    """Every start-up several times the promised one."""
    made, bench, k = machine(random), Bench(random), random.uniform(2.0, 8.0)
    bad = replace(made, alpha=(made.alpha[0] * k, made.alpha[1] * k), launch=made.launch * k)
    return Case("startup", made, [bench.log(made, bench.times(bad))])


def bandwidth(random: Random) -> Case:
    """A path slower than promised, for pairs as for groups; a group across nodes comes with its pair."""
    made, bench, k = machine(random), Bench(random), random.uniform(2.0, 6.0)
    bad = replace(made, rate=(made.rate[0] / k, made.rate[1] / k), cut=made.cut / k)
    logs = [bench.log(made, bench.times(bad))]
    if made.nodes > 1:
        logs.append(bench.log(made, bench.times(bad, "pair_out"), "pair_out"))
    return Case("bandwidth", made, logs)


def topology(random: Random) -> Case:
    """Less leaves a node than its ranks send, while pairs across, or groups inside a node, are as promised."""
    made = machine(random, random.choice((2, 4, 8)))
    made = replace(made, each=random.choice((4, 8)))
    made = replace(made, cut=made.rate[1] * made.each * 1.1)
    bench = Bench(random)
    bad = replace(made, cut=made.rate[1] / random.uniform(2.0, 6.0))
    other = random.choice(("inside", "pair_out"))
    if other == "inside":
        logs = [bench.log(made, bench.times(bad)), bench.log(made, bench.times(made, "inside"), "inside")]
    else:
        logs = [bench.log(made, bench.times(bad)), bench.log(made, bench.times(made, "pair_out"), "pair_out")]
    return Case("topology", made, logs)


def algorithm(random: Random) -> Case:
    """Another algorithm than promised, or one range of sizes at which a library takes the wrong one."""
    made, bench = machine(random), Bench(random)
    if random.random() < 0.5 and made.each * made.nodes >= 8:
        for _ in range(20):
            named, taken = random.sample(ALGORITHMS[made.collective], 2)
            promised, delivered = replace(made, algorithm=named), bench.times(replace(made, algorithm=taken))
            slower = [one / other for one, other in zip(delivered, bench.times(promised), strict=True)]
            if sorted(slower)[-max(2, len(slower) // 4)] > 2.0 * made.width:  # else nobody would look for a cause
                return Case("algorithm", promised, [bench.log(made, delivered)])
    times, k = bench.times(made), random.uniform(1.8, 4.0)
    length = random.randint(2, max(2, len(times) // 4))
    first = random.randint(2, len(times) - length - 2)
    bad = [time * k if first <= place < first + length else time for place, time in enumerate(times)]
    return Case("algorithm", made, [bench.log(made, bad)])


def contention(random: Random) -> Case:
    """Repeats that fall into two modes, or times that jump from size to size."""
    made, bench, k = machine(random), Bench(random), random.uniform(1.8, 4.0)
    times = bench.times(made)

    def jumping(share: float) -> list[float]:
        return [time * (k if random.random() < share else 1.0) for time in times]

    if random.random() < 0.5:
        logs = [bench.log(made, one, twin=bench.shaken(one)) for one in (jumping(0.5), jumping(0.5), times)]
        return Case("contention", made, logs)
    spread = random.uniform(0.4, 0.8)
    shaken = [[time * random.lognormvariate(0.4, spread) for time in times] for _ in range(2)]
    return Case("contention", made, [bench.log(made, shaken[0], twin=shaken[1])])


def not_performance(random: Random) -> Case:
    """Wrong results, a failure after some rows, one rank, or no rows at all."""
    made, bench = machine(random), Bench(random)
    text = bench.log(made, bench.times(made))
    lines = text.splitlines(keepends=True)
    rows = [place for place, line in enumerate(lines) if line[:1] == " "]
    kind = random.choice(("wrong", "failed", "none"))
    if kind == "wrong":
        at = random.choice(rows)
        lines[at] = lines[at].replace("      0 ", f"{random.randint(1, 99999):7d} ", 1)
        lines[at] = _wrong(lines[at], random.randint(1, 99999))
    elif kind == "failed":
        lines = [*lines[: random.choice(rows[1:])], "n0: Promise NCCL failure common.cu:1204 'unhandled cuda error'\n"]
    else:
        lines = [*lines[: rows[0]], "n0: Promise NCCL failure common.cu:915 'unhandled system error'\n"]
    return Case("not_performance", made, ["".join(lines)])


def _wrong(line: str, count: int) -> str:
    """The row with a count of wrong results on both sides."""
    words = line.split()
    words[8], words[12] = str(count), str(count)
    return "  " + "  ".join(words) + "\n"


KINDS: dict[CauseName, Callable[[Random], Case]] = {
    "healthy": healthy,
    "startup": startup,
    "bandwidth": bandwidth,
    "topology": topology,
    "algorithm": algorithm,
    "contention": contention,
    "not_performance": not_performance,
}
