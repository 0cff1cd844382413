"""The document's own data, and who may waive what."""

from estimator.spec.load import load_text
from tests.spec.examples import messages, varied

WAIVE = "waive: [{rule: no-load, reason: one lab}]"


def test_an_approver_is_a_text_in_both_languages_or_one_string() -> None:
    text = varied("owner: Training framework", "approvers: [{zh: 性能负责人, en: Performance lead}, QA], owner: x")
    approvers = load_text(text).spec.document.approvers
    assert [approver.get("zh") for approver in approvers] == ["性能负责人", "QA"]
    assert [approver.get("en") for approver in approvers] == ["Performance lead", "QA"]


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
