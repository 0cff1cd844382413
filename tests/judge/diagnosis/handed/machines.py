"""The machines that vendors hand in logs of: the specs of the project, and random small ones; what each can run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import yaml

from estimator.cost.options import NONE, Options
from estimator.estimate.assume.assumptions import Assumptions, assumptions_of
from estimator.estimate.cell import CellModel, cell_model
from estimator.estimate.table import estimate
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.spec.document import Spec
from estimator.spec.load import load_text

SPECS = Path(__file__).parents[4] / "specs"
EVEN = {"all_to_all_v": "all_to_all", "all_gather_v": "all_gather", "reduce_scatter_v": "reduce_scatter"}


class Trial(NamedTuple):
    """What is run: a collective with the algorithm of the spec on a group of it."""

    collective: str
    algorithm: str
    group: str
    options: Options = NONE
    conditions: tuple[str, ...] = ("exclusive",)
    skew: float = 1.0
    """The conditions under which the spec's operation runs, and its largest skew."""
    copies: str | None = None

    @property
    def pair(self) -> bool:
        """Whether it is a message between two ranks."""
        return self.collective == "p2p"


@dataclass(frozen=True)
class Machine:
    """A spec as data, the groups that a vendor may run beside its own, by (ranks of a node, nodes)."""

    name: str
    data: Mapping[str, Any]
    shapes: Mapping[tuple[int, int], Mapping[str, Any]]
    tests: tuple[Trial, ...] = field(default=())

    @cached_property
    def promises(self) -> Promises:
        """What the diagnosis holds logs against: the spec as it stands."""
        spec = load_text(written(self.data)).spec
        return Promises(spec, estimate(spec))

    def changed(self, platform: Mapping[str, Any]) -> World:
        """The machine as it runs in truth, with the vendor's own groups."""
        own = {f"x{each}x{nodes}": dict(entry) for (each, nodes), entry in self.shapes.items()}
        kept = {name: part for name, part in self.data.items() if name not in ("requirements", "budget")}
        data = {**kept, "platform": dict(platform), "groups": {**self.data.get("groups", {}), **own}}
        return World(load_text(written(data)).spec)


@dataclass(frozen=True)
class World:
    """A machine as it runs."""

    spec: Spec

    @cached_property
    def known(self) -> Assumptions:
        """Its numbers."""
        return assumptions_of(self.spec)

    def model(self, test: Trial, at_once: int | None = 1, condition: str = "exclusive", skew: float = 1.0) -> CellModel:
        """Both ends of a test. Raises what the estimator raises where it cannot run there."""
        return cell_model(
            self.spec,
            collective=test.collective,
            algorithm=test.algorithm,
            group=test.group,
            condition=condition,
            skew=skew,
            at_once=at_once,
            known=self.known,
            copies=test.copies,
            options=test.options,
        )

    def size(self, group: str) -> tuple[int, int]:
        """Ranks and nodes of a group."""
        found = self.spec.groups[group]
        return found.size, found.nodes


class _Loader(yaml.SafeLoader):
    """Takes an included file's data in its place."""


def _include(loader: yaml.SafeLoader, node: yaml.Node) -> Any:
    assert isinstance(node, yaml.ScalarNode)
    return yaml.load((SPECS / node.value).read_text("utf-8"), _Loader)


_Loader.add_constructor("!include", _include)


def written(data: Mapping[str, Any]) -> str:
    """A spec as text."""
    return str(yaml.safe_dump(dict(data), allow_unicode=True, sort_keys=False, width=10000))


def _two_levels(each: Sequence[int], nodes: Sequence[int]) -> dict[tuple[int, int], dict[str, Any]]:
    return {
        (e, m): {"shape": [e, m] if m > 1 else [e], **({"at_once": {"node": 1}} if m > 1 else {})}
        for e in each
        for m in nodes
        if e * m > 1
    }


def _named_paths(inside: str, across: str, each: Sequence[int], nodes: Sequence[int]) -> dict[tuple[int, int], Any]:
    return {
        (e, m): {"size": e * m, "ranks_per_node": e, "levels": [inside] * (e > 1) + [across] * (m > 1)}
        for e in each
        for m in nodes
        if e * m > 1
    }


def _layers() -> dict[tuple[int, int], dict[str, Any]]:
    """A supernode's package of 2, host of 16, hosts on one bus."""
    hosts = {(16, m): {"shape": [2, 8, m]} for m in (2, 4, 8, 16)}
    return {(2, 1): {"shape": [2]}, (16, 1): {"shape": [2, 8]}, (1, 2): {"shape": [1, 1, 2]}, **hosts}


