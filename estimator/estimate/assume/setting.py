"""What is computed and what each end of the interval assumes: work, setting, and the knee they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from estimator.cost.compiling import compile_form
from estimator.cost.evaluate import at
from estimator.cost.form import Array, Form
from estimator.cost.key import KNEE, REORDER, SYNC, T0, Family, Key
from estimator.cost.plan import Phase, Plan
from estimator.cost.rows import MessageGap
from estimator.cost.segments import best_segments, most_segments
from estimator.estimate.balance import BalanceKnee, balance_of
from estimator.estimate.result import Origin
from estimator.spec.same import Same

OUTSIDE = (T0, KNEE, SYNC, REORDER)
"""Parameters added outside the maxima, once per call."""


@dataclass(frozen=True, slots=True)
class Work:
    """One operation ready to be timed. ``n`` [byte] is of all ``calls`` together.

    ``plan``: the stages in sequence. ``fast``: plans of the optimistic end, of which the fastest counts at each size.
    ``whole``: cut that is no border of a level -> must-move bytes D in units of n, sibling groups included. ``paths``:
    level -> path name, for words. ``gaps``: levels whose messages take time to start. ``rooted``: levels with a fitted
    root, which stay out of the knee. ``schedule``: the plan for each number of segments, where each end takes the best
    one; ``plan`` then only says which paths are used.
    """

    plan: Plan
    fast: tuple[Plan, ...]
    n: float
    calls: float
    whole: Mapping[str, float]
    paths: Mapping[str, str]
    gaps: Mapping[str, MessageGap] = field(default_factory=dict)
    schedule: Callable[[int], Plan] | None = None
    rooted: frozenset[str] = frozenset()

    @property
    def call_n(self) -> float:
        """The mean size of one call [byte]."""
        return self.n / self.calls

    def plans(self, setting: Setting) -> tuple[Plan, ...]:
        """The plans of which the fastest counts under a setting."""
        return self.fast if setting.overlap and self.schedule is None else (self.plan,)


@dataclass(frozen=True, slots=True)
class Setting:
    """What one end assumes, in SI and effective for the work at hand.

    ``values``: ``alpha.<level>``, ``hop.<level>`` [s], the inverse rates ``beta``, ``link``, ``unit``, ``nic`` of a
    level and ``cut.<name>`` [s/B], ``gap.<level>`` [s/message], ``root.<level>`` [s/B^0.5], ``gamma`` [s/B], ``T0``,
    ``sync`` [s], ``reorder`` [s/B]. ``skew``/``node_skew``: the busiest rank and unit over the mean [1]. ``knee_k``
    [1]. ``passes``: reorder passes. ``overlap``: what can run at once does. ``origins``: parameter -> where it came
    from. ``gaps``: levels whose messages take time to start.
    """

    values: Mapping[Key, float]
    skew: float = 1.0
    node_skew: float = 1.0
    knee_k: float = 0.0
    passes: float = 0.0
    overlap: bool = False
    origins: Mapping[Key, Origin] = field(default_factory=dict)
    gaps: Mapping[str, MessageGap] = field(default_factory=dict)

    @property
    def numbers(self) -> tuple[object, ...]:
        """What the time depends on, without where it came from."""
        balance = (self.skew, self.node_skew, self.passes)
        return (self.values, *balance, self.knee_k, self.overlap, self.gaps)

    def in_sequence(self) -> Setting:
        """The same assumptions with the stages one after the other."""
        return replace(self, overlap=False)

    def with_skew_of(self, other: Setting) -> Setting:
        """The same assumptions under the other setting's load balance."""
        return replace(self, skew=other.skew, node_skew=other.node_skew, passes=other.passes)


def form_of(work: Work, setting: Setting, plan: Plan) -> Form:
    """The form of one call by one of the work's plans, under a setting's balance."""
    even = even_form_of(work, plan)
    return _loaded(Same(even), setting.skew, setting.node_skew, setting.passes)


def even_form_of(work: Work, plan: Plan) -> Form:
    """The form of one call at even load, with one pass of a reorder."""
    roots = tuple((level, _root(work.plan, level)) for level in sorted(work.rooted))
    return _evenly(plan, tuple(work.whole.items()), tuple(work.gaps.items()), roots)


