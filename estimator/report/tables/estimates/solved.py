"""What a number of the spec would have to be, for terminals and programs: one value an end, or a frontier of two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from estimator.errors import path_text
from estimator.estimate.search.solve import FrontierPoint, Solution, Value, Values
from estimator.estimate.search.trial import FACTORS, SHARES, Sought, Target
from estimator.phrase import phrase
from estimator.report.figures.frontier import FrontierData, FrontierLine, FrontierTexts, Ruler, frontier_figure
from estimator.report.tables.rows import Scalar, block, comma_separated, document, plain
from estimator.report.tables.screen import PLAIN, Screen, fitted
from estimator.units import format_bandwidth, format_number, format_ratio, format_time

SCHEMA = 1
ENDS = ("optimistic", "conservative")
ALL_ELSE: Mapping[str, str] = MappingProxyType(
    {"optimistic": phrase("all else optimistic"), "conservative": phrase("all else conservative")}
)
Show = Callable[[float], str]


def _messages(rate: float) -> str:
    return f"{format_number(rate / 1e6)}\u00a0Mmsg/s"


SHOWN: Mapping[str, tuple[str, Show]] = MappingProxyType(
    {
        "bandwidth": ("B/s", format_bandwidth),
        "one_peer": ("B/s", format_bandwidth),
        "unit": ("B/s", format_bandwidth),
        "message_rate": ("msg/s", _messages),
        "efficiency": ("1", format_ratio),
        "overlap": ("1", format_ratio),
        "skew": ("1", format_number),
        "node_skew": ("1", format_number),
        "padding": ("1", format_number),
        "oversubscription": ("1", format_number),
        "compute_slowdown": ("1", format_number),
        "k": ("1", format_number),
    }
)
"""The SI unit of a quantity, and how it reads; what is not here is a time."""


def shown_as(quantity: str) -> tuple[str, Show]:
    """The SI unit of a quantity and the format of its values."""
    return SHOWN.get(quantity, ("s", format_time))


class SolvedFor(NamedTuple):
    """A number as its author names it, with its place."""

    name: str
    place: Sought

    @property
    def shown(self) -> tuple[str, Show]:
        """The unit and the format of its values."""
        return shown_as(self.name.rpartition(".")[2])

    @property
    def stated(self) -> tuple[float, float]:
        """Both ends as the spec states them, in the number's own unit."""
        low, high = self.place.stated.ends
        return low / self.place.unit, high / self.place.unit


def target_text(target: Target) -> str:
    """What has to hold, as it is asked for: ``operations.moe_combine.time <= 14 ms``."""
    of = f"operations.{target.operation}" if target.operation else "step"
    return f"{of}.{target.figure} <= {format_time(target.seconds)}"


def as_text(asked: SolvedFor, found: Solution, screen: Screen = PLAIN) -> str:
    """A few sentences for the terminal."""
    _, show = asked.shown
    low, high = asked.stated
    now = phrase(
        "{name}, now {low} .. {high}, for {target}:",
        name=asked.name,
        low=show(low),
        high=show(high),
        target=target_text(found.target),
    )
    lines = [now, ""]
    for end, value, beyond in zip(ENDS, found.value, found.beyond_link, strict=True):
        told = _value(value, asked)
        if beyond:
            told = phrase("{value}; that is more than the path's link carries", value=told)
        lines.append(_at_end(end, told))
    if not found.felt:
        lines += ["", phrase("The target does not feel this number: no call of the step rests on it.")]
    for path, pairs in found.raised.items():
        lines += ["", phrase("An easier condition goes along, so that it is no worse: {path}", path=path_text(path))]
        for end, pair in zip(ENDS, pairs, strict=True):
            if pair is not None:
                lines.append(_at_end(end, " .. ".join(dict.fromkeys(map(show, pair.ends)))))
    return screen.text(lines)


def _at_end(end: str, value: str) -> str:
    if end == "optimistic":
        return phrase("  all else at its optimistic end: {value}", value=value)
    return phrase("  all else at its conservative end: {value}", value=value)


def _value(value: Value, asked: SolvedFor) -> str:
    if value is None:
        return phrase("never, even without limit")
    if value == "any":
        return phrase("any value")
    shown = asked.shown[1](value)
    if asked.place.more_is_better:
        return phrase("at least {value}", value=shown)
    return phrase("at most {value}", value=shown)


