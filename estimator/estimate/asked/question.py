"""What is asked of one estimate without a spec, and the machine it is asked on."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Literal, NamedTuple, get_args

from estimator.cost.options import NONE, Options
from estimator.errors import UserError
from estimator.phrase import phrase
from estimator.units import Counted

Wiring = Literal["switch", "rails", "mesh", "ring"]
WIRINGS: tuple[Wiring, ...] = get_args(Wiring)


class AskedLevel(NamedTuple):
    """One level of the machine: ``units`` joined by a path of ``alpha`` [s] and ``bandwidth`` [B/s] in one direction.

    ``per``: whose bandwidth it is, a rank's or that of a whole unit joined.
    """

    units: int
    wiring: Wiring
    alpha: float
    bandwidth: float
    per: Literal["rank", "unit"] = "rank"


class AskedLevels(NamedTuple):
    """The levels, innermost first, and how many units of each the group has."""

    levels: tuple[AskedLevel, ...]
    shape: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for: a collective on p ranks, in SI units (s, B, B/s). Bandwidths are one direction, per rank.

    One path, or two with ``ranks_per_node`` and ``inter_*``; ``inter_per`` says whose ``inter_bandwidth`` is, and
    ``wiring`` how the path of ``bandwidth`` joins ranks. ``levels`` in place of all these; ``shape``: units of the
    group on each, else ``ranks`` from the first on, else the whole machine. ``cut_bandwidth`` is one node's. ``size``
    is None where a send matrix among the ``options`` says it: its largest row sum. ``launch`` and ``knee`` are 0 where
    they are None.
    """

    collective: str
    algorithm: str
    ranks: int | None = None
    size: float | None = None
    alpha: float | None = None
    bandwidth: float | None = None
    ranks_per_node: int | None = None
    inter_alpha: float | None = None
    inter_bandwidth: float | None = None
    inter_per: Literal["rank", "node"] = "rank"
    reduce_bandwidth: float | None = None
    cut_bandwidth: float | None = None
    launch: float | None = None
    knee: float | None = None
    options: Options = NONE
    levels: tuple[AskedLevel, ...] = ()
    shape: tuple[int, ...] = ()
    wiring: Wiring | None = None

    @property
    def asked(self) -> AskedLevels:
        """The machine and the group on it. Raises UserError naming what is missing or cannot be."""
        if self.levels:
            return _on_levels(self)
        return _on_nodes(self)


def _on_levels(question: Question) -> AskedLevels:
    for name in ("alpha", "bandwidth", "ranks_per_node", "inter_alpha", "inter_bandwidth", "wiring"):
        if getattr(question, name) is not None:
            raise UserError(
                phrase(
                    "--levels says what joins what at which rate; leave --{option} out", option=name.replace("_", "-")
                )
            )
    machine = tuple(level.units for level in question.levels)
    shape = question.shape or (machine if question.ranks is None else packed(question.ranks, machine))
    if len(shape) > len(machine):
        have = f"{Counted(len(machine)):level}"
        raise UserError(
            phrase(
                "--shape has {numbers} numbers, and there are {have}; write at most {levels}",
                numbers=len(shape),
                have=have,
                levels=len(machine),
            )
        )
    shape = (*shape, *[1] * (len(machine) - len(shape)))
    for number, (wanted, units) in enumerate(zip(shape, machine, strict=True), start=1):
        if wanted > units:
            raise UserError(
                phrase(
                    "--shape asks for {wanted} units of level {number}, which joins {units}; write at most {units}",
                    wanted=wanted,
                    number=number,
                    units=units,
                )
            )
    _same_ranks(question, shape)
    return AskedLevels(question.levels, shape)


def _on_nodes(question: Question) -> AskedLevels:
    shape = question.shape or (_ranks(question),)
    if len(shape) > 2:
        raise UserError(
            phrase(
                "--shape has {numbers} numbers; give --levels for more than a node and the nodes", numbers=len(shape)
            )
        )
    _same_ranks(question, shape)
    per_node = question.ranks_per_node or shape[0]
    if question.ranks_per_node is None and len(shape) == 1 and _between(question):
        raise UserError("a path between nodes needs to know the nodes; give --ranks-per-node too")
    ranks = prod(shape)
    if ranks % per_node or (len(shape) == 2 and per_node != shape[0]):
        raise UserError(
            phrase(
                "{ranks} ranks do not fill nodes of {per_node}; give --ranks-per-node a divisor of --ranks",
                ranks=ranks,
                per_node=per_node,
            )
        )
    inside = AskedLevel(
        per_node, question.wiring or "switch", _needed(question, "alpha"), _needed(question, "bandwidth")
    )
    nodes = ranks // per_node
    if nodes == 1:
        return AskedLevels((inside,), (per_node,))
    for name in ("inter_alpha", "inter_bandwidth"):
        if getattr(question, name) is None:
            flag = f"--{name.replace('_', '-')}"
            raise UserError(phrase("the group spans nodes; give {flag} for the path between them", flag=flag))
    per: Literal["rank", "unit"] = "unit" if question.inter_per == "node" else "rank"
    between = AskedLevel(nodes, "switch", question.inter_alpha or 0.0, question.inter_bandwidth or 0.0, per)
    return AskedLevels((inside, between), (per_node, nodes))


def packed(ranks: int, machine: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of ``ranks`` that fill the levels from the first on: 128 on (8, 512) are (8, 16).

    Raises UserError where they do not come out even.
    """
    shape, rest = [], ranks
    for units in machine:
        used = min(rest, units)
        if rest % used:
            raise UserError(
                phrase(
                    "{ranks} ranks do not fill units of {units}; give --shape, such as 8x16", ranks=ranks, units=units
                )
            )
        shape.append(used)
        rest //= used
    if rest > 1:
        raise UserError(
            phrase(
                "{ranks} ranks are more than the {rank_count} of --levels; give fewer --ranks",
                ranks=ranks,
                rank_count=prod(machine),
            )
        )
    return tuple(shape)


def _ranks(question: Question) -> int:
    if question.ranks is None:
        raise UserError("no ranks; give --ranks, such as --ranks 8, or --levels")
    return question.ranks


def _same_ranks(question: Question, shape: tuple[int, ...]) -> None:
    if question.ranks is not None and question.ranks != prod(shape):
        raise UserError(
            phrase(
                "--shape has {rank_count} ranks, and --ranks says {ranks}; leave --ranks out",
                rank_count=prod(shape),
                ranks=question.ranks,
            )
        )


def _between(question: Question) -> bool:
    return (question.inter_alpha, question.inter_bandwidth) != (None, None)


def _needed(question: Question, name: str) -> float:
    value: float | None = getattr(question, name)
    if value is None:
        example = {"alpha": '--alpha "5 us"', "bandwidth": '--bandwidth "100 GB/s"'}[name]
        raise UserError(phrase("no {name}; give --{name}, such as {example}, or --levels", name=name, example=example))
    return value
