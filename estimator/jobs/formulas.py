"""Draws the formulas that are shipped with the templates: ``make formulas``."""

from estimator.jobs.assets import templates
from estimator.report.pages.drawn import FILE, fixed_formulas, packed
from estimator.report.pages.formulas import drawing


def drawn_text() -> str:
    """The file as the formula library draws it now."""
    return packed({latex: drawing(latex) for latex in fixed_formulas()})


if __name__ == "__main__":
    (templates() / FILE).write_text(drawn_text(), "utf-8")
