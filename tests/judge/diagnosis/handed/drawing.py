"""Draws set-ups: a machine with one thing wrong, what its vendor ran there, and the files that are handed in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from random import Random
from typing import NamedTuple

import numpy as np

from estimator.cost.form import Array
from tests.judge.diagnosis.handed.machines import EVEN, Machine, Trial, World, known_machine, small_machine
from tests.judge.diagnosis.handed.planting import PLANTS, UNKNOWN, Curve, Plant, curve
from tests.judge.diagnosis.handed.writing import Form, Printed, as_csv, jsonl, nccl

SPECS = (
    *("lesson", "h100_two_node_alltoall", "h800_expert_parallel", "moe_5t", "supernode", "torus", "dense_training"),
    *("small",) * 5,
)
SCENES = ("lone", "with_pair", "sizes", "sizes", "in_and_out", "in_and_out", "two_collectives")
MOST_LISTED = 128
"""Ranks up to which a log of nccl-tests lists them."""
SEEN = {"startup": 1.5, "bandwidth": 1.3, "topology": 1.3, "algorithm": 1.35}
"""How far beyond the spec's worst end a run must lie for a plant to be there at all."""


class Handed(NamedTuple):
    """Files by name, and what was planted. ``tells``: whether they hold what sets a path apart from a border."""

    machine: Machine
    planted: str
    what: str
    tells: bool
    files: Mapping[str, str]


def setups(planted: str, count: int, seed: int) -> Iterator[Handed]:
    """Set-ups with one cause planted, by consecutive seeds."""
    yield from (drawn(planted, seed + each) for each in range(count))


def drawn(planted: str, seed: int) -> Handed:
    """One set-up; what shows nothing of its plant is drawn anew."""
    random = Random(f"{planted} {seed}")
    for _ in range(400):
        found = _drawn(planted, random)
        if found is not None:
            return found
    raise AssertionError(f"no set-up for {planted} {seed}")


def _drawn(planted: str, random: Random) -> Handed | None:
    name = random.choice(SPECS)
    machine = small_machine(random) if name == "small" else known_machine(name)
    plant, scene = PLANTS[planted](machine, random), random.choice(SCENES)
    try:
        world, stated = machine.changed(plant.platform), machine.changed(machine.data["platform"])
    except UNKNOWN:
        return None
    inside, sizes = random.uniform(0.1, 0.9), _sizes(random)
    runs = list(_scene(machine, stated, scene, random))
    curves = [(test, _curve(world, test, plant, inside)) for test in runs]
    known = [(test, found) for test, found in curves if found is not None]
    if not known or len(known) < len(runs) or all(test.pair for test, _ in known):
        return None
    if planted in SEEN and not _seen(planted, stated, known, sizes):
        return None
    if planted == "topology" and scene != "lone" and not _sets_apart(stated, known, sizes):
        return None
    printed = _measured(planted, stated, known, sizes, random)
    tells = planted not in ("bandwidth", "topology") or any(test.pair for test, _ in known)
    return Handed(machine, planted, f"{machine.name} {scene}: {plant.what}", tells, _files(printed, planted, random))


def _sizes(random: Random) -> Array:
    first, last = random.choice((3, 3, 3, 10)), random.choice((27, 28, 30, 30))
    return np.array([2.0**power for power in range(first, last + 1)])


def _curve(world: World, test: Trial, plant: Plant, inside: float) -> Curve | None:
    try:
        return curve(world, test, plant, inside)
    except UNKNOWN:
        return None


