"""How to read the document: symbols, the meaning of n, bandwidths, marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from estimator.cost.collectives import EXCHANGES, WHOLE_MESSAGE
from estimator.report.numbers import NONE
from estimator.report.sections.reading.facts import workload_facts
from estimator.report.sections.reading.symbols import SYMBOLS
from estimator.report.view.context import Context
from estimator.report.view.machine.validity import rule_text
from estimator.report.view.marks import BASES, Mark, basis_mark, limit_mark, priority_mark
from estimator.report.view.operations.algorithms import symbols_in_use


class Convention(NamedTuple):
    """What n is for one collective, and the factor of its bus bandwidth."""

    collective: str
    n: str
    factor: str


CONVENTIONS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (("all_reduce",), "all_reduce", "2(p\u22121) \u00f7 p"),
    (("all_gather", "all_gather_v"), "all_gather", "(p\u22121) \u00f7 p"),
    (("reduce_scatter", "reduce_scatter_v"), "reduce_scatter", "(p\u22121) \u00f7 p"),
    (EXCHANGES, "all_to_all", "(p\u22121) \u00f7 p"),
    (("scatter", "gather"), "scatter", "(p\u22121) \u00f7 p"),
    (WHOLE_MESSAGE, "p2p", "1"),
)
STILL: tuple[tuple[str, ...], str, str] = (("barrier",), "barrier", NONE)
"""Only where the document has one."""


@dataclass(frozen=True)
class ReadingView:
    """Symbols in pairs of columns, conventions, marks with their words; what *extrapolated* means, where it may be."""

    symbols: tuple[tuple[tuple[str, str], tuple[str, str]], ...]
    conventions: tuple[Convention, ...]
    bases: tuple[Mark, ...]
    limits: tuple[Mark, ...]
    priorities: tuple[Mark, ...]
    extrapolated: str
    summary: str
    facts: tuple[tuple[str, str], ...]
    note: str


def reading_view(context: Context) -> ReadingView:
    """The section on symbols, units, size semantics and marks."""
    words, side = context.words, 1 if context.language == "zh" else 2
    pairs = [(row[0], row[side]) for row in SYMBOLS] + symbols_in_use(context)
    pairs += [("", "")] * (len(pairs) % 2)
    half = len(pairs) // 2
    return ReadingView(
        symbols=tuple(zip(pairs[:half], pairs[half:], strict=True)),
        conventions=tuple(
            Convention(words.join([words[f"collective.{name}"] for name in names]), words[f"reading.n.{key}"], factor)
            for names, key, factor in _conventions(context)
        ),
        bases=tuple(basis_mark(words, basis) for basis in BASES),
        limits=tuple(limit_mark(words, regime) for regime in ("latency", "bandwidth", "cut")),
        priorities=tuple(priority_mark(words, priority) for priority in ("must", "should", "may")),
        extrapolated=rule_text(context),
        summary=context.text(context.spec.document.summary),
        facts=workload_facts(context),
        note=context.text(context.spec.platform.note),
    )


def _conventions(context: Context) -> list[tuple[tuple[str, ...], str, str]]:
    used = {row.collective for row in context.table.operations.values()}
    return [*CONVENTIONS, *([STILL] if used.intersection(STILL[0]) else [])]
