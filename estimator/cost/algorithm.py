"""What the catalogue says about one algorithm: its plan, its formula, where it is valid, where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from estimator.cost.options import EXAMPLES, NONE, OPTIMAL, Options
from estimator.cost.plan import Plan, Port
from estimator.cost.shape import Level, Shape

TermLevel = Level | Literal["flat"]
Copies = str
"""``per_expert``, ``per_rank``, or ``per_node``: who can send one a node can send one a unit of any other level."""
Refusal = Callable[[Shape, Options], str | None]


class Term(NamedTuple):
    """Coefficients of one level as expressions in p, g, m (grammar: ``formula``); volumes in units of n.

    ``Term("flat", "2*(p-1)", "2*(p-1)/p", "(p-1)/p")`` is the ring AllReduce. Level ``flat``: the slowest path.
    """

    level: TermLevel
    rounds: str
    volume: str
    reduced: str = "0"
    egress: str | None = None
    """Bytes leaving a node when there are several; None: counted message by message, no closed form."""
    port: Port = "port"
    beside: bool = False
    """It runs at once with the term before it: the slower of the two counts."""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One algorithm of one collective."""

    collective: str
    name: str
    build: Callable[..., Plan]
    """Pure function of the group's shape and, by keyword, of the options in ``takes``. ``plan`` calls it."""
    zh: str
    en: str
    terms: tuple[Term, ...]
    """The formula; where ``folded`` is filled, for p = 2^k."""
    source: str
    folded: tuple[Term, ...] = ()
    """The formula for p that is not a power of two, when it differs."""
    refuses: Refusal = lambda shape, options: None
    """Why it cannot run on a shape with its options; None: it can. ``valid`` asks it."""
    validity_zh: str = "任意 p"
    validity_en: str = "any p"
    chunkable: bool = False
    """The levels can work at once on chunks of the message (the optimistic end overlaps them)."""
    copies: tuple[Copies, ...] = ("per_expert",)
    """Which MoE token copies it can send."""
    takes: tuple[str, ...] = ()
    """Names of the options that its plan reads."""
    needs: tuple[str, ...] = ()
    """Those of them that have no default."""
    in_network: bool = False
    """The network reduces on the way, so that the cut bound is the smaller one."""
    from_matrix: tuple[Term, ...] = ()
    """The formula when a send matrix is given."""

    def plan(self, shape: Shape, options: Options = NONE) -> Plan:
        """The plan on a shape. Raises ValueError where ``valid`` gives a reason.

        Segments that are ``optimal`` depend on size and path: until they are chosen the plan has one.
        """
        missing = self._missing(options)
        if missing is not None:
            raise ValueError(missing)
        given = {name: getattr(options, name) for name in self.takes if name in options.stated}
        if given.get("segments") == OPTIMAL:
            given["segments"] = 1
        plan: Plan = self.build(shape, **given)
        return plan

    def valid(self, shape: Shape, options: Options = NONE) -> str | None:
        """Why it cannot run on a shape with these options; None: it can. Options it does not take are ignored."""
        return self._missing(options) or self._uneven(shape, options) or self.refuses(shape, options)

    def _uneven(self, shape: Shape, options: Options) -> str | None:
        """Why it does not run where nodes hold different numbers of ranks."""
        if not shape.uneven:
            return None
        held = ", ".join(str(ranks) for ranks in shape.uneven[:8]) + (", ..." if len(shape.uneven) > 8 else "")
        if "dims" in self.takes or any(term.level != "flat" for term in self.terms):
            return f"it needs the same number of ranks on every node, and they hold {held}"
        return f"a send matrix needs nodes that hold equally many, not {held}" if options.send_matrix else None

    def _missing(self, options: Options) -> str | None:
        missing = [EXAMPLES[name] for name in self.needs if name not in options.stated]
        return f"it needs {' and '.join(missing)}" if missing else None

    def unused(self, options: Options) -> tuple[str, ...]:
        """The stated options that have no effect on it."""
        return tuple(name for name in options.stated if name not in self.takes)

    def scheduled(self, shape: Shape, options: Options) -> Callable[[int], Plan] | None:
        """The plan for each number of segments, where the best number is asked for."""
        if "segments" not in self.takes or options.segments != OPTIMAL:
            return None
        return lambda segments: self.plan(shape, replace(options, segments=segments))


def power_of_two(value: int) -> bool:
    """True for 1, 2, 4, 8, ..."""
    return value > 0 and value & (value - 1) == 0


def needs_power_of_two(shape: Shape, options: Options) -> str | None:
    """The reason a 2^k-only algorithm refuses a shape."""
    return None if power_of_two(shape.ranks) else f"it needs p = 2^k, and p is {shape.ranks}"


def needs_two_levels(shape: Shape, options: Options) -> str | None:
    """The reason an algorithm that uses both paths at once refuses a shape."""
    if shape.two_level:
        return None
    where = "is on one node" if shape.nodes == 1 else "has one rank on each node"
    return f"it needs several nodes of several ranks, and the group {where}"
