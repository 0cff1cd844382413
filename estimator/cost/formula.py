"""Formulas printed from the catalogue: the whole T = ..., its symbols, and the same with numbers put in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from estimator.cost import expression
from estimator.cost.algorithm import Algorithm, Term, power_of_two
from estimator.cost.bruck import ceil_log2, moved_blocks
from estimator.cost.doubling import fold_of, halved_blocks
from estimator.cost.options import NONE, OPTIMAL, Options
from estimator.cost.plan import Plan, Stage
from estimator.cost.send_matrix import longest_rounds, matrix_bytes
from estimator.cost.shape import Shape


class Written(NamedTuple):
    """One formula twice."""

    latex: str
    plain: str


class Symbol(NamedTuple):
    """A symbol of a formula that is not p, g or m, and what it stands for."""

    latex: str
    definition: str
    plain: str
    value: Callable[[int], int] | None = None
    """From p; None: an option says it."""


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
    "a": Symbol("a", r"\mathrm{ranks \; of \; a \; row}", "a = ranks of a row"),
    "b": Symbol("b", r"\mathrm{ranks \; of \; a \; column}", "b = ranks of a column"),
    "R": Symbol("R", r"\mathrm{rings \; at \; once}", "R = rings at once"),
    "E": Symbol(r"\eta", r"\mathrm{efficiency}", "E = efficiency of the path under this algorithm"),
    "V": Symbol(
        "V",
        r"\frac{1}{n} \sum_{k=1}^{p-1} \max_i n_{i,\,(i+k) \, \mathrm{mod} \, p}",
        "V = 1/n * sum over 0 < k < p of the largest message from i to i + k (mod p)",
    ),
}
"""Symbols beyond p, g, m; ``S``, ``W`` and ``V`` are sums, the rest closed or stated."""

_SUFFIX = {"flat": "", "intra": "_i", "inter": "_x"}
_MAX_LATEX = (r"\max ( ", r" ,\; ", " )")
_MAX_PLAIN = ("max(", ", ", ")")
_NAMED = {"flat": "", "intra": "_intra", "inter": "_inter"}


def symbol_values(shape: Shape, options: Options = NONE) -> dict[str, float]:
    """Values of every symbol for a shape: six ranks have L = 3, f = 2, q = 4, r = 2, S = 6, W = 7.

    Of the symbols that options say, those that are stated; R is g where it is not.
    """
    values: dict[str, float] = {"p": shape.ranks, "g": shape.per_node, "m": shape.nodes}
    values |= {name: symbol.value(shape.ranks) for name, symbol in SYMBOLS.items() if symbol.value is not None}
    values["R"] = shape.per_node if options.rings is None else options.rings
    if options.segments is not None and options.segments != OPTIMAL:
        values["k"] = options.segments
    if options.dims is not None:
        values |= dict(zip("ab", options.dims, strict=False))
    if options.efficiency is not None:
        values["E"] = options.efficiency
    if options.send_matrix is not None:
        values["V"] = longest_rounds(options.send_matrix) / (matrix_bytes(options.send_matrix) or 1.0)
    return values


def terms_for(algorithm: Algorithm, shape: Shape, options: Options = NONE) -> tuple[Term, ...]:
    """The terms that hold: those of a send matrix, the folded ones when p is not a power of two, or the plain ones."""
    if algorithm.from_matrix and options.send_matrix is not None:
        return algorithm.from_matrix
    folded = algorithm.folded and not power_of_two(shape.ranks)
    return algorithm.folded if folded else algorithm.terms


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


def latex_of(terms: tuple[Term, ...]) -> str:
    """The formula of terms in LaTeX; those that run at once stand in a maximum."""
    phases = [[" + ".join(_latex_parts(term)) for term in phase] for phase in _phases(terms)]
    return "T = " + " + ".join(_joined(phase, *_MAX_LATEX) for phase in phases)


def plain_of(terms: tuple[Term, ...]) -> str:
    """The formula of terms as text."""
    phases = [[" + ".join(_plain_parts(term)) for term in phase] for phase in _phases(terms)]
    return "T = " + " + ".join(_joined(phase, *_MAX_PLAIN) for phase in phases)


def with_numbers(plan: Plan, numbers: Mapping[str, str]) -> Written:
    r"""A plan with numbers put in.

    ``numbers`` holds quantities as text: ``n``, and per key of the compiled form ``alpha.intra`` (a time),
    ``beta.intra`` or ``link.intra`` (as a bandwidth), ``gamma`` (as a bandwidth); a missing key keeps its symbol.
    Eight ranks, ring AllGather: ``T = 7 x 5 us + 0.875 x 1 MiB / (100 GB/s)``.
    """
    phases = [[_stage_written(stage, numbers) for stage in phase] for phase in plan]
    latex_text = " + ".join(_joined([s.latex for s in phase], *_MAX_LATEX) for phase in phases)
    plain_text = " + ".join(_joined([s.plain for s in phase], *_MAX_PLAIN) for phase in phases)
    return Written(f"T = {latex_text}", f"T = {plain_text}")


def _names(text: str) -> frozenset[str]:
    return expression.names_in(text)


def _chosen(algorithm: Algorithm, folded: bool) -> tuple[Term, ...]:
    return algorithm.folded if folded and algorithm.folded else algorithm.terms


def _phases(terms: tuple[Term, ...]) -> list[list[Term]]:
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
    suffix = _SUFFIX[term.level]
    beta = r"\beta_{\mathrm{link}}" if term.port == "link" else rf"\beta{suffix}"
    yield _factor(term.rounds) + rf"\alpha{suffix}"
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
    level = _NAMED[term.level]
    beta = "beta_link" if term.port == "link" else f"beta{level}"
    yield _plain_factor(term.rounds) + f"alpha{level}"
    yield _plain_factor(term.volume) + f"n*{beta}"
    if term.reduced != "0":
        yield _plain_factor(term.reduced) + "n*gamma"


def _plain_factor(text: str) -> str:
    if text == "1":
        return ""
    return (f"({text})" if expression.is_sum(text) else text) + "*"


def _stage_written(stage: Stage, numbers: Mapping[str, str]) -> Written:
    """One stage with its numbers."""
    family = "link" if stage.port == "link" else "beta"
    bandwidth = r"B_{\mathrm{link}}" if family == "link" else f"B{_SUFFIX[stage.level]}"
    alpha = _quantity(numbers.get(f"alpha.{stage.level}"), Written(rf"\alpha{_SUFFIX[stage.level]}", "alpha"))
    size = _quantity(numbers.get("n"), Written("n", "n"))
    rate = _quantity(numbers.get(f"{family}.{stage.level}"), Written(bandwidth, "B"))
    reduce_rate = _quantity(numbers.get("gamma"), Written(r"B_{\mathrm{reduce}}", "B_reduce"))
    parts = [_times(stage.rounds, alpha), _transfer(stage.volume, size, rate)]
    parts += [_transfer(stage.reduced, size, reduce_rate)] if stage.reduced else []
    return Written(" + ".join(part.latex for part in parts), " + ".join(part.plain for part in parts))


def _times(count: float, quantity: Written) -> Written:
    shown = _number(count)
    return Written(rf"{shown} \cdot {quantity.latex}", f"{shown} x {quantity.plain}")


def _transfer(volume: float, size: Written, rate: Written) -> Written:
    shown = _number(volume)
    return Written(rf"{shown} \cdot \frac{{{size.latex}}}{{{rate.latex}}}", f"{shown} x {size.plain} / ({rate.plain})")


def _quantity(text: str | None, symbol: Written) -> Written:
    """A quantity such as "5 us" with its unit upright, or the symbol when there is no number."""
    if text is None:
        return symbol
    number, _, unit = text.partition(" ")
    upright = unit.replace("us", r"\mu s").replace("µs", r"\mu s")
    return Written(rf"{number} \, \mathrm{{{upright}}}" if unit else number, text)


def _number(value: float) -> str:
    """A coefficient to six digits without trailing zeros: 14, 1.75, 0.916667."""
    return f"{value:.6g}"


def _joined(parts: list[str], before: str, between: str, after: str) -> str:
    return parts[0] if len(parts) == 1 else before + between.join(parts) + after
