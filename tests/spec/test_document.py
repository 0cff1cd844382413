"""The document's own data, and who may waive what."""

import pytest

from estimator.spec.load import load_text
from tests.spec.examples import messages, varied

WAIVE = "waive: [{rule: no-load, reason: one lab}]"


def test_an_approver_is_a_text_in_both_languages_or_one_string() -> None:
    text = varied("owner: Training framework", "approvers: [{zh: 性能负责人, en: Performance lead}, QA], owner: x")
    approvers = load_text(text).spec.document.approvers
    assert [approver.get("zh") for approver in approvers] == ["性能负责人", "QA"]
    assert [approver.get("en") for approver in approvers] == ["Performance lead", "QA"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{zh: "", en: Training framework}', ".zh: the text is empty; write a text, or remove zh"),
        ('{zh: 训练框架, en: " "}', ".en: the text is empty; write a text, or remove en"),
        ('{zh: "", en: ""}', ": the text is empty; write a text, or {zh: ..., en: ...}"),
        ('" "', ": the text is empty; write a text, or {zh: ..., en: ...}"),
        ("{}", ": the text is empty; write a text, or {zh: ..., en: ...}"),
    ],
)
def test_a_text_that_is_empty_in_a_language_is_an_error_there(text: str, told: str) -> None:
    found = messages(varied("owner: Training framework", f"owner: {text}"))
    assert [line.partition("document.owner")[2] for line in found] == [told]


def test_approvers_are_a_list() -> None:
    found = messages(varied("owner: Training framework", "approvers: QA, owner: x"))
    assert len(found) == 1
    assert "'QA' is not a list; write [QA]" in found[0]


def test_an_operation_the_budget_and_the_platform_may_waive_a_rule() -> None:
    text = varied(
        "    per_step: 704\n", f"    per_step: 704\n    {WAIVE}\n", "ranks_per_node: 8", f"ranks_per_node: 8\n  {WAIVE}"
    )
    spec = load_text(text.replace("budget: {", f"budget: {{{WAIVE}, ", 1)).spec
    holders = (spec.operations["moe_dispatch"], spec.platform, spec.budget)
    assert [waiver.rule for holder in holders if holder for waiver in holder.waive] == ["no-load"] * 3
