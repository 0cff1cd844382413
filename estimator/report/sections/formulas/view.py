"""Formulas: the base ones, and one per algorithm that the document names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from estimator.cost.entries import formula
from estimator.estimate.steps.overlap import Window
from estimator.report.numbers import NONE
from estimator.report.view.breaks import breakable
from estimator.report.view.context import Context
from estimator.report.view.operations.algorithms import algorithm_title, terms_of, validity


class FormulaRow(NamedTuple):
    """One formula: its name, its lines to draw, validity, source."""

    name: str
    id: str
    lines: tuple[formula.FormulaLine, ...]
    valid: str
    source: Markup


BASE: tuple[tuple[str, formula.FormulaLine], ...] = (
    (
        "base",
        formula.FormulaLine(
            r"T(n) = \alpha + n\beta, \quad B = 1/\beta, \quad n^{*} = \alpha B",
            "T(n) = alpha + n*beta; B = 1/beta; n* = alpha*B",
        ),
    ),
    (
        "half",
        formula.FormulaLine(
            r"n_{1/2} = \frac{\sum \mathrm{rounds} \cdot \alpha}{\sum \mathrm{volume} \cdot \beta}",
            "n_half = sum(rounds*alpha) / sum(volume*beta)",
        ),
    ),
    ("cut", formula.FormulaLine(r"T \geq \frac{D_{\mathrm{cut}}}{B_{\mathrm{cut}}}", "T >= D_cut / B_cut")),
    (
        "call",
        formula.FormulaLine(
            r"t(n) = T_0 + \mathrm{sync} + \mathrm{reorder} + \mathrm{core}(n) + k\sqrt{A X}",
            "t(n) = T0 + sync + reorder + core(n) + k*sqrt(A*X)",
        ),
    ),
)


EXPOSED = (
    "window",
    formula.FormulaLine(r"e(t) = \max(0, t - W) + (s - 1) \min(t, W)", "e(t) = max(0, t - W) + (s - 1) * min(t, W)"),
)
"""Printed where an operation has a window."""


@dataclass(frozen=True)
class FormulasView:
    """Base formulas, and one per algorithm that the document names."""

    rows: tuple[FormulaRow, ...]


def formulas_view(context: Context) -> FormulasView:
    """The section of formulas."""
    words = context.words
    windows = any(isinstance(row.step.overlap.conservative, Window) for row in context.table.operations.values())
    rows = [
        FormulaRow(words[f"formulas.{key}"], "", (line,), NONE, breakable(words[f"formulas.{key}.source"]))
        for key, line in (*BASE, *((EXPOSED,) if windows else ()))
    ]
    found = {}
    for row in context.table.operations.values():
        found[row.collective, row.algorithm.name, terms_of(context, row.id)] = row.algorithm
    for (collective, name, terms), algorithm in found.items():
        title = f"{words[f'collective.{collective}']}{words['colon']}{algorithm_title(context, algorithm)}"
        valid = validity(context, algorithm)
        if terms == algorithm.folded:
            valid = "p \u2260 2\u1d4f"
        rows.append(FormulaRow(title, name, formula.lines_of(terms), valid, breakable(algorithm.source)))
    return FormulasView(tuple(rows))
