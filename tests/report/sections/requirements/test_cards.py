"""What a card says of its commands, and how much of a step rests on assumptions."""

import re

import pytest

from estimator.estimate.table import estimate
from estimator.report.pages.document import report
from estimator.report.sections.requirements.margin import margin
from estimator.report.view.context import in_language
from estimator.report.view.operations.share import assumed_share
from estimator.spec.document import Spec
from estimator.spec.values.base import Language
from tests.report.documents import SMALL, assets, documents, visible_text
from tests.require.specs import changed, one, read, work_out


def test_two_runs_of_one_group_say_how_many_groups_each_starts() -> None:
    found = one("concurrency_slowdown", {"at_most": "1.25"}, operation="expert_param", at_once="all")
    html = report(found.spec, found.table, found.expanded, (), assets()).document("en", for_print=False).html
    (card,) = re.findall(r'<article class="card" id="R"(.*?)</article>', html, flags=re.DOTALL)
    said = " ".join(visible_text(card).replace("\u00a0", " ").split())
    assert "edp, 1 at once" in said
    assert "edp, 8 at once" in said


@pytest.mark.parametrize("counted", [True, False])
def test_where_no_call_is_in_the_step_the_assumed_share_is_that_of_all_calls(counted: bool) -> None:
    """Every number of the spec is assumed, whatever is counted."""
    names = () if counted else ("moe_dispatch", "expert_grad", "expert_param", "dense_grad")
    spec = Spec.model_validate(changed(read("kinds.yaml"), {f"operations.{name}.per_step": None for name in names}))
    assert assumed_share(estimate(spec)) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("kind", "limit", "metric", "said"),
    [
        # Conservative: 7 rounds of 10 us, 58.7 MB at 43 GB/s, the knee and a T0 of 12 us.
        ("collective_time", {"at_most": "9 ms"}, "time", "looser than the conservative"),
        ("collective_time", {"at_most": "1.5 ms"}, "time", "tighter than the conservative"),
        ("large_message_bandwidth", {"at_least": "9 GB/s"}, "busbw", "looser than the conservative"),
        ("large_message_bandwidth", {"at_least": "40 GB/s"}, "busbw", "tighter than the conservative"),
    ],
)
def test_a_higher_floor_is_tighter_and_a_higher_ceiling_looser(
    kind: str, limit: dict[str, str], metric: str, said: str
) -> None:
    found = one(kind, limit, operation="expert_param", metric={"name": metric})
    made = report(found.spec, found.table, found.expanded, (), assets()).material
    text = margin(in_language(made, "en"), found.expanded["R"].main, found.spec.requirements["R"])
    assert said in text


@pytest.mark.parametrize(("digits", "rounded"), [("2", True), ("15", False)])
def test_a_conservative_end_in_few_digits_is_called_rounded_and_not_tighter(digits: str, rounded: bool) -> None:
    limit = {"at_most": "estimate.conservative"}
    requirement = {"kind": "collective_time", "title": "t", "operation": "expert_param", "limit": limit}
    changes = {"document.rounding": digits, "requirements": {"R": requirement}}
    found = work_out(changed(read("kinds.yaml"), changes))
    made = report(found.spec, found.table, found.expanded, (), assets()).material
    text = margin(in_language(made, "en"), found.expanded["R"].main, found.spec.requirements["R"])
    # 1.973 ms become 1.9 ms.
    assert ("1.973\u00a0ms, rounded to the tighter side" in text) is rounded
    assert "tighter than" not in text


def test_a_conservative_end_that_loses_its_last_digit_is_called_rounded_too() -> None:
    # 13 MiB take 596.27 us: in three digits 596 us, less than half a thousandth below.
    limit = {"at_most": "estimate.conservative"}
    requirement = {"kind": "collective_time", "title": "t", "operation": "expert_param", "limit": limit}
    tensor = {"bytes": "13 MiB", "dtype": "bf16", "semantics": "output"}
    changes = {"document.rounding": "3", "operations.expert_param.tensor": tensor, "requirements": {"R": requirement}}
    found = work_out(changed(read("kinds.yaml"), changes))
    made = report(found.spec, found.table, found.expanded, (), assets()).material
    for language, said in (("en", "596.3 µs, rounded to the tighter side"), ("zh", "即 596.3 µs，向严的一侧取整")):
        text = margin(in_language(made, language), found.expanded["R"].main, found.spec.requirements["R"])  # type: ignore[arg-type]
        assert said in text.replace("\u00a0", " ")


@pytest.mark.parametrize(("language", "label"), [("en", "From the defaults: "), ("zh", "取自默认：")])
def test_a_card_says_what_it_has_from_the_defaults(language: Language, label: str) -> None:
    text = SMALL.replace("requirements:\n", "defaults: {phase: beta, test: {buffer: plain}}\nrequirements:\n", 1)
    html = documents(text)[language].html
    cards = re.findall(r'<article class="card.*?</article>', html, flags=re.DOTALL)
    assert cards
    said = [" ".join(visible_text(card).replace("\u00a0", " ").split()) for card in cards]
    assert all(label + "phase" in card for card in said)
    assert not any(label in visible_text(documents(SMALL)[language].html) for _ in said[:1])
