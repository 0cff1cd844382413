"""What the catalogue says about one algorithm: its plan on a group, its formula, where it is valid, its source.

Interface: ``entry.refusal(group, options)`` is None where it runs; then ``entry.on(group, options)`` is the plan in
sequence, ``entry.optimistic(group, options)`` the plans of which the fastest is the optimistic end, and
``entry.scheduled(group, options)`` the plan for each number of segments where the best one is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from inspect import signature
from typing import Any, Literal, NamedTuple

from estimator.cost.options import ALL, EXAMPLES, NONE, OPTIMAL, Options
from estimator.cost.placing.channels import most_channels
from estimator.cost.placing.counting import TooManyError
from estimator.cost.placing.group import Group
from estimator.cost.plan import Plan
from estimator.phrase import linked, phrase, sentence_of
from estimator.units import Counted

FOLLOWED = 2048
"""Ranks whose messages can be followed whatever the algorithm and the machine."""
Refusal = Callable[[Group, Options], str | None]
Copies = str
"""``per_expert``, ``per_rank``, or ``per_node``: who can send one a node can send one a unit of any other level."""
Rate = Literal["port", "link"]


class FormulaTerm(NamedTuple):
    """Coefficients of one level as expressions (grammar: ``formula``); volumes in units of n.

    ``Term("flat", "2*(p-1)", "2*(p-1)/p", "(p-1)/p")`` is the ring AllReduce. Level ``flat``: each round takes the
    levels that its messages cross, the slowest counts; ``1``, ``2``, ...: that one of the levels in use.
    """

    level: str
    rounds: str
    volume: str
    reduced: str = "0"
    port: Rate = "port"
    """Whose rate the volume takes: the rank's port, or one link of a mesh or ring."""
    beside: bool = False
    """It runs at once with the term before it: the slower of the two counts."""


