"""Own fields and links of requirements: in the card both ways, in the CSV; nothing of a text becomes markup."""

import csv
import re
from io import StringIO
from typing import Any

import pytest

from estimator.estimate.table import estimate
from estimator.report.pages.document import report
from estimator.report.tables.exchange.requirement_rows import cells_csv, requirements_csv
from estimator.report.view.requirements.links import links_of
from estimator.report.words.lookup import LANGUAGES, words
from estimator.require.expand import expand
from estimator.spec.document import Spec
from estimator.spec.values.base import Language
from tests.report.documents import assets, documents, visible_text
from tests.require.specs import changed, read

FIELDS = {
    "company": "text",
    "asil": ["QM", "A"],
    "effort": {"type": "number", "title": {"zh": "工作量", "en": "Effort"}},
}
FIRST = {
    "kind": "collective_time",
    "title": "AllGather",
    "operation": "expert_param",
    "limit": {"at_most": "estimate.conservative"},
    "rationale": "critical path; see R-2 and **SYS-12** in [the spec R-2](https://example.org/sys) <b>R-2</b>",
    "covers": ["SYS-12", "R-3"],
    "fields": {"company": "vendor <A>", "asil": "QM", "effort": "3"},
}
SECOND = {"kind": "capability", "item": "other", "title": "=counters", "statement": "readable", "refines": "R-1"}
THIRD = {"kind": "capability", "item": "recovery", "title": "t", "statement": "as R-2.", "limit": {"at_most": "3 s"}}


def spec(**changes: Any) -> Spec:
    named = {"R-1": FIRST, "R-2": SECOND, "R-3": THIRD}
    return Spec.model_validate(
        changed(read("kinds.yaml"), {"requirements": named, "document.fields": FIELDS, **changes})
    )


def cards(language: Language) -> dict[str, str]:
    """The HTML of each card."""
    found = spec()
    table = estimate(found)
    html = report(found, table, expand(found, table), (), assets()).document(language, for_print=False).html
    return dict(re.findall(r'<article class="card" id="([^"]+)"(.*?)</article>', html, flags=re.DOTALL))


def test_a_card_shows_own_fields_and_links_both_ways() -> None:
    shown = cards("en")
    first = " ".join(visible_text(shown["R-1"]).replace(" ,", ",").split())
    assert "company: vendor <A>" in first
    assert "Effort: 3" in first
    assert "Covers: SYS-12, R-3" in first
    assert "Refined by: R-2" in first
    assert 'Covered by: <a href="#R-1">R-1</a>' in shown["R-3"]
    assert 'Refines: <a href="#R-1">R-1</a>' in shown["R-2"]
    assert "被提及于：R-1，R-3" in visible_text(cards("zh")["R-2"]).replace(" ", "")


def test_ids_in_texts_are_links_and_other_words_and_links_are_left_alone() -> None:
    first = cards("en")["R-1"]
    assert 'see <a href="#R-2">R-2</a> and <strong>SYS-12</strong>' in first
    assert re.search(r'<a href="https://example.org/sys"[^>]*>the spec R-2</a>', first)
    assert '&lt;b&gt;<a href="#R-2">R-2</a>&lt;/b&gt;' in first


def test_an_id_at_the_end_of_a_sentence_is_one_and_a_longer_word_is_none() -> None:
    links = links_of(spec())
    assert links.linked("as R-2.") == 'as <a href="#R-2">R-2</a>.'
    assert links.linked("R-25 and AR-2") == "R-25 and AR-2"
    assert links.mentioned_by == {"R-2": ("R-1", "R-3")}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_the_table_of_requirements_has_one_row_each_with_fields_and_links() -> None:
    found = spec()
    first, second, third = rows(requirements_csv(found, expand(found, estimate(found)), "en"))
    assert [first["id"], second["id"], third["id"]] == ["R-1", "R-2", "R-3"]
    assert (first["field:company"], first["field:asil"], first["field:effort"]) == ("vendor <A>", "QM", "3")
    assert (first["covers"], second["refines"]) == ("SYS-12 R-3", "R-1")
    assert third["limit"] == "≤ 3 s"
    assert second["title"] == "'=counters"
    assert third["pass_rule"] == "after an injected fault the job goes on, with right results"


def test_the_table_of_cells_has_one_row_each_in_si_units() -> None:
    found = spec(requirements={"R-1": {**FIRST, "covers": [], "sweep": {"sizes": ["1 MiB"]}}, "R-3": THIRD})
    expanded = expand(found, estimate(found))
    shown = rows(cells_csv(found, expanded))
    assert [row["cell"] for row in shown] == [cell.key for one in expanded.values() for cell in one.criteria]
    assert [row["n_bytes"] for row in shown] == ["1048576", str(64 * 2**20), ""]
    assert float(shown[-1]["limit_si"]) == 3.0
    assert [float(row["limit_si"]) for row in shown[:2]] == [cell.limit for cell in expanded["R-1"].criteria]
    assert shown[0]["group"] == "edp"
    assert (shown[0]["ranks"], shown[0]["metric"], shown[0]["limited_by"]) == ("8", "mean(T)", "derived")


@pytest.mark.parametrize("language", LANGUAGES)
def test_cell_answer_codes_and_evidence_levels_are_defined_before_the_first_requirement(language: Language) -> None:
    html, say = documents()[language].html, words(language)
    first = html.index('<article class="card"')
    for key in ("reading.cell.text", "reading.answers.text", "reading.evidence.text"):
        assert 0 < html.index(say[key]) < first


NOTES = """# Terms of the vendor

See R-2 and **this**. <script>alert(1)</script> ![x](https://example.org/x.png) [y](javascript:alert(2))

## Rates

| port | rate |
|---|---|
| a | 3 |
"""


def test_an_appendix_is_printed_with_its_headings_and_tables_and_no_markup_of_its_own() -> None:
    found = spec(**{"document.appendices": [{"text": NOTES}, {"text": "plain", "title": "Lab"}]})
    table = estimate(found)
    html = report(found, table, expand(found, table), (), assets()).document("en", for_print=False).html
    _, _, section = html.partition('aria-labelledby="s-appendices"')
    section, _, _ = section.partition("</section>")
    assert "<h3>Terms of the vendor</h3>" in section
    assert "<h4>Rates</h4>" in section
    assert "<td>3</td>" in section
    assert 'See <a href="#R-2">R-2</a> and <strong>this</strong>' in section
    assert "&lt;script&gt;" in section
    assert "<script" not in section
    assert "<img" not in section
    assert 'href="javascript' not in section
    assert "<h3>Lab</h3>" in section


@pytest.mark.parametrize("text", ["-1", "-0.5"])
def test_a_negative_number_stays_a_number(text: str) -> None:
    found = spec(**{"requirements.R-1.fields.effort": text})
    assert rows(requirements_csv(found, expand(found, estimate(found)), "zh"))[0]["field:effort"] == text
