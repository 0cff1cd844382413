"""The settings of the spec: which parameters the optimistic and the conservative end of a subject assume."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from estimator.cost.key import GAMMA, KNEE, REORDER, SEQUENCE, SKEW, SYNC, T0, Family, Key
from estimator.cost.rows import Gap
from estimator.estimate.assume.assumptions import ASSUMED_MESSAGE, FREE_MESSAGES, PLATFORM, Assumptions, Start
from estimator.estimate.assume.path_parameters import Query, Side
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
    start: Start = PLATFORM,
) -> Setting:
    """One end of a subject: the worst parameters over ``conditions`` on one ``side`` of their pairs.

    T0 and knee are in; sync, reorder and padding are not. ``n`` [byte] is one call's size. ``sharing``: operations
    that share cuts, unit borders and NICs at once. ``start``: how the call is started. Raises SpecError when a path
    has no parameters for a condition.
    """
    asked = subject, known, tuple(conditions), side
    balance = skew, skew if node_skew is None else node_skew
    if start.stated is not None or known.by_size(subject.paths.values()):
        return _setting(*asked, n, *balance, sharing, start)
    key = (Same(subject), *asked[2:], *balance, sharing)
    if key not in known.settings:
        known.settings[key] = _setting(*asked, n, *balance, sharing, start)
    return known.settings[key]


def _setting(
    subject: Subject,
    known: Assumptions,
    conditions: tuple[Condition, ...],
    side: Side,
    n: float,
    skew: float,
    node_skew: float,
    sharing: int,
    start: Start,
) -> Setting:
    asked = (subject.collective, subject.algorithm.name, n, subject.shape.ranks)
    query = Query(*asked)
    values: dict[Key, float] = {}
    origins: dict[Key, Origin] = {}
    gaps: dict[str, Gap] = {}

    def keep(key: Key, found: tuple[float, Origin], value: float) -> None:
        values[key], origins[key] = value, found[1]

    for level, path in subject.paths.items():
        found = known.worst(path, subject.joined[level], conditions, Query(*asked, subject.rails[level]), side)
        for family, (value, origin) in found.items():
            shared = sharing if family in SHARED else 1
            keep(Key(family, level), (value, origin), value * shared)
        gap = known.gap(path, conditions, query) if "gap" in found else None
        if gap is None and subject.algorithm.direct:
            gap = Gap(free=FREE_MESSAGES)
            keep(Key("gap", level), (0.0, known.assumed_message(path)), ASSUMED_MESSAGE[side])
        if gap is not None:
            gaps[level] = gap
    for name in subject.loads:
        cut = known.cut(name, conditions, side, query)
        keep(Key("cut", name), cut, sharing / cut[0])
    gamma, knee = known.gamma(query, side), known.knee(query, side)
    launch = known.launch(replace(query, paths=tuple(dict.fromkeys(subject.paths.values()))), side, start)
    keep(GAMMA, gamma, gamma[0])
    keep(T0, launch, launch[0])
    origins[KNEE] = knee[1]
    return Setting(
        values=values,
        skew=skew,
        node_skew=node_skew,
        knee_k=knee[0],
        overlap=side == 0,
        origins=origins,
        gaps=gaps,
    )


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
    start = Start(name, operation.launch)
    return setting_of(subject, known, conditions, 0, n, operation.skew.optimistic, node, start=start)


def conservative_of(
    name: str, operation: Operation, subject: Subject, known: Assumptions, n: float, conditions: Sequence[Condition]
) -> Setting:
    """The worse end over the conditions; skew or padding, reorder, sync, other operations on the cuts."""
    skew = (operation.padding or operation.skew).conservative
    node = None if operation.padding or operation.node_skew is None else operation.node_skew.conservative
    sharing = 1 + len(operation.at_once_with)
    plain = setting_of(subject, known, conditions, 1, n, skew, node, sharing, Start(name, operation.launch))
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
    return replace(plain, values=values, passes=passes, origins=origins)


def _stated(known: Assumptions, quantity: str, where: str, value: float, source: str | None, path: str) -> Origin:
    return known.origin(quantity, where, "", value, source, path)


def rooted(setting: Setting) -> frozenset[str]:
    """The levels with a fitted root of their own under a setting."""
    return _levels(setting, "root")


def _levels(setting: Setting, family: Family) -> frozenset[str]:
    return frozenset(key.where for key in setting.values if key.family == family)
