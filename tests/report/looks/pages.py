"""The pages that a look dresses: a document with every section, an acceptance report, a comparison of vendors."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from estimator.estimate.steps.need import Needs
from estimator.estimate.table import estimate
from estimator.evidence.handed import NOTHING_HANDED
from estimator.history.difference import difference
from estimator.history.state import State
from estimator.jobs.vendors.offers import ComparedOffers, compare_answers
from estimator.judge.budget import measured_budget
from estimator.report.looks.look import Look
from estimator.report.pages.acceptance import acceptance_report
from estimator.report.pages.document import Document, Report, report
from estimator.report.pages.offers import offers_page
from estimator.report.sections.acceptance.judgement import Judgement
from estimator.require.expand import expand
from estimator.spec.load import load_text
from estimator.spec.values.base import Language
from tests.examples.test_two_versions import FOLDER, RELEASE
from tests.judge.scenes import CALL, acceptance, runs, spec_with
from tests.report.documents import SMALL, assets

CALLED: dict[str, Any] = {**CALL, "limit": {"at_most": "10 ms", "at": "64 MiB", "tolerance": "5 %"}}
WITH_NOTES = SMALL.replace("  history:\n", "  appendices: [{title: Notes, text: Some.}]\n  history:\n", 1)
BEFORE = WITH_NOTES.replace("at_least: 90 GB/s", "at_least: 80 GB/s", 1)


def state(text: str) -> State:
    """A version worked out."""
    loaded = load_text(text)
    table = estimate(loaded.spec)
    expanded = expand(loaded.spec, table)
    return State(loaded.spec, loaded.data, table, expanded, loaded.spec.document.version)


@cache
def made() -> Report:
    """A document with every section, also those of changes and appendices."""
    now = state(WITH_NOTES)
    whole = report(now.spec, now.table, now.expanded, (), assets())
    return whole.since(difference(state(BEFORE), now))


@cache
def judged() -> Judgement:
    """An acceptance."""
    worked = spec_with(CALLED)
    found = acceptance(worked, runs([0.0100, 0.0101, 0.0102]))
    budget = measured_budget(Needs(worked.spec, worked.table), worked.expanded, found)
    return Judgement(worked.spec, found, budget, NOTHING_HANDED, {}, "be9a 0e1c")


@cache
def compared() -> ComparedOffers:
    """Two vendors."""
    return compare_answers(RELEASE, [FOLDER / "answers" / f"vendor_{name}.yaml" for name in "ab"])


def page_in(look: Look, template: str = "page.html.j2", language: Language = "en") -> Document:
    """The page that a template is placed in, in a look."""
    dressed = replace(assets(), look=look)
    if template == "acceptance.html.j2":
        return acceptance_report(judged(), dressed, language)
    if template == "offers.html.j2":
        return offers_page(compared().found, dressed, language, for_print=True)
    return replace(made(), assets=dressed).document(language)
