"""Why a cell has its verdict: a code and the facts that belong to it. The words for people are in ``report``."""

from __future__ import annotations

from typing import Literal, NamedTuple

Verdict = Literal["pass", "fail", "inconclusive", "not_run", "waived"]
WORST: tuple[Verdict, ...] = ("fail", "inconclusive", "not_run", "waived", "pass")
"""From worst to best."""
Kind = Literal["time", "size", "bandwidth", "ratio", "factor", "count", "text"]


class Fact(NamedTuple):
    """One number or word of a reason, and what kind of quantity it is, in SI units."""

    name: str
    value: float | str
    kind: Kind = "text"


class Reason(NamedTuple):
    """A code of ``report.sections.acceptance.reasons`` with its facts."""

    code: str
    facts: tuple[Fact, ...] = ()

    def fact(self, name: str) -> float | str:
        """One fact by name. Raises KeyError where it has none."""
        return {one.name: one.value for one in self.facts}[name]


class Judged(NamedTuple):
    """A verdict with its reason."""

    verdict: Verdict
    reason: Reason


def reason(code: str, /, **facts: float | str | tuple[float, Kind]) -> Reason:
    """A reason from plain words, counts, and (number, kind)."""
    found = []
    for name, value in facts.items():
        if isinstance(value, tuple):
            found.append(Fact(name, *value))
        else:
            found.append(Fact(name, value, "text" if isinstance(value, str) else "count"))
    return Reason(code, tuple(found))


def inconclusive(why: Reason) -> Judged:
    """No verdict can be given, for this reason."""
    return Judged("inconclusive", why)