def as_json(asked: SolvedFor, found: Solution, about: Mapping[str, object]) -> str:
    """Everything in SI units, numbers in full: null is never, "any" at every value."""
    low, high = found.beyond_link
    parts = _head(about, found.target) | {
        "for": asked.name,
        "unit": asked.shown[0],
        "stated": list(asked.stated),
        "value": found.value._asdict(),
        "felt": found.felt,
        "beyond_link": {"optimistic": low, "conservative": high},
        "raised": {
            path_text(path): {end: list(pair.ends) if pair else None for end, pair in zip(ENDS, pairs, strict=True)}
            for path, pairs in found.raised.items()
        },
    }
    return document(f"{plain(key)}: {plain(value)}" for key, value in parts.items())


def _head(about: Mapping[str, object], target: Target) -> dict[str, object]:
    until = target_text(target).replace("\u00a0", " ")
    return {"commspec_solve": SCHEMA, **about, "until": until, "at_most_s": target.seconds}


def as_csv(asked: SolvedFor, found: Solution) -> str:
    """One line an end: nothing where there is no value, the word where there is any."""
    rows: list[dict[str, Scalar]] = [
        {"for": asked.name, "unit": asked.shown[0], "end": end, "value": value}
        for end, value in found.value._asdict().items()
    ]
    return comma_separated(rows)


def frontier_text(
    asked: Sequence[SolvedFor], points: Sequence[FrontierPoint], target: Target, screen: Screen = PLAIN
) -> str:
    """A table for the terminal: what the second number would have to be at each value of the first."""
    first, second = asked
    optimistic, conservative = (ALL_ELSE[end] for end in ENDS)
    head = [first.name, phrase("{name}, {end}", name=second.name, end=optimistic), conservative]
    rows = [[first.shown[1](point.first), *(_value(value, second) for value in point.value)] for point in points]
    top = phrase("For {target}:", target=target_text(target))
    return screen.text([top, "", *fitted([head, *rows], screen, (0, 0, 0))])


def frontier_json(
    asked: Sequence[SolvedFor], points: Sequence[FrontierPoint], target: Target, about: Mapping[str, object]
) -> str:
    """The frontier in SI units, one line a point."""
    parts = _head(about, target) | {"for": [one.name for one in asked], "units": [one.shown[0] for one in asked]}
    lines = [f"{plain(key)}: {plain(value)}" for key, value in parts.items()]
    found = (plain({"first": point.first, "value": point.value._asdict()}) for point in points)
    return document([*lines, f'"frontier": [{block(found)}]'])


def frontier_csv(asked: Sequence[SolvedFor], points: Sequence[FrontierPoint]) -> str:
    """The frontier in SI units: nothing where there is no value, the word where there is any."""
    first, second = (f"{one.name} [{one.shown[0]}]" for one in asked)
    return comma_separated([_flat(first, second, point) for point in points])


def _flat(first: str, second: str, point: FrontierPoint) -> dict[str, Scalar]:
    values: Values = point.value
    return {first: point.first, f"{second} optimistic": values.optimistic, f"{second} conservative": values[1]}


def frontier_svg(
    asked: Sequence[SolvedFor], points: Sequence[FrontierPoint], target: Target, screen: Screen = PLAIN
) -> str:
    """The frontier drawn, in the language of the screen."""
    rulers = [Ruler(one.name, one.shown[1], one.place.quantity in (*SHARES, *FACTORS)) for one in asked]
    values = [tuple(point.value[side] for point in points) for side, _ in enumerate(ENDS)]
    lines = [FrontierLine(screen.say(ALL_ELSE[end]), found) for end, found in zip(ENDS, values, strict=True)]
    at, better = tuple(point.first for point in points), asked[1].place.more_is_better
    until = target_text(target)
    title = phrase("{second} beside {first}, for {target}", second=asked[1].name, first=asked[0].name, target=until)
    met = phrase("{target}: met above the lines", target=until)
    if not better:
        met = phrase("{target}: met below the lines", target=until)
    signs = phrase("{no} never, even without limit   {any} at any value", no="\u00d7", any="\u2022")
    texts = FrontierTexts(screen.say(title), screen.say(met), screen.say(signs))
    return frontier_figure(FrontierData(texts, rulers[0], rulers[1], at, tuple(lines), better))
