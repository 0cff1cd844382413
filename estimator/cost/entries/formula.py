"""Formulas printed from the catalogue: the whole T = ... and its symbols.

A flat algorithm has the formula of one level; on several each of its rounds takes the levels that its messages cross.
The recursion has a term for each level in use, s1 units on the innermost, s2 on the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
_MAX_LATEX = (r"\max ( ", r" ,\; ", " )")
_MAX_PLAIN = ("max(", ", ", ")")
_NAMED = {"flat": "", "inner": "_inner", "outer": "_outer"}


def symbols_used(terms: Iterable[FormulaTerm]) -> tuple[str, ...]:
    """The symbols a formula must explain, in a fixed order, with those that their definitions use."""
    used = {name for term in terms for text in (term.rounds, term.volume, term.reduced) for name in _names(text)}
    used |= {"f"} if "S" in used else set()
    used |= {"L"} if "W" in used else set()
    return tuple(name for name in SYMBOLS if name in used)


def latex_of(terms: Terms) -> str:
    """The formula of terms in LaTeX; those that run at once stand in a maximum."""
    phases = [[" + ".join(_latex_parts(term)) for term in phase] for phase in _phases(terms)]
    return "T = " + " + ".join(_joined(phase, *_MAX_LATEX) for phase in phases)


def plain_of(terms: Terms) -> str:
    """The formula of terms as text."""
    phases = [[" + ".join(_plain_parts(term)) for term in phase] for phase in _phases(terms)]
    return "T = " + " + ".join(_joined(phase, *_MAX_PLAIN) for phase in phases)


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


def _latex_parts(term: FormulaTerm) -> Iterable[str]:
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


def _plain_parts(term: FormulaTerm) -> Iterable[str]:
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


def _joined(parts: list[str], before: str, between: str, after: str) -> str:
    return parts[0] if len(parts) == 1 else before + between.join(parts) + after
