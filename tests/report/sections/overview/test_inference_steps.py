"""Documents with a decode step: which step a count and a sum is of, and that no sum mixes two."""

from __future__ import annotations

import re

import pytest

from estimator.estimate.table import estimate
from estimator.report.review.document import review_document
from estimator.require.expand import expand
from estimator.spec.load import load_text
from estimator.spec.values.base import Language
from tests.report.documents import documents, visible_text
from tests.spec.inference.specs import DECODE

TRAINING = "training: {sequence: 128, dispatch: fp8_e4m3, dispatch_scale: {bytes: 4, per: 128}}\ngroups:\n"
BOTH = DECODE.replace("groups:\n", TRAINING, 1).replace(
    "  c: {from_model: decode.moe_combine", "  c: {from_model: moe_combine"
)


def rows(text: str, language: Language, pattern: str) -> list[str]:
    html = documents(text)[language].html
    return [" ".join(visible_text(found.group()).split()) for found in re.finditer(pattern, html, flags=re.DOTALL)]


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", ("Per training step", "Per decode step")), ("zh", ("每个训练步合计", "每个解码步合计"))],
)
def test_the_overview_sums_up_each_step_in_a_row_of_its_own(language: Language, names: tuple[str, str]) -> None:
    found = rows(BOTH, language, r'<tfoot><tr data-total="[a-z]+"><th scope="row" colspan="6">.*?</tfoot>')[0]
    assert all(name in found for name in names)


def test_a_row_says_which_step_it_is_counted_in() -> None:
    assert "decode step" in rows(BOTH, "en", r'<tr id="op-d".*?</tr>')[0]
    assert "training step" in rows(BOTH, "en", r'<tr id="op-c".*?</tr>')[0]
    assert "解码步" in rows(DECODE, "zh", r'<tr id="op-d".*?</tr>')[0]


def test_a_document_of_a_decode_step_alone_calls_it_so() -> None:
    text = " ".join(visible_text(documents(DECODE)["en"].html).split())
    assert "Estimate: exposed per decode step" in text
    assert "decode step: 128 sequences a replica; 4096 tokens of context arrive with each; 512 tokens" in text
    assert "training step" not in text


def test_the_page_that_recalculates_adds_up_the_main_step_only() -> None:
    spec = load_text(BOTH).spec
    table = estimate(spec)
    page = review_document(spec, table, expand(spec, table))
    assert page["main"] == table.main
    counted = {op["id"]: op["uses"][0]["count"] for op in page["operations"] if op["step"] == page["main"]}
    assert {name: count for name, count in counted.items() if count} == {"c": 116.0}


def test_a_step_with_a_layout_of_its_own_shows_it() -> None:
    own = DECODE.replace("output: 512}", "output: 512, layout: {world: 128, ep: 64, pp: 2}}")
    own = own.replace("from_layout: ep}", "from_layout: decode.ep}")
    text = " ".join(visible_text(documents(own)["en"].html).split())
    assert "512 tokens of output each; tp 1 · cp 1 · ep 64 · pp 2; order tp-cp-ep-dp-pp" in text
