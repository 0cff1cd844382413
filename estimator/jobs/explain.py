"""Explains an operation, a requirement or a rule of the lint, as the document does."""

from dataclasses import replace
from pathlib import Path

from estimator.chinese.say import chinese
from estimator.errors import SpecError, UserError
from estimator.jobs.check import check
from estimator.jobs.inputs.specs import open_spec
from estimator.jobs.outputs.compiled import page_assets
from estimator.jobs.work import work_out
from estimator.lint.rules import RULES
from estimator.mistakes import MISTAKES
from estimator.phrase import english, phrase
from estimator.report.explained import mistake_text, operation_text, requirement_text, rule_text
from estimator.report.pages.document import report
from estimator.report.view.context import in_language
from estimator.spec.document import Spec
from estimator.spec.reading.suggest import FEW, suggestion
from estimator.spec.values.base import Language

SPECS = (".yaml", ".yml", ".json")


def explain_rule(name: str, language: Language) -> str:
    """What a rule or a kind of mistake says and what to do; UserError for a word that is none, or a spec alone."""
    if name in MISTAKES:
        return mistake_text(name, language)
    if name in RULES:
        return rule_text(name, language)
    if Path(name).suffix in SPECS:
        names = _names(open_spec(Path(name)).spec)
        raise UserError(
            phrase(
                "what of {spec}? write commspec explain {spec} NAME; for NAME {suggestion}",
                spec=name,
                suggestion=suggestion("", names, FEW),
            )
        )
    raise UserError(
        phrase(
            "there is no rule '{name}'; {suggestion}; of a spec write SPEC NAME",
            name=name,
            suggestion=suggestion(name, [*RULES, *MISTAKES], FEW),
        )
    )


def explain(path: Path, name: str, language: Language) -> str:
    """An operation or a requirement of a spec in words and numbers; of a rule or a mistake, where the spec breaks it.

    Raises SpecError with every mistake of the spec, UserError for a name that is none of these.
    """
    try:
        worked = work_out(path)
    except SpecError:
        if name in RULES or name in MISTAKES:
            return _broken(path, name, language)
        raise
    spec = worked.opened.spec
    known = _names(spec)
    if name not in known:
        if name in RULES or name in MISTAKES:
            return _broken(path, name, language)
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


def _names(spec: Spec) -> list[str]:
    return [*spec.operations, *spec.requirements]


def _broken(path: Path, name: str, language: Language) -> str:
    """A rule or a kind of mistake, and each place of a spec that it is told of."""
    speak = chinese if language == "zh" else english
    found = [replace(problem, rule="").text(speak) for problem in check(path).problems if problem.kind == name]
    return (mistake_text if name in MISTAKES else rule_text)(name, language, found)
