"""Two runs of the same thing side by side: repeats of one command, or the same command under other settings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import exp, log
from statistics import median
from typing import Literal, NamedTuple

import numpy as np

from estimator.judge.diagnosis.causes.cause import Number
from estimator.judge.diagnosis.runs.settings import Kind as SettingKind
from estimator.judge.diagnosis.runs.settings import told_apart
from estimator.judge.diagnosis.runs.shape import Break, merged
from estimator.judge.diagnosis.runs.view import View

SAME = 0.15
"""Logarithm of the ratio of two times below which they are the same."""
APART = 0.35
"""... above which they differ."""
LEAST_SHARE = 0.2
"""Share of the sizes at which runs must differ."""
LITTLE = 0.35
"""Two runs differ at an end of the sizes from this much on."""
MORE = 1.3
"""Factor by which one end differs more than the other."""
AGAIN = 1.4
"""Factor within which a break that comes again is the same one."""
CLOSE = 4.0
"""Ratio of two sizes between which times may be read off."""
PROPORTIONAL = 0.8
"""Share of the growth of the sizes from which times grow with them."""
MOST = 24
"""Runs of one kind that are set against each other."""
SETTING = re.compile(
    r"(?<![A-Za-z])((?:NCCL|RCCL)_(?:ALGO|PROTO|M(?:AX|IN)_[NC]?(?:NCHANNELS|CH\w*)|TUNER\w*|NTHREADS|BUFFSIZE)=\S+"
    r"|HCCL_ALGO=\S+|(?:LL|LL128|Simple|Ring|Tree|NVLS|CollNet)(?![A-Za-z0-9])|MAX_?N?CH\w*)"
)
"""Settings that choose algorithm, protocol or channels."""

Kind = Literal["same", "mixed", "shifted"]


class ContrastPair(NamedTuple):
    """Two runs over the sizes both have. ``slow`` takes longer on the whole; ``ratios``: slow over fast by size.

    ``same``: the times agree. ``shifted``: one is slower at every size. ``mixed``: only at some sizes.
    ``twins``: nothing in the logs tells the runs apart; ``settings``: what of algorithm or channels does.
    """

    slow: View
    fast: View
    sizes: tuple[float, ...]
    ratios: tuple[float, ...]
    kind: Kind
    twins: bool
    settings: str
    apart: Mapping[SettingKind, str] = {}
    """Settings in which their commands differ, by what they rule."""

    @property
    def starts(self) -> bool:
        """Whether the lower quarter of the sizes shows a start-up: times that grow far less than the sizes."""
        times = {each.n: each.seconds for each in merged(self.fast.run.samples)}
        low, high = self.sizes[0], self.sizes[max(1, len(self.sizes) // 4)]
        return exp(_at(times, high) - _at(times, low)) < PROPORTIONAL * high / low

    @property
    def small(self) -> float:
        """The ratio where start-up rules the faster run: of the lower quarter of the sizes."""
        return exp(median(log(each) for each in self.ratios[: max(1, len(self.ratios) // 4)]))

    @property
    def large(self) -> float:
        """The ratio of the upper quarter of the sizes."""
        return exp(median(log(each) for each in self.ratios[-max(1, len(self.ratios) // 4) :]))

    @property
    def steady(self) -> bool:
        """Whether the upper half of the sizes differ by one factor: no noise makes that."""
        upper = [log(each) for each in self.ratios[len(self.ratios) // 2 :]]
        middle = median(upper)
        return len(upper) >= 3 and middle > APART and median(abs(each - middle) for each in upper) < SAME

    @property
    def one_range(self) -> bool:
        """Whether the times differ over one range of neighbouring sizes alone, and one run is the slow one in it."""
        apart = [place for place, each in enumerate(self.ratios) if abs(log(each)) > APART]
        whole = bool(apart) and apart[-1] - apart[0] + 1 == len(apart)
        calm = [abs(log(each)) for place, each in enumerate(self.ratios) if not apart[0] <= place <= apart[-1]]
        return whole and len(calm) >= 2 and max(calm) < 0.2 and all(self.ratios[place] > 1.0 for place in apart)

    @property
    def worst(self) -> tuple[float, float]:
        """The size [byte] at which the two differ most, and the ratio there."""
        place = max(range(len(self.ratios)), key=lambda at: abs(log(self.ratios[at])))
        return self.sizes[place], self.ratios[place]


def pairs(views: Sequence[View]) -> Iterator[ContrastPair]:
    """Every two runs out of place of the same collective, ranks, data and load, at three common sizes at least."""
    groups: dict[tuple[object, ...], list[View]] = {}
    for view in views:
        if view.run.key.in_place is not True:
            groups.setdefault(_same(view), []).append(view)
    for group in groups.values():
        for one, other in combinations(group[:MOST], 2):
            found = _pair(one, other)
            if found is not None:
                yield found


def between(pair: ContrastPair) -> bool:
    """Whether a pair sets two systems or set-ups against each other, which differ in more than the algorithm."""
    if pair.settings or pair.kind == "same":
        return False
    return pair.kind == "shifted" or not pair.twins


def ratios(pair: ContrastPair) -> dict[str, Number]:
    """The numbers of a pair, as evidence has them."""
    size, ratio = pair.worst
    found: dict[str, Number] = {"small_x": pair.small, "large_x": pair.large, "worst_x": max(ratio, 1.0 / ratio)}
    return found | {"worst_B": size, "other": pair.fast.run.name}


def twin(view: View, other: View) -> bool:
    """The other side of a table, or a repeat of it."""
    table, own = other.run.table, view.run.table
    same = (table.source, table.number) == (own.source, own.number)
    if table.benchmark != own.benchmark or table.notes != own.notes:
        return same
    key = other.run.key._replace(in_place=None, label="")
    return same or key == view.run.key._replace(in_place=None, label="")


def shows(view: View, one: Break) -> bool:
    """Whether a run has the same break."""
    times = {each.n: each.seconds for each in merged(view.run.samples)}
    if one.before not in times or one.after not in times:
        return False
    ratio = times[one.after] / times[one.before]
    as_much = max(ratio, one.times) < AGAIN * min(ratio, one.times)
    factor = 1.0 / ratio if one.falls else ratio * one.before / one.after
    return as_much and factor > one.factor**0.5


def setting_of(view: View) -> str:
    """What a run says of algorithm, protocol and channels; empty where it says nothing."""
    table = view.run.table
    text = " ".join((table.command, table.algorithm, table.label, *(f"{k}={v}" for k, v in table.environment)))
    return " ".join(dict.fromkeys(match.group(1) for match in SETTING.finditer(text))) or table.algorithm


def _same(view: View) -> tuple[object, ...]:
    table = view.run.table
    return (
        view.run.collective,
        table.benchmark,
        table.tool,
        table.notes,
        table.ranks,
        table.dtype,
        table.skew,
        table.statistic,
        table.way,
        table.groups,
        table.condition,
        table.path,
    )


def _identity(view: View) -> tuple[object, ...]:
    """What tells runs of one kind apart; numbers in a label count repeats."""
    table = view.run.table
    nodes = (table.nodes, table.ranks_per_node, table.hardware, table.library, setting_of(view))
    return (*nodes, re.sub(r"\d+", "", table.label))


def _pair(one: View, other: View) -> ContrastPair | None:
    first, second = ({each.n: each.seconds for each in merged(view.run.samples)} for view in (one, other))
    sizes = sorted(first.keys() & second.keys())
    if len(sizes) < 3:
        sizes = _between_sizes(first, second)
    if len(sizes) < 3:
        return None
    logs = [log(first[n] / second[n]) if n in first and n in second else _at(first, n) - _at(second, n) for n in sizes]
    slow, fast = (one, other) if sum(logs) >= 0.0 else (other, one)
    logs = logs if sum(logs) >= 0.0 else [-each for each in logs]
    settings = " against ".join(setting_of(view) or "-" for view in (slow, fast))
    apart = told_apart(slow.run.table, fast.run.table)
    twins = _identity(one) == _identity(other) and not apart
    known = settings if setting_of(slow) != setting_of(fast) else ""
    return ContrastPair(slow, fast, tuple(sizes), tuple(map(exp, logs)), _kind(logs), twins, known, apart)


def _between_sizes(first: Mapping[float, float], second: Mapping[float, float]) -> list[float]:
    """Where the sizes of two runs lie between each other's: all of them in the range that both have."""
    low, high = max(min(first), min(second)), min(max(first), max(second))
    return sorted(n for n in first.keys() | second.keys() if low <= n <= high and _near(first, n) and _near(second, n))


def _near(times: Mapping[float, float], n: float) -> bool:
    """Whether a size lies between two measured ones that are not far apart, or is one."""
    below, above = max(each for each in times if each <= n), min(each for each in times if each >= n)
    return above <= CLOSE * below


def _at(times: Mapping[float, float], n: float) -> float:
    """The logarithm of the time at a size, between two measured ones on the line of their logarithms."""
    sizes = sorted(times)
    return float(np.interp(log(n), [log(each) for each in sizes], [log(times[each]) for each in sizes]))


def _kind(logs: Sequence[float]) -> Kind:
    apart = [each for each in logs if abs(each) > APART]
    if min(logs) > APART:
        return "shifted"
    return "mixed" if len(apart) >= max(2.0, LEAST_SHARE * len(logs)) or _one_of_few(logs, apart) else "same"


def _one_of_few(logs: Sequence[float], apart: Sequence[float]) -> bool:
    return len(logs) <= 5 and bool(apart)
