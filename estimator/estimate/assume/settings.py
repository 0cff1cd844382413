"""The settings of the spec: which parameters the optimistic and the conservative end of a subject assume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from estimator.cost.key import GAMMA, KNEE, REORDER, SEQUENCE, SKEW, SYNC, T0, Family, Key
from estimator.cost.rows import MessageGap
from estimator.estimate.assume.assumptions import (
    ASSUMED_MESSAGE,
    FREE_MESSAGES,
    PLATFORM,
    Assumptions,
    CallStart,
    Found,
)
from estimator.estimate.assume.path_parameters import Query, Rails, Side
from estimator.estimate.assume.setting import Setting
from estimator.estimate.groups.subject import Subject
from estimator.estimate.result import Origin
from estimator.spec.same import Same
from estimator.spec.values.base import Condition
from estimator.spec.workload import Operation

EXCLUSIVE: tuple[Condition, ...] = ("exclusive",)
SHARED: tuple[Family, ...] = ("unit", "nic")
"""What operations that run at once share, as they share the cuts."""


def setting_of(
    subject: Subject,
    known: Assumptions,
    conditions: Sequence[Condition],
    side: Side,
    n: float,
    skew: float = 1.0,
    node_skew: float | None = None,
    sharing: int = 1,
    start: CallStart = PLATFORM,
) -> Setting:
    """One end of a subject: the worst parameters over ``conditions`` on one ``side`` of their pairs.

    T0 and knee are in; sync, reorder and padding are not. ``n`` [byte] is one call's size. ``sharing``: operations
    that share cuts, unit borders and NICs at once. ``start``: how the call is started. Raises SpecError when a path
    has no parameters for a condition.
    """
    balance = skew, skew if node_skew is None else node_skew
    key = (Same(subject), tuple(conditions), side, *balance, sharing)
    found = known.settings.get(key) if start.stated is None else None
    if found is not None:
        return found
    asked = _Lookup(subject, known, tuple(conditions), side, n, sharing, start)
    if start.stated is not None or known.by_size(subject.paths.values()):
        return _setting(asked, *balance)
    known.settings[key] = _setting(asked, *balance) if known.moved is None else _moved(asked, *balance)
    return known.settings[key]


class _Lookup(NamedTuple):
    """What is looked up: as ``setting_of`` is asked, but for the balance."""

    subject: Subject
    known: Assumptions
    conditions: tuple[Condition, ...]
    side: Side
    n: float
    sharing: int
    start: CallStart

    def query(self, rails: Rails | None = None, paths: tuple[str, ...] = ()) -> Query:
        """What the parameters are used for."""
        one = self.subject
        return Query(one.collective, one.algorithm.name, self.n, one.shape.ranks, rails, paths)


@dataclass(slots=True)
class _Parameters:
    """The parameters of a setting as they are gathered, part by part of the platform."""

    values: dict[Key, float] = field(default_factory=dict)
    origins: dict[Key, Origin] = field(default_factory=dict)
    gaps: dict[str, MessageGap] = field(default_factory=dict)

    def keep(self, key: Key, found: Found, value: float) -> None:
        """One parameter: the value that counts, and where what was found came from."""
        self.values[key], self.origins[key] = value, found[1]

    def of_level(self, asked: _Lookup, level: str, path: str) -> None:
        """What the path of a level gives."""
        subject, known = asked.subject, asked.known
        there = asked.query(subject.rails[level])
        for family, found in known.worst(path, subject.joined[level], asked.conditions, there, asked.side).items():
            self.keep(Key(family, level), found, found[0] * (asked.sharing if family in SHARED else 1))
        gap = known.gap(path, asked.conditions, asked.query()) if Key("gap", level) in self.values else None
        if gap is None and subject.algorithm.direct:
            gap = MessageGap(free=FREE_MESSAGES)
            self.keep(Key("gap", level), (0.0, known.assumed_message(path)), ASSUMED_MESSAGE[asked.side])
        if gap is not None:
            self.gaps[level] = gap

    def of_cuts(self, asked: _Lookup) -> None:
        """What the cuts carry."""
        query = asked.query()
        for name in asked.subject.loads:
            cut = asked.known.cut(name, asked.conditions, asked.side, query)
            self.keep(Key("cut", name), cut, asked.sharing / cut[0])

    def of_call(self, asked: _Lookup) -> float:
        """What every call takes, wherever it goes; the knee factor is given back [1]."""
        known, side = asked.known, asked.side
        query = asked.query()
        paths = tuple(dict.fromkeys(asked.subject.paths.values()))
        launch = known.launch(asked.query(paths=paths), side, asked.start)
        gamma, knee = known.gamma(query, side), known.knee(query, side)
        self.keep(GAMMA, gamma, gamma[0])
        self.keep(T0, launch, launch[0])
        self.origins[KNEE] = knee[1]
        return knee[0]


def _setting(asked: _Lookup, skew: float, node_skew: float) -> Setting:
    found = _Parameters()
    for level, path in asked.subject.paths.items():
        found.of_level(asked, level, path)
    found.of_cuts(asked)
    knee = found.of_call(asked)
    return Setting(
        values=found.values,
        skew=skew,
        node_skew=node_skew,
        knee_k=knee,
        overlap=asked.side == 0,
        origins=found.origins,
        gaps=found.gaps,
    )


def _moved(asked: _Lookup, skew: float, node_skew: float) -> Setting:
    """A setting on a platform that another was made from: only what was changed is looked up anew."""
    moved = asked.known.moved
    assert moved is not None  # noqa: S101 - asked of such a platform only
    before = setting_of(asked.subject, moved.before, *asked[2:5], skew, node_skew, asked.sharing, asked.start)
    levels = {level: path for level, path in asked.subject.paths.items() if path in moved.paths}
    if not levels and not moved.call and not (moved.cuts and asked.subject.loads):
        return before
    found, knee = _Parameters(dict(before.values), dict(before.origins), dict(before.gaps)), before.knee_k
    for level, path in levels.items():
        found.of_level(asked, level, path)
    if moved.cuts:
        found.of_cuts(asked)
    if moved.call:
        knee = found.of_call(asked)
    return Setting(found.values, skew, node_skew, knee, overlap=before.overlap, origins=found.origins, gaps=found.gaps)


def optimistic_of(
    operation: Operation,
    subject: Subject,
    known: Assumptions,
    n: float,
    conditions: Sequence[Condition] = EXCLUSIVE,
    name: str = "",
) -> Setting:
    """The better end of the exclusive condition, the skew's first element; no padding, reorder, sync.

    ``name``: the operation's id, for the origin of a T0 of its own.
    """
    node = operation.node_skew.optimistic if operation.node_skew else None
    start = CallStart(name, operation.launch)
    return setting_of(subject, known, conditions, 0, n, operation.skew.optimistic, node, start=start)


def conservative_of(
    name: str, operation: Operation, subject: Subject, known: Assumptions, n: float, conditions: Sequence[Condition]
) -> Setting:
    """The worse end over the conditions; skew or padding, reorder, sync, other operations on the cuts."""
    skew = (operation.padding or operation.skew).conservative
    node = None if operation.padding or operation.node_skew is None else operation.node_skew.conservative
    sharing = 1 + len(operation.at_once_with)
    plain = setting_of(subject, known, conditions, 1, n, skew, node, sharing, CallStart(name, operation.launch))
    values, origins = dict(plain.values), dict(plain.origins)
    around, own = operation.around, f"operations.{name}"
    values[SYNC] = around.sync.conservative
    origins[SYNC] = _stated(known, "sync", name, around.sync.conservative, around.source, f"{own}.around.sync")
    passes = 0.0
    if around.reorder is not None:
        passes = float(around.reorder.passes)
        rate = around.reorder.bandwidth.conservative
        values[REORDER] = 1.0 / rate
        source = around.reorder.source or around.source
        origins[REORDER] = _stated(known, "reorder", name, rate, source, f"{own}.around.reorder.bandwidth")
    balance = "padding" if operation.padding else "skew"
    source = None if operation.padding else operation.skew_from
    origins[SKEW] = _stated(known, balance, name, skew, source, f"{own}.{balance}")
    origins[SEQUENCE] = _stated(known, "sequence", name, 1.0, None, f"{own}.algorithm")
    return Setting(values, plain.skew, plain.node_skew, plain.knee_k, passes, plain.overlap, origins, plain.gaps)


def _stated(known: Assumptions, quantity: str, where: str, value: float, source: str | None, path: str) -> Origin:
    return known.origin(quantity, where, "", value, source, path)


def rooted(setting: Setting) -> frozenset[str]:
    """The levels with a fitted root of their own under a setting."""
    return _levels(setting, "root")


def _levels(setting: Setting, family: Family) -> frozenset[str]:
    return frozenset(key.where for key in setting.values if key.family == family)
