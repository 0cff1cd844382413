"""The model of the page as JSON tables: equal values, forms and plans once, everything else by its number."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from estimator.cost.form import Form
from estimator.cost.key import KNEE, Key
from estimator.estimate.assume.setting import OF_RANKS, OF_UNITS
from estimator.estimate.live.call import End, Parts, value_of
from estimator.estimate.live.carried import Carried
from estimator.estimate.live.operation import LiveCall
from estimator.estimate.live.value import Value

Json = dict[str, Any]


@dataclass
class Table:
    """Things by number; what has an equal key is there once."""

    listed: list[Any] = field(default_factory=list)
    _index: dict[Hashable, int] = field(default_factory=dict)

    def add(self, key: Hashable, item: Callable[[], Any]) -> int:
        """The number of an item, made where its key is new."""
        if key not in self._index:
            self._index[key] = len(self.listed)
            self.listed.append(item())
        return self._index[key]


@dataclass
class Shared:
    """The tables of one page: values, forms, plans, ends and calls, each by the numbers of the others."""

    values: Table = field(default_factory=Table)
    forms: Table = field(default_factory=Table)
    plans: Table = field(default_factory=Table)
    ends: Table = field(default_factory=Table)
    calls: Table = field(default_factory=Table)
    _calls: dict[int, tuple[LiveCall, int]] = field(default_factory=dict)
    _forms: dict[int, tuple[Form, int]] = field(default_factory=dict)
    _theta: dict[tuple[int, int], tuple[Mapping[Key, Value], tuple[int, ...]]] = field(default_factory=dict)

    def value(self, value: Value) -> int:
        """A parameter: products, each a number and place, side and power of its factors."""

        def item() -> list[list[float]]:
            return [[one.number, *(item for factor in one.factors for item in factor)] for one in value]

        return self.values.add(value, item)

    def form(self, form: Form) -> int:
        """Rows of coefficients; ``by`` says which balance each column goes with."""
        if id(form) not in self._forms:
            item = _form(form)
            self._forms[id(form)] = form, self.forms.add(json.dumps(item), lambda: item)
        return self._forms[id(form)][1]

    def call(self, call: LiveCall) -> int:
        """Both ends of the calls of an operation."""
        if id(call) not in self._calls:
            self._calls[id(call)] = call, self._call(call)
        return self._calls[id(call)][1]

    def _call(self, call: LiveCall) -> int:
        low, high, even = self.end(call.low), self.end(call.high), self.end(call.even)
        item = {"n": call.n, "calls": call.calls, "ends": [low, high], "even": even}
        return self.calls.add((call.n, call.calls, low, high, even), lambda: item)

    def end(self, end: End) -> int:
        """One end: its plans, of which the fastest counts, and what its n_half is made of."""
        plans = [self._plan(end, form) for form in end.plans] if end.cut is None else [self._cut_plan(end)]
        a, x = self._sum(end, end.balance.startup.form), self._sum(end, end.balance.slope.form)
        item = {"plans": plans, "half": {"a": a, "x": x}} | ({"held": 1} if end.held else {})
        return self.ends.add((tuple(plans), a, x, end.held), lambda: item)

    def _plan(self, end: End, form: Form) -> int:
        a, x = (self._sum(end, one.form) for one in (end.sums.startup, end.sums.slope))
        made, theta, balance = self.form(form), self.theta(end, form), self._balanced(end)
        item = {"f": made, "t": theta, "a": a, "x": x}
        return self.plans.add((made, theta, a, x, *balance.values()), lambda: balance | item)

    def _cut_plan(self, end: End) -> int:
        """A plan whose number of segments is to be found: each form as three, fixed + k * rising + falling / k."""
        assert end.cut is not None  # noqa: S101 - asked for such a plan only
        plan, startup, slope, most = end.cut
        made = self._balanced(end) | {"f": self._three(plan), "t": self.theta(end, plan.fixed), "most": most}
        made |= {"a": (self._three(startup), self.theta(end, startup.fixed))}
        made |= {"x": (self._three(slope), self.theta(end, slope.fixed))}
        return self.plans.add(tuple(made.values()), lambda: made)

    def _three(self, parts: Parts) -> tuple[int, ...]:
        return tuple(self.form(form) for form in parts)

    def _balanced(self, end: End) -> Json:
        balance = {"skew": self.value(end.skew), "node": self.value(end.node_skew), "passes": end.passes}
        return balance | {"k": self.value(end.knee)}

    def _sum(self, end: End, form: Form) -> tuple[int, tuple[int, ...]]:
        return self.form(form), self.theta(end, form)

    def theta(self, end: End, form: Form) -> tuple[int, ...]:
        """The values of a form's columns; what many operations have alike is looked up once."""
        key = id(end.values), id(form)
        if key not in self._theta:
            alike = replace(end, own={})
            self._theta[key] = end.values, tuple(self.value(value_of(alike, one)) for one in form.keys)
        found = self._theta[key][1]
        if not end.own:
            return found
        return tuple(self.value(end.own[one]) if one in end.own else found[k] for k, one in enumerate(form.keys))

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


def _form(form: Form) -> Json:
    return {
        "keys": [str(key) for key in form.keys],
        "power": form.power.tolist(),
        "by": [_by(key) for key in form.keys],
        "rows": form.matrix.tolist(),
        "phases": [stop - start for start, stop in zip(form.start, form.stop, strict=True)],
        "limits": [str(key) for key in form.resources],
    }