OF_RANKS: tuple[Family, ...] = ("beta", "link", "nic", "gamma")
OF_UNITS: tuple[Family, ...] = ("unit", "cut")
"""Ports, links, NICs and what is reduced are those of ranks, borders and cuts those of units: a skew is of either."""


@lru_cache(maxsize=4096)
def _loaded(even: Same[Form], skew: float, node_skew: float, passes: float) -> Form:
    """A form under a load of ranks and of units, with so many passes of a reorder."""
    by_rank, by_unit = dict.fromkeys(OF_RANKS, skew), dict.fromkeys(OF_UNITS, node_skew)
    return even.value.times({**by_rank, **by_unit, "root": sqrt(skew), "reorder": passes * skew})


@lru_cache(maxsize=1024)
def _evenly(
    plan: Plan,
    whole: tuple[tuple[str, float], ...],
    gaps: tuple[tuple[str, MessageGap], ...],
    roots: tuple[tuple[str, float], ...],
) -> Form:
    """The form at even load with one pass of a reorder, kept for all settings and sizes."""
    outside = dict.fromkeys(OUTSIDE, 1.0) | {Key("root", level): factor for level, factor in roots}
    return compile_form(plan, dict(whole), outside, dict(gaps))


def parameters(work: Work, setting: Setting) -> dict[Key, float]:
    """The values of a setting with the knee [s/B^0.5] derived: k * sqrt(A * X), stages in sequence, paths only.

    A = sum of start-ups [s], X = sum of the busiest resource per byte and reduced * gamma, times skew [s/B]. A level
    with a root stays out of A and X.
    """
    return _with_knee(work, setting, knee_of(work, setting))


def _with_knee(work: Work, setting: Setting, knee: BalanceKnee) -> dict[Key, float]:
    gaps = [Key("gap", level) for level in work.gaps]
    roots = [Key("root", level) for level in work.rooted]
    values = dict.fromkeys((*OUTSIDE, *gaps, *roots), 0.0) | dict(setting.values)
    values[KNEE] = knee.value(values)
    return values


def knee_of(work: Work, setting: Setting) -> BalanceKnee:
    """What the knee of one call is made of under a setting."""
    return BalanceKnee(setting.knee_k, setting.skew, balance_of(work.plan, work.rooted))


def seconds_of(work: Work, setting: Setting) -> float:
    """The time of all calls [s] under one setting, without its split, by the plan that is best at its size."""
    work = tuned(work, setting)
    values = parameters(work, setting)
    forms = [form_of(work, setting, plan) for plan in work.plans(setting)]
    return work.calls * min([at(form, form.theta(values), work.call_n) for form in forms])


class Chosen(NamedTuple):
    """The form of the plan that is fastest at the work's size, its parameters (K,), and the forms of the others.

    ``values``: the parameters by key, those too that only the others need; ``knee``: what their knee is made of.
    """

    form: Form
    theta: Array
    others: tuple[Form, ...]
    values: Mapping[Key, float]
    knee: BalanceKnee


def chosen(work: Work, setting: Setting) -> Chosen:
    """The plan of a work, tuned already, that is fastest under a setting."""
    knee = knee_of(work, setting)
    values = _with_knee(work, setting, knee)
    forms = [form_of(work, setting, plan) for plan in work.plans(setting)]
    best = forms[0]
    if len(forms) > 1:
        best = min(forms, key=lambda form: at(form, form.theta(values), work.call_n))
    return Chosen(best, best.theta(values), tuple(form for form in forms if form is not best), values, knee)


def tuned(work: Work, setting: Setting) -> Work:
    """The work with the number of segments that is best under a setting, where it is to be found."""
    schedule = work.schedule
    if schedule is None:
        return work

    def cut_into(segments: int) -> Work:
        plan = schedule(segments)
        return replace(work, plan=plan, fast=(plan,), schedule=None)

    most = most_segments(work.call_n)
    return cut_into(best_segments(lambda segments: seconds_of(cut_into(segments), setting), most))


def _root(plan: Plan, level: str) -> float:
    """The factor of a level's root: the square root of its bytes in units of n, stages in sequence."""
    return sqrt(sum(_moved(phase, level) for phase in plan))


def _moved(phase: Phase, level: str) -> float:
    """Bytes of a phase on one level in units of n; of stages that run at once the largest counts."""
    return max((max(stage.volume, stage.link) for stage in phase if stage.level == level), default=0.0)
