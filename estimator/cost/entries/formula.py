"""Formulas printed from the catalogue: the whole T = ... and its symbols.

A flat algorithm has the formula of one level; on several each of its rounds takes the levels that its messages cross.
The recursion has a term for each level in use, s1 units on the innermost, s2 on the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from estimator.cost import expression
from estimator.cost.entries.algorithm import FormulaTerm, Terms

SYMBOLS: Mapping[str, str] = {
    "L": "L = ceil_log2(p)",
    "f": "f = floor_log2(p)",
    "q": "q = 2**floor_log2(p)",
    "r": "r = p - 2**floor_log2(p)",
    "S": "S = sum over k < f of 2**k + min(p - 2**f, 2**k)",
    "W": "W = sum over k < L of how many j < p have bit k set",
    "k": "k = segments",
    "s": "s1, s2, ... = units on level 1, 2, ..., innermost first",
    "E": "E = efficiency of the path under this algorithm",
    "V": "V = 1/n * sum over 0 < k < p of the largest message from i to i + k (mod p)",
}
"""Symbols beyond p, g, m and what they stand for, in the order in which they are explained."""

_SUFFIX = {"flat": "", "inner": "_i", "outer": "_x"}
_NAMED = {"flat": "", "inner": "_inner", "outer": "_outer"}


LINE_SUMMANDS = 4
"""What a line of a formula holds in the column of formulas without being made smaller."""


class FormulaLine(NamedTuple):
    """A line of a formula, in LaTeX and as text."""

    latex: str
    plain: str


def symbols_used(terms: Iterable[FormulaTerm]) -> tuple[str, ...]:
    """The symbols a formula must explain, in a fixed order, with those that their definitions use."""
    used = {name for term in terms for text in (term.rounds, term.volume, term.reduced) for name in _names(text)}
    used |= {"f"} if "S" in used else set()
    used |= {"L"} if "W" in used else set()
    return tuple(name for name in SYMBOLS if name in used)


def plain_of(terms: Terms) -> str:
    """The formula of terms as text; those that run at once stand in a maximum."""
    return "".join(piece.plain for piece in _pieces(terms))


def lines_of(terms: Terms) -> tuple[FormulaLine, ...]:
    """The formula in LaTeX and as text, on lines of at most ``LINE_SUMMANDS`` summands; no term is broken."""
    lines: list[list[_Piece]] = []
    for piece in _pieces(terms):
        if lines and sum(other.summands for other in lines[-1]) + piece.summands <= LINE_SUMMANDS:
            lines[-1].append(piece)
        else:
            lines.append([piece])
    # A sign that begins a line stands between two things only where something empty is before it.
    return tuple(
        FormulaLine(
            ("{}" if place else "") + "".join(piece.latex for piece in line),
            "".join(piece.plain for piece in line).strip(),
        )
        for place, line in enumerate(lines)
    )


class _Piece(NamedTuple):
    """A term, the sign before it and its part of the maximum that it stands in."""

    latex: str
    plain: str
    summands: int


def _pieces(terms: Terms) -> Iterator[_Piece]:
    sign = "T = "
    for phase in _phases(terms):
        opens = (r"\max ( ", "max(") if len(phase) > 1 else ("", "")
        closes = (" )", ")") if len(phase) > 1 else ("", "")
        for place, term in enumerate(phase):
            before = (sign + opens[0], sign + opens[1]) if place == 0 else ("", "")
            after = closes if place == len(phase) - 1 else (r" ,\; ", ", ")
            parts = list(_latex_parts(term))
            yield _Piece(
                before[0] + " + ".join(parts) + after[0],
                before[1] + " + ".join(_plain_parts(term)) + after[1],
                len(parts),
            )
        sign = " + "


def _names(text: str) -> frozenset[str]:
    """The names in an expression, every s1, s2, ... as s."""
    return frozenset("s" if name[0] == "s" and name[1:].isdigit() else name for name in expression.names_in(text))


def _phases(terms: Terms) -> list[list[FormulaTerm]]:
    """Terms in sequence, each with those that run at once with it."""
    phases: list[list[FormulaTerm]] = []
    for term in terms:
        if term.beside and phases:
            phases[-1].append(term)
        else:
            phases.append([term])
    return phases


def _latex_parts(term: FormulaTerm) -> Iterator[str]:
    """Summands of one term: start-up, transfer, reduction."""
    suffix = _SUFFIX.get(term.level, f"_{{{term.level}}}")
    where = suffix.strip("_{}")
    inside = r"\mathrm{link}" + (f",{where}" if where else "")
    beta = rf"\beta_{{{inside}}}" if term.port == "link" else rf"\beta{suffix}"
    yield _factor(term.rounds) + rf"\alpha{suffix}"
    if term.volume != "0":
        yield _factor(term.volume) + rf"n \, {beta}"
    if term.reduced != "0":
        yield _factor(term.reduced) + r"n \, \gamma"


def _factor(text: str) -> str:
    """An expression before a symbol; a bare 1 is not written."""
    if text == "1":
        return ""
    shown = expression.latex(text)
    return (expression.in_brackets(shown) if expression.is_sum(text) else shown) + r" \, "


def _plain_parts(term: FormulaTerm) -> Iterator[str]:
    level = _NAMED.get(term.level, f"_{term.level}")
    beta = f"beta_link{level}" if term.port == "link" else f"beta{level}"
    yield _plain_factor(term.rounds) + f"alpha{level}"
    if term.volume != "0":
        yield _plain_factor(term.volume) + f"n*{beta}"
    if term.reduced != "0":
        yield _plain_factor(term.reduced) + "n*gamma"


def _plain_factor(text: str) -> str:
    if text == "1":
        return ""
    return (f"({text})" if expression.is_sum(text) else text) + "*"
