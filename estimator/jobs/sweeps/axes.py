"""The axes of a sweep from what a command line says: each end of a range is checked as if the spec said it."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from estimator.errors import Path as Place
from estimator.errors import UserError
from estimator.estimate.assume.uncertain import places_of
from estimator.estimate.case import Case
from estimator.estimate.search.place import path_in, value_at
from estimator.estimate.sweeps.sweep import SIZE, SweptAxis
from estimator.jobs.inputs.specs import open_spec
from estimator.phrase import phrase
from estimator.report.tables.estimates.swept import AxisText
from estimator.spec.reading.alter import Alteration
from estimator.spec.reading.change import Replacement
from estimator.spec.values.quantity import Pair
from estimator.units import Counted, Kind, UnitError, parse, parse_any, shown

MOST_POINTS = 10**8
_RANGE = re.compile(r"(.+?)\s*\.\.\s*(.+)")


class ReadAxis(NamedTuple):
    """An axis, and how it is shown."""

    axis: SweptAxis
    text: AxisText


class AxisReader(NamedTuple):
    """Reads ranges over one operation of the spec at ``path`` under ``changes``."""

    path: Path
    changes: tuple[Replacement, ...]
    case: Case

    def axes(self, ranges: Sequence[str], points: str) -> list[ReadAxis]:
        """AXIS=LOW .. HIGH each, with one number of points for all or one each; the size comes last.

        Raises UserError for an option that cannot be read, SpecError for an end that the spec could not have.
        """
        counts = _points(points, len(ranges))
        found = [self._axis(text, count) for text, count in zip(ranges, counts, strict=True)]
        names = [one.axis.name for one in found]
        for name in names:
            if names.count(name) > 1:
                raise UserError(phrase("{name} is swept twice; give one range", name=name))
        return sorted(found, key=lambda one: one.axis.name == SIZE)

    def _axis(self, text: str, points: int) -> ReadAxis:
        name, equals, span = (part.strip() for part in text.partition("="))
        match = _RANGE.fullmatch(span)
        if not equals or match is None:
            raise UserError(
                phrase(
                    '{text} is no range; write AXIS=LOW .. HIGH, such as {size}="1 KiB .. 1 GiB"',
                    text=shown(text),
                    size=SIZE,
                )
            )
        ends = match[1], match[2]
        if name == SIZE:
            first, last = map(_size, ends)
            if last < first:
                first, last, ends = last, first, ends[::-1]
            return ReadAxis(SweptAxis(name, first, last, points), AxisText(name, ends, "size", points))
        low, high = (self._pair(name, end) for end in ends)
        if high.value < low.value:
            low, high, ends = high, low, ends[::-1]
        text_of = AxisText(name, ends, _kind(ends[0]), points)
        return ReadAxis(SweptAxis(name, low.value, high.value, points, low.place, low.unit), text_of)

    def _pair(self, name: str, end: str) -> "_End":
        spec = open_spec(self.path, Alteration(None, (*self.changes, Replacement(name, end)), alone=True)).spec
        place = path_in(spec, name)
        pair = value_at(spec, place)
        if not isinstance(pair, Pair):
            raise UserError(
                phrase("{name} cannot be swept; {choice}; --set sets other values", name=name, choice=self._choice())
            )
        unit = 1.0
        if place[-1] == "efficiency":
            place = (*place[:-1], "bandwidth")
            unit = value_at(spec, place).optimistic / pair.optimistic
        if not self._moves(place):
            raise UserError(
                phrase(
                    "{name} does not change the time of {operation}; {choice}",
                    name=name,
                    operation=self.case.name,
                    choice=self._choice(),
                )
            )
        return _End(pair.optimistic, place, unit)

    def _moves(self, place: Place) -> bool:
        if place[0] == "operations":
            return place[1] == self.case.name and "overlap" not in place
        return place in {one.path for one in places_of(self.case)}

    def _choice(self) -> str:
        places = (one.spec_path for one in places_of(self.case) if "overlap" not in one.path)
        return phrase("what can be: {places}", places=", ".join([SIZE, *places]))


class _End(NamedTuple):
    value: float
    place: Place
    unit: float


def _kind(text: str) -> Kind:
    """What a value of the axis is: a factor where it is no quantity, as 2:1."""
    try:
        return parse_any(text)[0]
    except UnitError:
        return "ratio"


def _points(text: str, axes: int) -> list[int]:
    counts = []
    for part in text.split(","):
        digits = part.strip().lstrip("0")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and int(digits) <= MOST_POINTS):
            hint = phrase("write whole numbers up to {most_points}, such as 10000,10000", most_points=MOST_POINTS)
            raise UserError(phrase("--points {text}: {hint}", text=shown(text), hint=hint))
        counts.append(int(digits))
    if len(counts) == 1:
        return counts * axes
    if len(counts) != axes:
        what = phrase(
            "--points {text} has {numbers:number} for {ranges:range}",
            text=shown(text),
            numbers=Counted(len(counts)),
            ranges=Counted(axes),
        )
        raise UserError(phrase("{what}; write one, or one for each", what=what))
    return counts


def _size(text: str) -> float:
    try:
        return parse(text, "size", positive=True)
    except UnitError as error:
        raise UserError(phrase("{name}: {why}", name=SIZE, why=error)) from None