SHAPES: Mapping[str, Callable[[], Mapping[tuple[int, int], Mapping[str, Any]]]] = {
    "lesson": lambda: _named_paths("in_node", "rail", (1, 2, 4, 8), (1, 2, 4, 8, 16)),
    "h100_two_node_alltoall": lambda: _two_levels((1, 2, 4, 8), (1, 2)),
    "h800_expert_parallel": lambda: _two_levels((1, 2, 4, 8), (1, 2, 4, 8)),
    "dense_training": lambda: _two_levels((1, 2, 4, 8), (1, 2, 4, 8, 16, 32)),
    "moe_5t": lambda: _two_levels((1, 2, 4, 8), (1, 2, 4, 8, 16)),
    "supernode": _layers,
    "torus": dict,
}


@cache
def known_machine(name: str) -> Machine:
    """A spec of the project."""
    data = yaml.load((SPECS / f"{name}.yaml").read_text("utf-8"), _Loader)
    bare = Machine(name, data, SHAPES[name]())
    return Machine(name, data, bare.shapes, tuple(_tests(bare)))


def small_machine(random: Random) -> Machine:
    """A random machine of nodes, with a cut round each or none, and the collectives its spec names."""
    each, nodes = random.choice((4, 8)), random.choice((4, 8, 16))
    width = random.choice((1.0, 1.1, 1.25, 1.5))

    def pair(value: float, unit: str, better: float) -> list[str]:
        return [f"{value * width**better:.6g} {unit}", f"{value / width**better:.6g} {unit}"]

    fast, slow = random.choice((120.0, 200.0, 350.0)), random.choice((12.0, 25.0, 48.0))
    paths = {
        "up": {"alpha": pair(random.uniform(1, 5), "us", -1), "bandwidth": pair(fast, "GB/s", 1)},
        "out": {"alpha": pair(random.uniform(4, 15), "us", -1), "bandwidth": pair(slow, "GB/s", 1)},
    }
    where = {"up": "intra_node", "out": "inter_node"}
    platform: dict[str, Any] = {
        "name": "small",
        "ranks_per_node": each,
        "nodes": nodes,
        "launch": {"time": random.choice(("0 us", ["2 us", "6 us"], ["5 us", "12 us"])), "mode": "device"},
        "knee": {"k": random.choice((0, [0, 1]))},
        "paths": {name: {"location": where[name], "exclusive": {**one, "per": "rank"}} for name, one in paths.items()},
    }
    if random.random() < 0.6:
        rate = pair(slow * each * random.uniform(0.6, 1.0), "GB/s", 1)
        platform["cuts"] = {"nics": {"boundary": "node", "exclusive": {"bandwidth": rate}}}
    taken = {
        "all_reduce": random.choice(("ring", "recursive_doubling", "hierarchical_rs_ar_ag")),
        "all_gather": random.choice(("ring", "recursive_doubling")),
        "reduce_scatter": "ring",
        "all_to_all": random.choice(("pairwise", "hierarchical_rail")),
    }
    meaning = {"all_gather": "output"}
    operations = {
        f"op_{name}": {
            "collective": name,
            "group": "all",
            "tensor": {"bytes": "64 MiB", "dtype": "bf16", "semantics": meaning.get(name, "input")},
            "algorithm": algorithm,
        }
        for name, algorithm in random.sample(sorted(taken.items()), 3)
    }
    groups = {"all": {"size": each * nodes, "ranks_per_node": each, "levels": ["up", "out"]}}
    document = {"id": "SMALL", "version": "1", "title": "Small", "owner": "us", "languages": ["en"], "status": "draft"}
    data = {"commspec": 1, "document": document, "platform": platform, "groups": groups, "operations": operations}
    many = [m for m in (1, 2, 4, 8, 16) if m <= nodes]
    bare = Machine("small", data, _named_paths("up", "out", [e for e in (1, 2, 4, 8) if e <= each], many))
    return Machine("small", data, bare.shapes, tuple(_tests(bare)))


def _tests(machine: Machine) -> Iterator[Trial]:
    """What the spec promises something of: its operations, and collectives that requirements sweep over groups."""
    met: set[tuple[str, str, str]] = set()
    for work in (work for _, work in machine.promises.works):
        for group in work.groups:
            collective = EVEN.get(work.collective, work.collective)
            key = (collective, work.algorithm, group)
            if work.collective in ("p2p", *EVEN, *EVEN.values(), "all_reduce") and key not in met:
                met.add(key)
                loads = work.options, work.conditions, max(work.skews), work.copies
                yield Trial(work.collective, work.algorithm, group, *loads)
