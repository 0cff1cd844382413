"""Puts findings together: causes by how sure they are, what to measure next, what the logs do not show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod, sqrt

from estimator.judge.diagnosis.causes.algorithm import SETTING_RULES, algorithm
from estimator.judge.diagnosis.causes.bandwidth import bandwidth
from estimator.judge.diagnosis.causes.cause import CAUSES, Cause, CauseFinding, CauseName, Diagnosis
from estimator.judge.diagnosis.causes.contention import contention
from estimator.judge.diagnosis.causes.failure import failure
from estimator.judge.diagnosis.causes.healthy import healthy
from estimator.judge.diagnosis.causes.setting import setting
from estimator.judge.diagnosis.causes.startup import startup
from estimator.judge.diagnosis.causes.topology import topology
from estimator.judge.diagnosis.causes.unsure import unsure
from estimator.judge.diagnosis.following.follow import follow
from estimator.judge.diagnosis.laws.law import LAWS
from estimator.judge.diagnosis.laws.telling import ALIKE, telling
from estimator.judge.diagnosis.laws.weighing import weighed
from estimator.judge.diagnosis.runs.contrast import pairs
from estimator.judge.diagnosis.runs.promises import Promises
from estimator.judge.diagnosis.runs.run import Seen
from estimator.judge.diagnosis.runs.view import View, views_of

LEAST = 0.02
"""Confidence below which a cause is not named."""
LITTLE = 0.2
"""Confidence below which nothing that was found says anything."""
COUNTS = 0.3
"""Weight from which a finding counts its run among those that show a cause."""
NOISY = 0.5
"""Weight of contention from which the law of a run says less of everything else."""
BY_LAW = ("startup_above_spec", "transfer_above_spec", "crossing_above_spec", "rival_fits")
"""Findings that show what a law says, and say no more than it."""
BREAKS = ("switch", "time_falls")
"""Findings of times that jump or fall at one size, again in another run, which no start-up and no path makes."""
CONTINUOUS: tuple[CauseName, ...] = ("startup", "bandwidth")
FORCED = ("path_forced", "links_unused")
"""Findings that a slow run takes a detour: they leave little of a slow path."""
UNALIGNED = "unaligned"
"""A finding that sizes take a slow way of their own, so that their times say little of a law."""
LAWFUL: tuple[CauseName, ...] = ("startup", "bandwidth", "topology", "algorithm", "healthy")
NAMED: tuple[CauseName, ...] = ("startup", "bandwidth", "topology", "algorithm", "contention", "not_performance")


def diagnosis(seen: Seen, promises: Promises | None) -> Diagnosis:
    """What made the runs slow, or that they are in order, or that the logs do not tell."""
    views = views_of(seen, promises)
    two = tuple(pairs(views))
    laws = weighed(views, promises)
    every = [
        *failure(seen),
        *telling(laws),
        *startup(views, two, laws),
        *bandwidth(views, two, laws),
        *topology(views, laws),
        *setting(views, two),
        *algorithm(views, two, laws),
        *contention(views, two, laws),
        *unsure(views, two),
        *healthy(views, two, laws),
    ]
    found = [one for one in every if one.weight >= LEAST]
    causes = _ranked(found, views)
    shown = {one for cause in causes for one in _keys(cause.evidence)}
    silent = [one for one in found if one.cause == "cannot_tell" and (one.code, one.run) not in shown]
    return Diagnosis(causes, follow(causes, views), len(views), _strongest(silent), seen.left_out)


def _keys(found: Sequence[CauseFinding]) -> list[tuple[str, str]]:
    return [(one.code, one.run) for one in found]


def _ranked(found: Sequence[CauseFinding], views: Sequence[View]) -> tuple[Cause, ...]:
    """Causes by falling confidence; where nothing at all was found it cannot be told."""
    weights = {name: _weight([one for one in found if one.cause == name], views) for name in CAUSES}
    jump = max((one.weight for one in found if one.code in BREAKS and one.numbers.get("again")), default=0.0)
    for name in CONTINUOUS:
        weights[name] *= 1.0 - 0.5 * jump
    weights["bandwidth"] *= 1.0 - max(
        (one.weight for one in found if one.code in FORCED and one.cause == "topology" and one.weight > NOISY),
        default=0.0,
    )
    weights["healthy"] *= _share([one for one in found if one.cause == "healthy"], views) ** 2
    weights = _weighed(weights, max((one.weight for one in found if one.code == SETTING_RULES), default=0.0))
    unknown = [one for one in found if one.cause == "cannot_tell"]
    alike = max((one.weight for one in unknown if _of_law(one)), default=0.0)
    odd = max((one.weight for one in unknown if one.code == UNALIGNED), default=0.0)
    for name in LAWFUL:
        weights[name] *= 1.0 - odd
    known = max(weights[name] for name in NAMED)
    weights["healthy"] *= 1.0 - known
    others = _weight([one for one in unknown if not _of_law(one)], views)
    weights["cannot_tell"] = _together([alike * _left(weights), others * (1.0 - known)])
    if max(known, weights["healthy"]) < LITTLE:
        weights["cannot_tell"] = max(weights["cannot_tell"], 1.0 - known - weights["healthy"])
    total = max(1.0, sum(weights.values()))
    causes = [
        Cause(name, weight / total, _strongest([one for one in found if one.cause == name]))
        for name, weight in weights.items()
        if weight / total >= LEAST
    ]
    causes.sort(key=lambda cause: -cause.confidence)
    return tuple(causes) or (Cause("cannot_tell", 1.0, (CauseFinding("cannot_tell", 1.0, "nothing_measured", ""),)),)


def _weighed(weights: Mapping[CauseName, float], firm: float) -> dict[CauseName, float]:
    """What one cause leaves of the others: wrong results say nothing of speed, noise little of a law.

    ``firm``: how sure settings are found that change the times throughout; noise takes nothing from it.
    """
    found = dict(weights)
    failed, noise = found["not_performance"], found["contention"]
    for name in CAUSES:
        if name != "not_performance":
            found[name] *= 1.0 - 0.9 * failed
        if name not in ("not_performance", "contention", "cannot_tell") and noise > NOISY:
            found[name] *= 1.0 - 0.8 * noise
    found["algorithm"] = max(found["algorithm"], firm * (1.0 - failed))
    return found


def _left(weights: Mapping[CauseName, float]) -> float:
    """What failures and noise leave of a law that explains the runs by no cause."""
    noise = weights["contention"] if weights["contention"] > NOISY else 0.0
    return (1.0 - weights["not_performance"]) * (1.0 - 0.8 * noise)


def _weight(found: Sequence[CauseFinding], views: Sequence[View]) -> float:
    """How sure a cause is: findings of one run add up, of several the surest counts, less where few runs show it."""
    by_run: dict[str, dict[str, float]] = {}
    laws = [one.weight for one in found if _of_law(one)]
    for one in found:
        if one.code in BY_LAW or _of_law(one):
            continue
        codes = by_run.setdefault(one.run, {})
        codes[one.code] = max(codes.get(one.code, 0.0), one.weight)
    each = [_together(codes.values()) for codes in by_run.values()]
    seen = max(each, default=0.0) * (0.5 + 0.5 * sqrt(_share(found, views)))
    return _together([seen, max(laws, default=0.0)])


def _of_law(one: CauseFinding) -> bool:
    """Whether a finding is of all runs together."""
    return one.code in (*LAWS, ALIKE)


def _share(found: Sequence[CauseFinding], views: Sequence[View]) -> float:
    """Part of the runs out of place that show a cause."""
    runs = max(1, sum(view.run.key.in_place is not True for view in views))
    return min(1.0, len({one.run for one in found if one.weight >= COUNTS}) / runs)


def _together(weights: Iterable[float]) -> float:
    rest: float = prod(1.0 - min(weight, 0.98) for weight in weights)
    return 1.0 - rest


def _strongest(found: Sequence[CauseFinding]) -> tuple[CauseFinding, ...]:
    return tuple(sorted(found, key=lambda one: -one.weight))