def _scene(machine: Machine, world: World, scene: str, random: Random) -> Iterator[Trial]:
    """What the vendor runs: a test of the spec, and others beside it on groups of its own."""
    groups = [test for test in machine.tests if not test.pair and world.size(test.group)[0] > 2]
    base = random.choice(groups)
    ranks, nodes = world.size(base.group)
    each = max(1, ranks // nodes)
    shapes = machine.shapes
    others = [(e, m) for e, m in shapes if e * m > 2]
    yield base
    if scene == "two_collectives":
        found = [test for test in groups if EVEN.get(test.collective, test.collective) != base.collective]
        yield from random.sample(found, 1) if found else ()
    if scene == "sizes":
        along = [(e, m) for e, m in others if (e == each if nodes > 1 else m == 1) and e * m != ranks]
        yield from (base._replace(group=f"x{e}x{m}") for e, m in along[:4])
    if scene == "in_and_out":
        inside = [(e, m) for e, m in others if m == 1] if nodes > 1 else [(e, m) for e, m in others if e > 1 and m > 1]
        yield from (base._replace(group=f"x{e}x{m}") for e, m in random.sample(inside, min(1, len(inside))))
    if scene == "with_pair" or (scene in ("sizes", "in_and_out") and random.random() < 0.5):
        pair = (1, 2) if nodes > 1 else (2, 1)
        if pair in shapes:
            yield Trial("p2p", "direct", f"x{pair[0]}x{pair[1]}")


def _beyond(stated: World, test: Trial, found: Curve, sizes: Array) -> Array:
    """Times over the worst end that the spec's operation has [1]."""
    ends = [stated.model(test, None, condition, test.skew).times(sizes)[1] for condition in test.conditions]
    beyond: Array = found(sizes) / np.max(ends, axis=0)
    return beyond


def _seen(planted: str, stated: World, known: Sequence[tuple[Trial, Curve]], sizes: Array) -> bool:
    least = SEEN[planted]
    for test, found in known:
        beyond = _beyond(stated, test, found, sizes)
        shown = {"startup": beyond[0], "algorithm": float(np.quantile(beyond, 0.75))}.get(planted, beyond[-1])
        if shown >= least:
            return True
    return False


def _sets_apart(stated: World, known: Sequence[tuple[Trial, Curve]], sizes: Array) -> bool:
    """Whether some run on a path of the slow ones is in order, or the spec itself says that the cut limits them."""
    last = [_beyond(stated, test, found, sizes)[-1] for test, found in known]
    return bool(min(last) < 1.1 < max(last))


def _measured(
    planted: str, stated: World, known: Sequence[tuple[Trial, Curve]], sizes: Array, random: Random
) -> list[Printed]:
    """All repeats of all runs with their noise, and what is wrong that is no number of the machine."""
    noise, repeats = random.uniform(0.02, 0.08), random.randint(3, 5)
    disturbed = _disturbance(random) if planted == "contention" else None
    runs = []
    for test, found in known:
        ranks, nodes = stated.size(test.group)
        least = max(sizes[0], 16.0 * ranks if not test.pair else 8.0)
        own = sizes[sizes >= least]
        for repeat in range(1, repeats + 1):
            times = found(own) * np.exp(noise * np.array([random.gauss(0.0, 1.0) for _ in own]))
            if disturbed is not None:
                times = times * np.array([disturbed(random) for _ in own])
            rows = [(int(n) // (4 * ranks) * 4 * ranks or 4, float(t)) for n, t in zip(own, times, strict=True)]
            collective = EVEN.get(test.collective, test.collective)
            runs.append(Printed(collective, ranks, nodes, rows, repeat))
    return _failing(runs, random) if planted == "not_performance" else runs


@dataclass
class _Disturbance:
    share: float
    least: float
    most: float

    def __call__(self, random: Random) -> float:
        if random.random() >= self.share:
            return 1.0
        return exp(random.uniform(log(self.least), log(self.most)))


def _disturbance(random: Random) -> _Disturbance:
    """Two modes, or spikes."""
    if random.random() < 0.5:
        slow = random.uniform(1.7, 3.0)
        return _Disturbance(0.45, slow, slow * 1.05)
    return _Disturbance(random.uniform(0.2, 0.4), 2.0, 10.0)


def _failing(runs: Sequence[Printed], random: Random) -> list[Printed]:
    kind = random.choice(("wrong", "stops", "fails", "alone"))
    if kind == "wrong":
        some = random.uniform(0.2, 1.0)
        return [
            replace(
                run,
                wrong={n: random.randint(1, 9999) for n, _ in run.rows if random.random() < some}
                or {run.rows[-1][0]: 7},
            )
            for run in runs
        ]
    if kind == "alone":
        return [replace(run, ranks=1, nodes=1) for run in runs]
    stop = random.randint(3, max(4, len(runs[0].rows) // 2))
    words = (
        "" if kind == "stops" else "node003: Trial NCCL failure common.cu:1024 'unhandled cuda error' / out of memory"
    )
    return [replace(run, rows=run.rows[:stop], asked=run.rows[-1][0], stops=words or "#") for run in runs]


def _files(runs: Sequence[Printed], planted: str, random: Random) -> dict[str, str]:
    forms: tuple[Form, ...] = ("nccl", "nccl", "nccl", "jsonl", "csv")
    form = random.choice(forms)
    if planted == "not_performance":
        form = "nccl"
    elif max(run.ranks for run in runs) > MOST_LISTED:
        form = "csv"
    if form == "nccl":
        return {f"{run.collective}-{run.ranks}-{run.nodes}-{at}.log": nccl(run) for at, run in enumerate(runs)}
    return {"runs.csv": as_csv(runs)} if form == "csv" else {"runs.jsonl": jsonl(runs, {"hardware": "XPU"})}
