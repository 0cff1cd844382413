"""Planted acceptance faults: a healthy set of logs that passes, and one thing done wrong to it that must not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from estimator.cost.semantics import busbw_factor
from estimator.tools.records import Told
from tests.judge.logs import nccl
from tests.judge.scenes import judged, read, spec_with
from tests.require.specs import Worked

PROGRAMS = {
    "all_reduce": ("all_reduce_perf", "ring", "sum"),
    "all_gather": ("all_gather_perf", "ring", "none"),
    "reduce_scatter": ("reduce_scatter_perf", "ring", "sum"),
    "all_to_all": ("alltoall_perf", "pairwise", "none"),
}
WORDS = {"bf16": ("bfloat16", 2), "fp16": ("half", 2), "fp32": ("float", 4)}
REPEATS = 5


@dataclass(frozen=True)
class Case:
    """A requirement and how its test is run: times [s] by size, one mapping a repeat."""

    collective: str
    nodes: int
    dtype: str
    n: int
    metric: str
    limit: float
    """In seconds, or bytes per second."""
    times: tuple[dict[int, float], ...]
    condition: str = "exclusive"
    program: str = ""
    ranks: int = 0
    per_node: int = 8
    redop: str = "sum"
    iterations: int = 100
    warmup: int = 5
    join: int = 3
    wrong: str = "0"
    in_place: float = 1.02
    told: dict[str, Any] = field(default_factory=dict)
    work: Callable[[str], str] = str
    """What is done to the text of each log."""
    kept: tuple[int, ...] = tuple(range(REPEATS))

    @property
    def group(self) -> str:
        return {2: "two", 4: "four"}[self.nodes]

    def spec(self) -> Worked:
        return made(self.collective, self.group, self.dtype, self.n, self.metric, f"{self.limit:.9g}")

    def logs(self) -> list[str]:
        word, width = WORDS.get(self.dtype, ("int8", 1))
        texts = [
            nccl(
                self.times[repeat], program=self.program, ranks=self.ranks, per_node=self.per_node, dtype=word,
                redop=self.redop, iterations=self.iterations, warmup=self.warmup, join=self.join, wrong=self.wrong,
                in_place=self.in_place, width=width,
            )
            for repeat in self.kept
        ]  # fmt: skip
        return [self.work(text) for text in texts]

    def verdict(self, worked: Worked) -> tuple[str, str]:
        told = Told(**{"condition": self.condition, **self.told})
        found = judged(worked, read(self.logs(), told))
        return found.verdict, found.reason.code


@cache
def made(collective: str, group: str, dtype: str, n: int, metric: str, limit: str) -> Worked:
    """The spec of a case."""
    _, algorithm, redop = PROGRAMS[collective]
    bound = {"at_most": f"{limit} s"} if metric == "time" else {"at_least": f"{limit} B/s"}
    test = {"iterations": "100", "warmup": "5", "repeats": str(REPEATS), "tool": "nccl-tests"}
    call = {"kind": "collective_time", "collective": collective, "algorithm": algorithm, "dtype": dtype, "test": test}
    call |= {"redop": redop} if redop == "sum" else {}
    call |= {"metric": {"name": metric}, "limit": {**bound, "at": f"{n} B", "tolerance": "2 %"}}
    return spec_with({**call, "sweep": {"sizes": [f"{n} B"], "groups": [group], "conditions": ["exclusive"]}})


def healthy(chance: random.Random) -> Case:
    """A case that passes: the worst repeat lies 1 to 15 % inside its limit."""
    collective, nodes = chance.choice(sorted(PROGRAMS)), chance.choice((2, 4))
    dtype, n = chance.choice(sorted(WORDS)), 2 ** chance.randint(21, 29)
    program, _, redop = PROGRAMS[collective]
    factor = busbw_factor(collective, 8 * nodes)
    start, rate = chance.uniform(2e-4, 4e-4), chance.uniform(10e9, 30e9)
    curves = []
    for _ in range(REPEATS):
        sizes = (n // 4, n // 2, n, 2 * n)
        curves.append({size: chance.uniform(0.99, 1.01) * (start + factor * size / rate) for size in sizes})
    worst, inside = max(curve[n] for curve in curves), chance.uniform(1.01, 1.15)
    limit = worst * inside if chance.random() < 0.5 else 0.0
    metric = "time" if limit else "busbw"
    limit = limit or factor * n / worst / inside
    return Case(
        collective, nodes, dtype, n, metric, limit, tuple(curves), program=program, ranks=8 * nodes, redop=redop
    )


Fault = Callable[[Case, random.Random], Case]


def resized(case: Case, change: Callable[[int], int]) -> Case:
    """The row of the cell's size at another one."""
    curves = [{change(n) if n == case.n else n: seconds for n, seconds in one.items()} for one in case.times]
    return replace(case, times=tuple(curves))


