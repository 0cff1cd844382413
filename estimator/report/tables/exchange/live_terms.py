"""The time of an operation as formulas of a spreadsheet: rows of terms over cells that hold parameters and sizes.

What is written is the compiled form of the plans of an end: T = calls * min over plans of
max(sum over phases of max over rows, whole-call rows) + extra. Every formula comes with the number it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite, sqrt
from typing import Literal, NamedTuple

from estimator.cost.form import Form
from estimator.cost.key import KNEE, Key
from estimator.estimate.result import End, Origin

EndName = Literal["optimistic", "conservative"]
DIRECT = ("alpha", "hop", "messages", "launch", "sync", "knee")
"""Quantities that are a parameter of the form themselves, so that also a 0 can be changed."""
TIMES = (*DIRECT, "root")
"""Quantities that a time grows with."""
RATES = ("bandwidth", "link", "one_peer", "unit", "nic", "cut", "reduce", "reorder", "message_rate")
"""Quantities that a time falls with; what is neither stands as a number in the formulas."""
PARAMETERS, TERMS = "Parameters", "Terms"
VALUE_COLUMN, SECONDS_COLUMN, PHASE_COLUMN, PLAN_COLUMN = "F", "F", "G", "H"
FIRST_ROW = 2


class Formula(NamedTuple):
    """The text behind the = of a cell, and its number."""

    text: str
    value: float


class SheetInput(NamedTuple):
    """A parameter that a user may change: the value as the spec states it [SI], and where it came from."""

    end: EndName
    value: float
    origin: Origin
    row: int


class TermLine(NamedTuple):
    """One row of the sheet of terms; ``alike``: phases that are the same.

    ``phase``: their seconds, on the first row of a phase; ``plan``: the seconds of all that ends here.
    """

    operation: str
    end: EndName
    what: str
    resource: str
    alike: int
    seconds: Formula
    phase: Formula | None = None
    plan: Formula | None = None


class Scaled(NamedTuple):
    """A parameter of a form as a number times or over a cell, or a number alone; ``value`` of both together."""

    factor: float
    cell: str
    value: float


@dataclass(frozen=True, slots=True)
class Sheets:
    """The rows of the sheets of parameters and of terms, filled operation by operation.

    ``line_rates``: path -> what the line of a rank carries at most [B/s].
    """

    line_rates: Mapping[str, float] = field(default_factory=dict)
    inputs: dict[tuple[str, ...], SheetInput] = field(default_factory=dict)
    lines: list[TermLine] = field(default_factory=list)

    def input_cell(self, end: EndName, origin: Origin) -> tuple[str, float]:
        """The cell of a parameter and the value in it, the same for all operations that rest on it."""
        worse = origin.widened if origin.quantity in TIMES else 1.0 / origin.widened
        stated = origin.value / worse
        key = (end, origin.quantity, origin.spec_path, origin.where, f"{stated:.12g}")
        found = self.inputs.setdefault(key, SheetInput(end, stated, origin, FIRST_ROW + len(self.inputs)))
        return f"{PARAMETERS}!${VALUE_COLUMN}${found.row}", found.value

    @property
    def next_row(self) -> int:
        """The number of the row that the next line of terms gets."""
        return FIRST_ROW + len(self.lines)


@dataclass(frozen=True, slots=True)
class SheetCall:
    """One end of an operation: ``size`` the cell of the bytes of a call, ``n`` the number in it."""

    sheets: Sheets
    operation: str
    name: EndName
    end: End
    size: str
    n: float

    def seconds(self) -> Formula:
        """The time of one call [s], its terms being written to the sheets."""
        knee = self._knee()
        plans = [self._plan(form, knee, number) for number, form in enumerate((self.end.form, *self.end.others), 1)]
        return Formula(f"MIN({','.join(plan.text for plan in plans)})", min(plan.value for plan in plans))

    def _knee(self) -> Scaled:
        """The knee, k * sqrt(A * X * skew), by its own cells."""
        knee = self.end.knee
        k = self._scaled(KNEE, knee.k, sqrt(knee.skew))
        if not k.cell and not k.value:
            return k
        startup, slope = (
            self._sum(form, what) for form, what in ((knee.sums.startup.form, "A"), (knee.sums.slope.form, "X"))
        )
        root = f"SQRT({startup.text}*{slope.text})"
        value = k.value * sqrt(startup.value * slope.value)
        made = Formula(f"{_number(k.factor)}{k.cell}*{root}", value)
        row = self.sheets.next_row
        self._write("knee", "", 1, made)
        return Scaled(1.0, f"*${SECONDS_COLUMN}${row}", value)

    def _sum(self, form: Form, what: str) -> Formula:
        """A sum over phases, as the knee rests on; 0 of a form without rows."""
        return self._total(form, f"knee {what}", self._theta(form, None), sized=False)

    def _plan(self, form: Form, knee: Scaled, number: int) -> Formula:
        return self._total(form, f"plan {number}", self._theta(form, knee), sized=True)

    def _total(self, form: Form, what: str, theta: Sequence[Scaled], *, sized: bool) -> Formula:
        """Sum over phases of the largest row, the rows over the whole call, and what is added outside."""
        first, total = self.sheets.next_row, 0.0
        for count, rows, resources in _phases(form):
            made = [self._row(form, row, theta, sized=sized) for row in rows]
            total += count * max(one.value for one in made)
            self._phase(what, made, resources, count)
        last = self.sheets.next_row - 1
        text = f"SUM({PHASE_COLUMN}{first}:{PHASE_COLUMN}{last})" if last >= first else "0"
        whole = [self._row(form, row, theta, sized=sized) for row in form.whole.tolist()]
        for one, resource in zip(whole, form.resources[form.in_phases :], strict=True):
            row = self.sheets.next_row
            self._write(f"{what}, whole call", str(resource), 1, one)
            text, total = f"MAX({text},{SECONDS_COLUMN}{row})", max(total, one.value)
        extra = self._row(form, form.extra.tolist(), theta, sized=sized)
        row = self.sheets.next_row
        made_plan = Formula(f"{text}+{SECONDS_COLUMN}{row}", total + extra.value)
        self._write(f"{what}, added", "", 1, extra, plan=made_plan)
        return Formula(f"{TERMS}!${PLAN_COLUMN}${row}", made_plan.value)

    def _phase(self, what: str, made: Sequence[Formula], resources: Sequence[str], count: int) -> None:
        first = self.sheets.next_row
        cells = f"{SECONDS_COLUMN}{first}:{SECONDS_COLUMN}{first + len(made) - 1}"
        phase = Formula(f"E{first}*MAX({cells})", count * max(one.value for one in made))
        for number, (one, resource) in enumerate(zip(made, resources, strict=True)):
            self._write(what, resource, count, one, phase=phase if number == 0 else None)

    def _write(
        self,
        what: str,
        resource: str,
        count: int,
        seconds: Formula,
        phase: Formula | None = None,
        plan: Formula | None = None,
    ) -> None:
        self.sheets.lines.append(TermLine(self.operation, self.name, what, resource, count, seconds, phase, plan))

    def _row(self, form: Form, row: Sequence[float], theta: Sequence[Scaled], *, sized: bool) -> Formula:
        """One dot product of coefficients, parameters and powers of the size."""
        texts, value = [], 0.0
        for coefficient, one, power in zip(row, theta, form.power.tolist(), strict=True):
            if not coefficient or not (one.cell or one.value):
                continue
            by = power if sized else 0.0
            texts.append(f"{_number(coefficient * one.factor)}{one.cell}{self._powers[by]}")
            value += coefficient * one.value * self.n**by
        return Formula("+".join(texts) or "0", value)

    @property
    def _powers(self) -> Mapping[float, str]:
        return {0.0: "", 0.5: f"*SQRT({self.size})", 1.0: f"*{self.size}"}

    def _theta(self, form: Form, knee: Scaled | None) -> list[Scaled]:
        return [
            knee if knee is not None and key == KNEE else self._scaled(key, self.end.theta[key]) for key in form.keys
        ]

    def _scaled(self, key: Key, theta: float, also: float = 1.0) -> Scaled:
        """A parameter by the cell of the assumption it comes from; ``also``: a number that multiplies it."""
        origin = self.end.origins.get(key)
        if origin is None or origin.quantity not in (*TIMES, *RATES) or not isfinite(origin.value):
            return Scaled(theta * also, "", theta * also)
        if not origin.value and origin.quantity not in DIRECT:
            return Scaled(theta * also, "", theta * also)
        cell, stated = self.sheets.input_cell(self.name, origin)
        line = self.sheets.line_rates.get(origin.where)
        if key.family == "beta" and origin.quantity == "bandwidth" and line:
            return Scaled(also, f"*MAX({_number(1.0 / line)},{_number(theta * stated)}/{cell})", theta * also)
        if origin.quantity in RATES:
            return Scaled(theta * also * stated, f"/{cell}", theta * also)
        return Scaled((theta / stated if stated else 1.0) * also, f"*{cell}", theta * also)


def _phases(form: Form) -> Iterator[tuple[int, list[list[float]], list[str]]]:
    """How many phases are alike, their rows and what these are the time of; those with one row as one sum."""
    rows = form.rows.tolist()
    several: Counter[tuple[tuple[float, ...], ...]] = Counter()
    resources: dict[tuple[tuple[float, ...], ...], list[str]] = {}
    alone = [0.0] * len(form.keys)
    for low, high in zip(form.start, form.stop, strict=True):
        if high - low == 1:
            alone = [one + more for one, more in zip(alone, rows[low], strict=True)]
        else:
            key = tuple(map(tuple, rows[low:high]))
            several[key] += 1
            resources.setdefault(key, [str(resource) for resource in form.resources[low:high]])
    if any(alone):
        yield 1, [alone], ["phases without alternatives"]
    for key, count in several.items():
        yield count, [list(row) for row in key], resources[key]


def _number(value: float) -> str:
    """A number as formulas have it, in full."""
    return repr(float(value)).removesuffix(".0").upper()