Terms = tuple[FormulaTerm, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CatalogueEntry:
    """One algorithm of one collective."""

    collective: str
    name: str
    build: Callable[..., Plan]
    """Pure function of the group and, by keyword, of the options in ``takes``. ``on`` calls it."""
    zh: str
    en: str
    terms: Terms
    """The formula, of two levels where it has a term for each; where ``folded`` is filled, for p = 2^k."""
    source: str
    folded: Terms = ()
    """The formula for p that is not a power of two, when it differs."""
    written: Callable[[Group, Options], Terms] | None = None
    """The formula on a group, where it has a term for each level."""
    refuses: Refusal = lambda group, options: None
    """Why it cannot run on a group with its options; None: it can. ``refusal`` asks it."""
    validity_zh: str = "任意 p"
    validity_en: str = "any p"
    fast: Callable[..., Sequence[Plan]] | None = None
    """As ``build``: the plans of which the fastest is the optimistic end, where that is not the plan in sequence."""
    uneven: bool = True
    """It runs on units that hold different numbers of ranks."""
    copies: tuple[Copies, ...] = ("per_expert",)
    """Which MoE token copies it can send."""
    takes: tuple[str, ...] = ()
    """Names of the options that its plan reads."""
    needs: tuple[str, ...] = ()
    """Those of them that have no default."""
    in_network: bool = False
    """The network reduces on the way, so that the cut bound is the smaller one."""
    from_matrix: Terms = ()
    """The formula when a send matrix is given."""

    def on(self, group: Group, options: Options = NONE) -> Plan:
        """The plan on a group, kept for the next time. Raises ValueError where ``refusal`` gives a reason.

        Segments that are ``optimal`` depend on size and path: until they are chosen the plan has one.
        """
        return _built(self, group, self._read(options))

    def optimistic(self, group: Group, options: Options = NONE) -> tuple[Plan, ...]:
        """The plans of which the fastest is the optimistic end: all of them bring the data. Raises as ``on``."""
        return _fast(self, group, self._read(options)) if self.fast is not None else (self.on(group, options),)

    def refusal(self, group: Group, options: Options = NONE) -> str | None:
        """Why it cannot run on a group with these options; None: it can. Options it does not take are ignored."""
        return self.unfit(group, options) or self._too_many(group, self._read(options))

    def unfit(self, group: Group, options: Options) -> str | None:
        """The same but for how many messages there are to follow, which only laying them out tells."""
        missing = [EXAMPLES[name] for name in self.needs if name not in options.stated]
        if missing:
            return phrase("it needs {missing}", missing=linked(" and ", missing))
        if not (self.uneven or group.even):
            return phrase("it needs as many ranks in every unit, and they hold {held}", held=_holds(group))
        read = self._read(options)
        return self._channels(group, read) or self.refuses(group, read)

    def _too_many(self, group: Group, read: Options) -> str | None:
        """Whether its messages on very many ranks are more than can be followed; found by laying them out."""
        if group.p <= FOLLOWED:
            return None
        try:
            _built(self, group, read)
            if self.fast is not None:
                _fast(self, group, read)
        except TooManyError as error:
            return sentence_of(error)
        return None

    def unused(self, options: Options) -> tuple[str, ...]:
        """The stated options that have no effect on it."""
        return tuple(name for name in options.stated if name not in self.takes)

    def scheduled(self, group: Group, options: Options) -> Callable[[int], Plan] | None:
        """The plan for each number of segments, where the best number is asked for."""
        if "segments" not in self.takes or options.segments != OPTIMAL:
            return None
        return lambda segments: self.on(group, replace(options, segments=segments))

    def terms_on(self, group: Group, options: Options = NONE) -> Terms:
        """The terms that hold: those of a send matrix, the folded ones of p that is no power of two, of each level."""
        if self.from_matrix and options.send_matrix is not None:
            return self.from_matrix
        if self.written is not None:
            return self.written(group, self._read(options))
        return self.folded if self.folded and not power_of_two(group.p) else self.terms

    @property
    def direct(self) -> bool:
        """Whether every rank sends to all its peers at once, so that the start-ups of many peers count."""
        return self.name == "direct"

    @property
    def defaults(self) -> Mapping[str, Any]:
        """What holds for the options that it takes where they are not stated."""
        known = _options_of(self.build)
        return {name: known[name] for name in self.takes if name in known}

    def _read(self, options: Options) -> Options:
        """The options that it takes, the others not stated."""
        return Options(**{name: getattr(options, name) for name in self.takes})

    def _channels(self, group: Group, options: Options) -> str | None:
        """Why a number of channels cannot be."""
        most, asked = most_channels(group), options.channels or options.rings
        if not isinstance(asked, int) or 1 <= asked <= most:
            return None
        return phrase(
            "{asked} channels, and the group has {orders:order} of its ranks; write at most {most}, or all",
            asked=asked,
            orders=Counted(most),
            most=most,
        )


def power_of_two(value: int) -> bool:
    """True for 1, 2, 4, 8, ..."""
    return value > 0 and value & (value - 1) == 0


def needs_power_of_two(group: Group, options: Options) -> str | None:
    """The reason a 2^k-only algorithm refuses a group."""
    return None if power_of_two(group.p) else phrase("it needs p = 2^k, and p is {p}", p=group.p)


@lru_cache(maxsize=4096)
def _built(entry: CatalogueEntry, group: Group, options: Options) -> Plan:
    plan: Plan = entry.build(group, **_given(entry, group, options))
    return plan


@lru_cache(maxsize=4096)
def _fast(entry: CatalogueEntry, group: Group, options: Options) -> tuple[Plan, ...]:
    if entry.fast is None or entry.unfit(group, options) is not None:
        raise ValueError(entry.unfit(group, options))
    return tuple(entry.fast(group, **_given(entry, group, options)))


def _given(entry: CatalogueEntry, group: Group, options: Options) -> dict[str, Any]:
    """The options by keyword, ``all`` and ``optimal`` as numbers. Raises ValueError where the entry refuses."""
    reason = entry.unfit(group, options)
    if reason is not None:
        raise ValueError(reason)
    given = {name: getattr(options, name) for name in options.stated}
    if given.get("segments") == OPTIMAL:
        given["segments"] = 1
    if given.get("channels") == ALL and "channels" in given:
        given["channels"] = most_channels(group)
    return given


def _holds(group: Group) -> str:
    """Ranks of each outermost unit: 8, 8, 4."""
    held: dict[int, int] = {}
    for unit in group.ids(group.top).tolist():
        held[unit] = held.get(unit, 0) + 1
    found = list(held.values())
    return ", ".join(str(ranks) for ranks in found[:8]) + (", ..." if len(found) > 8 else "")


@cache
def _options_of(build: Callable[..., Plan]) -> Mapping[str, Any]:
    """The options of a function that builds a plan, with what holds where they are not stated."""
    options = signature(build).parameters.items()
    return {name: option.default for name, option in options if option.default is not option.empty}