def slower(case: Case, factor: float, repeats: tuple[int, ...] = tuple(range(REPEATS))) -> Case:
    curves = [
        {n: seconds * (factor if place in repeats else 1.0) for n, seconds in one.items()}
        for place, one in enumerate(case.times)
    ]
    return replace(case, times=tuple(curves))


def mistyped(case: Case, chance: random.Random) -> Case:
    digits = list(str(case.n))
    places = [at for at in range(len(digits) - 1) if digits[at] != digits[at + 1]]
    at = chance.choice(places)
    digits[at], digits[at + 1] = digits[at + 1], digits[at]
    return resized(case, lambda n: int("".join(digits)))


def decimal(case: Case, chance: random.Random) -> Case:
    """10**6 for every 2**20."""
    return replace(resized(case, lambda n: n // 2**20 * 10**6))


def share(case: Case, chance: random.Random) -> Case:
    """The size of one rank's share where the whole was meant."""
    return resized(case, lambda n: n // case.ranks)


def other_type(case: Case, chance: random.Random) -> Case:
    worded = {"fp32": "half", "bf16": "float", "fp16": "bfloat16"}[case.dtype]
    return replace(case, work=lambda text: text.replace(WORDS[case.dtype][0].rjust(9), worded.rjust(9)))


def fewer_iterations(case: Case, chance: random.Random) -> Case:
    return replace(case, iterations=chance.choice((1, 20, 50, 99)))


def colder(case: Case, chance: random.Random) -> Case:
    return replace(case, warmup=chance.randint(0, 4))


def rescaled(text: str, factor: float) -> str:
    """Every printed bandwidth times a factor."""
    lines = []
    for line in text.splitlines():
        cells = line.split()
        if len(cells) == 13 and cells[0].isdigit():
            for at in (6, 7, 10, 11):
                cells[at] = f"{float(cells[at]) * factor:.2f}"
            line = " ".join(cells)
        lines.append(line)
    return "\n".join(lines) + "\n"


def binary(case: Case, chance: random.Random) -> Case:
    """Bandwidths in GiB/s where the tool prints GB/s."""
    return replace(case, work=lambda text: rescaled(text, 1e9 / 2**30))


def other_group(case: Case, chance: random.Random) -> Case:
    """Other ranks, or as many on other nodes."""
    each = chance.choice(((8 * case.nodes // 2, 8), (8 * case.nodes * 2, 8), (8 * case.nodes, 4)))
    return replace(case, ranks=each[0], per_node=each[1])


def missed(case: Case, chance: random.Random) -> Case:
    """Every repeat beyond the limit: a comparison the wrong way round would pass it."""
    return slower(case, chance.uniform(1.25, 4.0))


def empty(case: Case, chance: random.Random) -> Case:
    return replace(case, work=lambda text: chance.choice(("", "\n", text.split("#       size")[0])))


def best_of(case: Case, chance: random.Random) -> Case:
    """One repeat that misses among those that do not, or the best one alone."""
    if chance.random() < 0.5:
        return replace(case, kept=(chance.randrange(REPEATS),))
    return slower(case, 1.25, (chance.randrange(REPEATS),))


def averaged(case: Case, chance: random.Random) -> Case:
    """The average of the log in place of the row of the size."""

    def work(text: str) -> str:
        kept = [line for line in text.splitlines() if not line.split() or line.split()[0] != str(case.n)]
        return "\n".join([*kept, f"# Avg bus bandwidth    : {1e3:.1f}", ""])

    return replace(slower(case, 1.5), work=work)


def other_collective(case: Case, chance: random.Random) -> Case:
    name = chance.choice([one for one in sorted(PROGRAMS) if one != case.collective])
    program, _, redop = PROGRAMS[name]
    return replace(case, program=program, redop=redop)


def in_place_only(case: Case, chance: random.Random) -> Case:
    """The out-of-place column misses, the in-place one does not."""
    return replace(slower(case, 1.3), in_place=1 / 1.3)


def other_condition(case: Case, chance: random.Random) -> Case:
    return replace(case, condition=chance.choice(("multi_group", "with_compute", "")))


def truncated(case: Case, chance: random.Random) -> Case:
    """Cut before the row of the size is whole."""

    def work(text: str) -> str:
        row = next(line for line in text.splitlines() if line.split() and line.split()[0] == str(case.n))
        start = text.index(row)
        return text[: start + chance.randint(0, len(row) // 2)]

    return replace(case, work=work)


def copied(case: Case, chance: random.Random) -> Case:
    """One log handed in for all repeats."""
    return replace(case, kept=(chance.randrange(REPEATS),) * REPEATS)


def wrong_results(case: Case, chance: random.Random) -> Case:
    return replace(case, wrong=str(chance.choice((1, 7, 123456))))


def unchecked(case: Case, chance: random.Random) -> Case:
    return replace(case, wrong="N/A")


def mean_over_ranks(case: Case, chance: random.Random) -> Case:
    return replace(case, join=chance.choice((0, 1, 2)))


def milliseconds(case: Case, chance: random.Random) -> Case:
    """Times a thousand times too small."""
    return slower(case, 1e-3)


def bits(case: Case, chance: random.Random) -> Case:
    """Bandwidths in Gbit/s where the tool prints GB/s."""
    return replace(case, work=lambda text: rescaled(text, 8.0))


def fewer_repeats(case: Case, chance: random.Random) -> Case:
    return replace(case, kept=tuple(range(chance.randint(1, REPEATS - 1))))


def unsteady(case: Case, chance: random.Random) -> Case:
    """Repeats far apart, the worst of them inside the limit."""
    curves = [
        {n: seconds * factor for n, seconds in one.items()}
        for one, factor in zip(case.times, (1.0, 0.9, 0.8, 0.7, 0.6), strict=True)
    ]
    return replace(case, times=tuple(curves))


def other_reduction(case: Case, chance: random.Random) -> Case:
    return replace(case, redop="max") if case.redop == "sum" else other_collective(case, chance)


def several_groups(case: Case, chance: random.Random) -> Case:
    return replace(case, told={"groups": chance.choice((2, 4, 8))})


def failed(case: Case, chance: random.Random) -> Case:
    """A failure after the last row."""
    line = "node0: Test NCCL failure common.cu:958 'unhandled system error'\n"
    return replace(case, work=lambda text: text.split("# Out of bounds")[0] + line)


def other_digit(case: Case, chance: random.Random) -> Case:
    """A slow time whose first digit was changed, and not the bandwidths beside it."""

    def work(text: str) -> str:
        lines = []
        for line in text.splitlines():
            cells = line.split()
            if cells and cells[0] == str(case.n):
                cells[5] = f"{float(cells[5]) / 1.6:.2f}"
                line = " ".join(cells)
            lines.append(line)
        return "\n".join(lines) + "\n"

    return replace(slower(case, 1.5), work=work)


FAULTS: dict[str, Fault] = {
    one.__name__: one
    for one in (
        *(mistyped, decimal, share, other_type, fewer_iterations, colder, binary, other_group, missed, empty, best_of),
        *(averaged, other_collective, in_place_only, other_condition, truncated, copied, wrong_results, unchecked),
        *(mean_over_ranks, milliseconds, bits, fewer_repeats, unsteady, other_reduction, several_groups, failed),
        *(other_digit,),
    )
}
