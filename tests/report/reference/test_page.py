"""The reference: complete, made from the models, with links that lead somewhere, and as committed."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from estimator.cli.main import commspec
from estimator.cost.entries.catalogue import ALGORITHMS
from estimator.dtypes import TYPES
from estimator.lint.rules import RULES
from estimator.mistakes import MISTAKES
from estimator.report.reference.kind_example import kind_example
from estimator.report.reference.page import reference
from estimator.require.items import ITEMS
from estimator.spec.requirements.kinds import KIND_NAMES, KINDS, kind_name
from estimator.spec.requirements.requirement import MeasurableRequirement, Requirement
from estimator.spec.values.base import Language, Text
from tests.report.reference.models import models, read

DOCS = Path(__file__).parents[3] / "docs"
PAGES: dict[Language, str] = {language: reference(language) for language in ("en", "zh")}
NAMES: dict[Language, str] = {"en": "reference.md", "zh": "reference.zh.md"}
both = pytest.mark.parametrize("language", ["en", "zh"])


def headings(page: str) -> list[str]:
    return re.findall(r"^#+ (.*)$", page, re.MULTILINE)


def as_a_repository_shows(heading: str) -> str:
    """The anchor by GitHub's own rule: small letters, punctuation gone, blanks as hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@both
def test_the_page_in_docs_is_the_one_that_the_program_prints(language: Language) -> None:
    printed = CliRunner().invoke(commspec, ["reference", "--lang", language]).output
    assert printed == (DOCS / NAMES[language]).read_text("utf-8"), "run make docs"


@both
def test_every_link_leads_to_a_heading_and_no_heading_is_there_twice(language: Language) -> None:
    anchors = [as_a_repository_shows(heading) for heading in headings(PAGES[language])]
    linked = set(re.findall(r"\]\(#([^)]*)\)", PAGES[language]))
    assert len(linked) > 70
    assert linked <= set(anchors)
    assert len(anchors) == len(set(anchors))


@both
def test_every_key_has_a_row_with_all_its_cells_filled(language: Language) -> None:
    page = PAGES[language]
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if re.match(r"\| `[a-z0-9_]+` \|", line)]
    assert all(cell.strip() for row in rows for cell in row)
    keys = {row[0].strip("`") for row in rows if len(row) == 6}
    wanted = {
        str(field.validation_alias or name)
        for model in models()
        if model is not Text
        for name, field in model.model_fields.items()
    }
    assert len(wanted) > 180
    assert wanted - {"kind"} <= keys
    assert len([row for row in rows if len(row) == 6]) > 350


@both
def test_what_the_catalogues_hold_is_all_there(language: Language) -> None:
    page, found = PAGES[language], set(headings(PAGES[language]))
    assert {*RULES, *MISTAKES} <= found
    assert all(f"| `{name}` |" in page for name in (*KIND_NAMES, *ITEMS, *TYPES))
    assert all(f"**`{algorithm.name}`**" in page for algorithm in ALGORITHMS)
    assert all(algorithm.source in page for algorithm in ALGORITHMS)
    assert all(f"`{unit}`" in page for unit in ("us", "bit/s", "B/s", "B", "Gi", "msg/s", "%"))


def test_a_formula_stands_as_the_lesson_has_it() -> None:
    # section 2 of the lesson: a ring AllReduce takes 2(p-1) start-ups and 2(p-1)/p of the data
    assert "`T = 2*(p-1)*alpha + 2*(p-1)/p*n*beta + (p-1)/p*n*gamma`" in PAGES["en"]


def test_the_chinese_page_says_meanings_in_chinese() -> None:
    lines = PAGES["zh"].splitlines()
    rows = [line for line in lines if re.match(r"\| `[a-z0-9_]+` \|", line) and line.count(" | ") == 5]
    meanings = [row.split(" | ")[4] for row in rows]
    assert len(meanings) > 350
    assert [meaning for meaning in meanings if not re.search("[一-鿿]", meaning)] == []


def test_keys_that_stand_for_each_other_are_told_as_ways() -> None:
    assert "Required: `from_layout`, or `shape`, or `units`, or `tree`, or `size` and `ranks_per_node`." in PAGES["en"]
    assert "Required: `alpha`; and `efficiency`, or `bandwidth` and `per`." in PAGES["en"]


def test_common_keys_are_told_once_and_not_with_every_kind() -> None:
    own = PAGES["en"].split("\n### cut_ratio\n")[1].split("\n### ")[0]
    assert "| `cut` |" in own
    assert not any(f"| `{key}` |" in own for key in (*Requirement.model_fields, *MeasurableRequirement.model_fields))


@pytest.mark.parametrize("kind", KINDS, ids=kind_name)
def test_the_example_of_a_kind_is_such_a_requirement(kind: type[Requirement]) -> None:
    example = kind_example(kind)
    assert f"`{example}`" in PAGES["en"]
    assert isinstance(kind.model_validate(read(example)), kind)
