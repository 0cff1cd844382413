"""Formulas printed from the catalogue: the whole T = ... and its symbols.

A flat algorithm has the formula of one level; on several each of its rounds takes the levels that its messages cross.
The recursion has a term for each level in use, s1 units on the innermost, s2 on the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from estimator.cost import expression
from estimator.cost.entries.algorithm import Algorithm, Term, Terms
from estimator.cost.options import ALL, NONE, OPTIMAL, Options
from estimator.cost.placing.channels import most_channels
from estimator.cost.placing.group import Group
from estimator.cost.schedules.bruck import ceil_log2, moved_blocks
from estimator.cost.schedules.doubling import fold_of, halved_blocks
from estimator.cost.schedules.send_matrix import longest_rounds, matrix_bytes


class Symbol(NamedTuple):
    """A symbol of a formula that is not p, g or m, and what it stands for."""

    latex: str
    definition: str
    plain: str
    value: Callable[[int], int] | None = None
    """From p; None: the group or an option says it."""


SYMBOLS: dict[str, Symbol] = {
    "L": Symbol("L", r"\lceil \log_2 p \rceil", "L = ceil_log2(p)", ceil_log2),
    "f": Symbol("f", r"\lfloor \log_2 p \rfloor", "f = floor_log2(p)", lambda p: fold_of(p).steps),
    "q": Symbol("p'", r"2^{\lfloor \log_2 p \rfloor}", "q = 2**floor_log2(p)", lambda p: fold_of(p).core),
    "r": Symbol("r", "p-p'", "r = p - 2**floor_log2(p)", lambda p: fold_of(p).rest),
    "S": Symbol(
        "S",
        r"\sum_{k=0}^{f-1} (2^k + \min(p-2^f, 2^k))",
        "S = sum over k < f of 2**k + min(p - 2**f, 2**k)",
        halved_blocks,
    ),
    "W": Symbol(
        "W",
        r"\sum_{k=0}^{L-1} \sum_{j=0}^{p-1} (\lfloor \frac{j}{2^k} \rfloor \, \mathrm{mod} \, 2)",
        "W = sum over k < L of how many j < p have bit k set",
        moved_blocks,
    ),
    "k": Symbol("k", r"\mathrm{segments}", "k = segments"),
    "s": Symbol(
        "s_l", r"\mathrm{units \; on \; level \;} l", "s1, s2, ... = units on level 1, 2, ..., innermost first"
    ),
    "E": Symbol(r"\eta", r"\mathrm{efficiency}", "E = efficiency of the path under this algorithm"),
    "V": Symbol(
        "V",
        r"\frac{1}{n} \sum_{k=1}^{p-1} \max_i n_{i,\,(i+k) \, \mathrm{mod} \, p}",
        "V = 1/n * sum over 0 < k < p of the largest message from i to i + k (mod p)",
    ),
}
"""Symbols beyond p, g, m; ``S``, ``W`` and ``V`` are sums, the rest closed or stated."""

_SUFFIX = {"flat": "", "inner": "_i", "outer": "_x"}
_MAX_LATEX = (r"\max ( ", r" ,\; ", " )")
_MAX_PLAIN = ("max(", ", ", ")")
_NAMED = {"flat": "", "inner": "_inner", "outer": "_outer"}


def symbol_values(group: Group, options: Options = NONE) -> dict[str, float]:
    """Values of every symbol on a group: six ranks have L = 3, f = 2, q = 4, r = 2, S = 6, W = 7.

    Of the symbols that options say, those that are stated.
    """
    inside = group.held(group.top) if len(group.used) > 1 else group.p
    values: dict[str, float] = {"p": group.p, "g": inside, "m": group.p / inside}
    values |= {name: symbol.value(group.p) for name, symbol in SYMBOLS.items() if symbol.value is not None}
    sizes = options.dims or tuple(group.shape[level] for level in group.used) or (1,)
    values |= {f"s{number}": size for number, size in enumerate(sizes, start=1)}
    if options.segments is not None and options.segments != OPTIMAL:
        values["k"] = options.segments
    if options.channels is not None:
        values["R"] = most_channels(group) if options.channels == ALL else options.channels
    if options.efficiency is not None:
        values["E"] = options.efficiency
    if options.send_matrix is not None:
        values["V"] = longest_rounds(options.send_matrix) / (matrix_bytes(options.send_matrix) or 1.0)
    return values


def symbols_used(terms: Iterable[Term]) -> tuple[Symbol, ...]:
    """The symbols a formula must explain, in a fixed order, with those that their definitions use."""
    used = {name for term in terms for text in (term.rounds, term.volume, term.reduced) for name in _names(text)}
    used |= {"f"} if "S" in used else set()
    used |= {"L"} if "W" in used else set()
    return tuple(symbol for name, symbol in SYMBOLS.items() if name in used)


def latex(algorithm: Algorithm, folded: bool = False) -> str:
    r"""The formula of an algorithm in LaTeX; ``folded``: the one for p that is not a power of two, if it differs.

    Ring AllGather: ``T = (p-1) \alpha + \frac{p-1}{p} n \beta``.
    """
    return latex_of(_chosen(algorithm, folded))


def plain(algorithm: Algorithm, folded: bool = False) -> str:
    """The formula as text: ``T = (p-1)*alpha + (p-1)/p*n*beta``."""
    return plain_of(_chosen(algorithm, folded))


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


def _chosen(algorithm: Algorithm, folded: bool) -> Terms:
    return algorithm.folded if folded and algorithm.folded else algorithm.terms


def _phases(terms: Terms) -> list[list[Term]]:
    """Terms in sequence, each with those that run at once with it."""
    phases: list[list[Term]] = []
    for term in terms:
        if term.beside and phases:
            phases[-1].append(term)
        else:
            phases.append([term])
    return phases


def _latex_parts(term: Term) -> Iterable[str]:
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


def _plain_parts(term: Term) -> Iterable[str]:
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
