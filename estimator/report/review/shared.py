"""The model of the page as JSON tables: equal values, forms and plans once, everything else by its number."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from estimator.cost.form import Form
from estimator.cost.key import KNEE, Family, Key
from estimator.estimate.assume.setting import OF_RANKS, OF_UNITS
from estimator.estimate.live.call import End, Parts, value_of
from estimator.estimate.live.carried import Carried
from estimator.estimate.live.operation import LiveCall
from estimator.estimate.live.value import Value

Json = dict[str, Any]
STARTS: tuple[Family, ...] = ("alpha", "hop")


@dataclass
class Table:
    """Things by number; what is equal is there once."""

    listed: list[Any] = field(default_factory=list)
    _index: dict[str, int] = field(default_factory=dict)

    def add(self, item: Any) -> int:
        """The number of an item."""
        key = json.dumps(item)
        if key not in self._index:
            self._index[key] = len(self.listed)
            self.listed.append(item)
        return self._index[key]


@dataclass
class Shared:
    """The tables of one page: values, forms, plans, ends and calls, each by the numbers of the others."""

    values: Table = field(default_factory=Table)
    forms: Table = field(default_factory=Table)
    plans: Table = field(default_factory=Table)
    ends: Table = field(default_factory=Table)
    calls: Table = field(default_factory=Table)

    def value(self, value: Value) -> int:
        """A parameter: products, each a number and place, side and power of its factors."""
        return self.values.add([[one.number, *(item for factor in one.factors for item in factor)] for one in value])

    def form(self, form: Form) -> int:
        """Rows of coefficients; ``by`` says which balance each column goes with, ``starts`` which are start-ups."""
        return self.forms.add(
            {
                "keys": [str(key) for key in form.keys],
                "power": form.power.tolist(),
                "by": [_by(key) for key in form.keys],
                "starts": [int(key.family in STARTS) for key in form.keys],
                "rows": form.matrix.tolist(),
                "phases": [stop - start for start, stop in zip(form.start, form.stop, strict=True)],
                "limits": [str(key) for key in form.resources],
            }
        )

    def call(self, call: LiveCall) -> int:
        """Both ends of the calls of an operation."""
        low, high, even = self.end(call.low), self.end(call.high), self.end(call.even)
        return self.calls.add({"n": call.n, "calls": call.calls, "ends": [low, high], "even": even})

    def end(self, end: End) -> int:
        """One end: its plans, of which the fastest counts, and what its n_half is made of."""
        plans = [self._plan(end, form) for form in end.plans] if end.cut is None else [self._cut_plan(end)]
        half = {"a": self._sum(end, end.balance.startup.form), "x": self._sum(end, end.balance.slope.form)}
        return self.ends.add({"plans": plans, "half": half} | ({"held": 1} if end.held else {}))

    def _plan(self, end: End, form: Form) -> int:
        a, x = (self._sum(end, one.form) for one in (end.sums.startup, end.sums.slope))
        return self.plans.add(self._balanced(end) | {"f": self.form(form), "t": self._theta(end, form), "a": a, "x": x})

    def _cut_plan(self, end: End) -> int:
        """A plan whose number of segments is to be found: each form as three, fixed + k * rising + falling / k."""
        assert end.cut is not None  # noqa: S101 - asked for such a plan only
        plan, startup, slope, most = end.cut
        made = self._balanced(end) | {"f": self._three(plan), "t": self._theta(end, plan.fixed), "most": most}
        sums = {name: [self._three(one), self._theta(end, one.fixed)] for name, one in (("a", startup), ("x", slope))}
        return self.plans.add(made | sums)

    def _three(self, parts: Parts) -> list[int]:
        return [self.form(form) for form in parts]

    def _balanced(self, end: End) -> Json:
        balance = {"skew": self.value(end.skew), "node": self.value(end.node_skew), "passes": end.passes}
        return balance | {"k": self.value(end.knee)}

    def _sum(self, end: End, form: Form) -> list[Any]:
        return [self.form(form), self._theta(end, form)]

    def _theta(self, end: End, form: Form) -> list[int]:
        return [self.value(value_of(end, key)) for key in form.keys]

    def carried(self, carried: Carried) -> Json:
        """What a border carries."""
        if carried.kind == "rate":
            return {"c": carried.number, "v": self.value(carried.inverse)}
        return {"c": carried.number, carried.kind: [self.carried(part) for part in carried.parts]}


def _by(key: Key) -> int:
    """Balance of a column: 0 none, 1 skew, 2 that of units, 3 root of the skew, 4 passes of a reorder, 5 the knee."""
    if key == KNEE:
        return 5
    if key.family in OF_RANKS:
        return 1
    if key.family in OF_UNITS:
        return 2
    return {"root": 3, "reorder": 4}.get(key.family, 0)


def sides(values: Sequence[Value], shared: Shared) -> list[int]:
    """Both ends of a number."""
    return [shared.value(value) for value in values]
