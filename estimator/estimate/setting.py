"""What is computed and what each end of the interval assumes: work, setting, and the knee they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import sqrt

from estimator.cost.evaluate import at
from estimator.cost.form import Array, Form, compile_form
from estimator.cost.key import KNEE, REORDER, SYNC, T0, Key
from estimator.cost.plan import Phase, Plan, Stage, skewed
from estimator.cost.planes import Crossers
from estimator.cost.segments import best_segments, most_segments
from estimator.estimate.balance import Knee, sums_of
from estimator.estimate.result import Origin

OUTSIDE = (T0, KNEE, SYNC, REORDER)
"""Parameters added outside the maxima, once per call."""


@dataclass(frozen=True, slots=True)
class Work:
    """One operation ready to be timed. ``n`` [byte] is of all ``calls`` together.

    ``keys``: the key of each stage's inverse bandwidth. ``cuts``: cut at the node boundary -> groups that cross it
    at once, with its planes. ``whole``: any other cut -> must-move bytes D in units of n, sibling groups included.
    ``chunkable``: the catalogue says stages of different levels may overlap. ``paths``: level -> path name, for words.
    ``rate_limited``: levels whose path has a message-rate limit. ``rooted``: levels with a fitted root, which stay
    out of the knee. ``schedule``: the plan for each number of segments, where each end takes the best one; ``plan``
    then only says which paths are used.
    """

    plan: Plan
    keys: tuple[Key, ...]
    n: float
    calls: float
    cuts: Mapping[str, Crossers]
    whole: Mapping[str, float]
    chunkable: bool
    paths: Mapping[str, str]
    rate_limited: frozenset[str] = frozenset()
    schedule: Callable[[int], Plan] | None = None
    rooted: frozenset[str] = frozenset()

    @property
    def keyed(self) -> tuple[tuple[tuple[Stage, Key], ...], ...]:
        """The phases in order: each stage with the key of its inverse bandwidth."""
        named = iter(self.keys)
        return tuple(tuple((stage, next(named)) for stage in phase) for phase in self.plan)

    @property
    def call_n(self) -> float:
        """The mean size of one call [byte]."""
        return self.n / self.calls


@dataclass(frozen=True, slots=True)
class Setting:
    """What one end assumes, in SI and effective for the work at hand.

    ``values``: ``alpha.<level>`` [s], ``beta...``/``link...`` [s/B] for one rank at the work's concurrency,
    ``cut.<name>`` [s/B], ``gap.<level>`` [s/message], ``root.<level>`` [s/B^0.5], ``gamma`` [s/B], ``T0``, ``sync``
    [s], ``reorder`` [s/B]. ``skew``/``node_skew``: the busiest rank and node over the mean [1]. ``knee_k`` [1].
    ``passes``: reorder passes. ``overlap``: stages of a chunkable plan run at once. ``origins``: parameter -> where
    it came from.
    """

    values: Mapping[Key, float]
    skew: float = 1.0
    node_skew: float = 1.0
    knee_k: float = 0.0
    passes: float = 0.0
    overlap: bool = False
    origins: Mapping[Key, Origin] = field(default_factory=dict)

    def in_sequence(self) -> Setting:
        """The same assumptions with the stages one after the other."""
        return replace(self, overlap=False)

    def with_skew_of(self, other: Setting) -> Setting:
        """The same assumptions under the other setting's load balance."""
        return replace(self, skew=other.skew, node_skew=other.node_skew, passes=other.passes)


def compiled(work: Work, setting: Setting) -> Form:
    """The form of one call under a setting's balance and overlap."""
    return compile_form(
        skewed(work.plan, setting.skew, setting.node_skew),
        work.cuts,
        {name: load * setting.node_skew for name, load in work.whole.items()},
        {T0: 1.0, KNEE: 1.0, SYNC: 1.0, REORDER: setting.passes * setting.skew} | _roots(work, setting),
        overlap=setting.overlap and work.chunkable,
        rate_limited=work.rate_limited,
        keys=work.keys,
    )


def parameters(work: Work, setting: Setting) -> dict[Key, float]:
    """The values of a setting with the knee [s/B^0.5] derived: k * sqrt(A * X), stages in sequence, paths only.

    A = sum of rounds * alpha [s], X = sum of (volume * beta + reduced * gamma) * skew [s/B]. A level with a root stays
    out of A and X.
    """
    gaps = [Key("gap", level) for level in work.rate_limited]
    roots = [Key("root", level) for level in work.rooted]
    values = dict.fromkeys((*OUTSIDE, *gaps, *roots), 0.0) | dict(setting.values)
    values[KNEE] = knee_of(work, setting).value(values)
    return values


def knee_of(work: Work, setting: Setting) -> Knee:
    """What the knee of one call is made of under a setting."""
    return Knee(setting.knee_k, setting.skew, sums_of(work.plan, work.keys, work.rooted))


def prepared(work: Work, setting: Setting) -> tuple[Form, Array]:
    """The form of one call and its parameter vector (K,) under a setting."""
    work = tuned(work, setting)
    form = compiled(work, setting)
    return form, form.theta(parameters(work, setting))


def tuned(work: Work, setting: Setting) -> Work:
    """The work with the number of segments that is best under a setting, where it is to be found."""
    schedule = work.schedule
    if schedule is None:
        return work

    def cut_into(segments: int) -> Work:
        return replace(work, plan=schedule(segments), schedule=None)

    def seconds(segments: int) -> float:
        return at(*prepared(cut_into(segments), setting), work.call_n)

    return cut_into(best_segments(seconds, most_segments(work.call_n)))


def _roots(work: Work, setting: Setting) -> dict[Key, float]:
    """The factor of each level's root: the square root of its bytes in units of n, with skew, stages in sequence."""
    return {
        Key("root", level): sqrt(setting.skew * sum(_moved(phase, level) for phase in work.plan))
        for level in sorted(work.rooted)
    }


def _moved(phase: Phase, level: str) -> float:
    """Bytes of a phase on one level in units of n; of stages that run at once the largest counts."""
    return max((stage.volume for stage in phase if stage.level == level), default=0.0)
