"""Explains an operation, a requirement or a rule of the lint, as the document does."""

from pathlib import Path

from estimator.errors import UserError
from estimator.jobs.outputs.compiled import page_assets
from estimator.jobs.work import work_out
from estimator.lint.rules import RULES
from estimator.mistakes import MISTAKES
from estimator.phrase import phrase
from estimator.report.explained import mistake_text, operation_text, requirement_text, rule_text
from estimator.report.pages.document import report
from estimator.report.view.context import in_language
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.spec.values.base import Language


def explain_rule(name: str, language: Language) -> str:
    """What a rule or a kind of mistake says and what to do; UserError for a word that is none."""
    if name in MISTAKES:
        return mistake_text(name, language)
    if name not in RULES:
        raise UserError(
            phrase(
                "there is no rule '{name}'; {suggestion}; of a spec write SPEC NAME",
                name=name,
                suggestion=suggestion(name, [*RULES, *MISTAKES], FEW),
            )
        )
    return rule_text(name, language)


def explain(path: Path, name: str, language: Language) -> str:
    """An operation or a requirement of a spec in words and numbers.

    Raises SpecError with every mistake of the spec, UserError for a name that is neither.
    """
    worked = work_out(path)
    spec = worked.opened.spec
    known = [*spec.operations, *spec.requirements]
    if name not in known:
        raise UserError(
            phrase(
                "there is no operation or requirement '{name}'; {suggestion}",
                name=name,
                suggestion=suggestion(name, known, FEW),
            )
        )
    assets = page_assets()
    made = report(spec, worked.table, worked.expanded, worked.findings, assets)
    context = in_language(made.material, language)
    return (operation_text if name in spec.operations else requirement_text)(context, name)
