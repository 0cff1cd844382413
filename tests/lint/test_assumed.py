"""Numbers that nobody stated, as the lint sees them."""

from __future__ import annotations

from typing import Any

import pytest

from estimator.errors import path_text
from tests.lint.test_run import PATH, R
from tests.require.specs import changed, clean, read, work_out

TWICE = {"collective": "all_to_all_v", "time": "30 us"}
MOE = {
    "layout": {"order": "tp-cp-ep-dp-pp", "world": "64", "ep": "64"},
    "moe": {"experts": "64", "top_k": "8"},
    "model": {"hidden": "8192", "layers": "2", "ffn": "8192", "expert_ffn": "8192"},
    "training": {"sequence": "4096", "capacity_factor": "1.5"},
    "operations.exchange": {"from_model": "moe_dispatch", "group": "ep", "algorithm": "hierarchical_rail"},
}


def told(changes: dict[str, Any], rule: str = "kernel-start-up") -> list[str]:
    """What is said under a rule."""
    found = [problem for problem in clean(changes).problems() if problem.rule == rule]
    return [problem.message.replace("\u00a0", " ") for problem in found]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"platform.launch": None}, "exchange: started as any other call of the platform, in 0 s at most"),
        (
            {"platform.launch": {"time": ["1 us", "4 us"]}},
            "exchange: started as any other call of the platform, in 4 us at most",
        ),
        # What holds for a range of sizes or a launch mode holds for every kernel.
        (
            {"platform.launch": {"time": "1 us", "only": [{"sizes": "1 B .. 4 GiB", "time": "3 us"}]}},
            "exchange: started as any other call of the platform, in 3 us at most",
        ),
        # An entry for smaller exchanges is not in force at this size.
        (
            {"platform.launch": {"time": "1 us", "only": [{**TWICE, "sizes": "1 B .. 1 MiB"}]}},
            "exchange: started as any other call of the platform, in 1 us at most",
        ),
    ],
)
def test_a_kernel_of_expert_exchange_that_starts_as_any_call_is_told(changes: dict[str, Any], text: str) -> None:
    assert [message.replace("\u00b5", "u") for message in told(changes)] == [text]


@pytest.mark.parametrize(
    "changes",
    [
        {"platform.launch": {"time": "1 us", "only": [TWICE]}},
        {"platform.launch": {"time": "1 us", "only": [{"algorithm": "hierarchical_rail", "time": "30 us"}]}},
        {"platform.launch": {"time": "1 us", "per_collective": {"all_to_all_v": {"time": "30 us"}}}},
        {"platform.launch": {"time": "1 us"}, "operations.exchange.launch": {"time": "30 us"}},
        {"platform.launch": None, "operations.exchange.collective": "all_to_all"},
    ],
)
def test_a_kernel_with_a_start_up_of_its_own_is_not_told(changes: dict[str, Any]) -> None:
    assert told(changes) == []


def test_the_exchange_of_a_model_is_one_whatever_its_collective() -> None:
    # A capacity makes all blocks of one length: an all_to_all that sends tokens to experts all the same.
    worked = work_out(changed(read("clean.yaml"), {**MOE, "platform.launch": None}))
    assert worked.spec.operations["exchange"].collective == "all_to_all"
    assert "kernel-start-up" in {problem.rule for problem in worked.problems()}


def test_operations_without_one_are_told_together() -> None:
    exchange = read("clean.yaml")["operations"]["exchange"]
    more = {f"operations.e{i}": exchange for i in range(4)}
    assert [text.partition(":")[0] for text in told({"platform.launch": None, **more})] == [
        "exchange, e0, e1 and 2 more"
    ]


BEYOND = "used beyond the range they hold for"
ONLY = f"{PATH}.exclusive"


def test_an_operation_that_is_extrapolated_is_told_with_its_numbers_and_factors() -> None:
    # 64 ranks are one octave beyond 32; both operations use the path.
    found = told({f"{ONLY}.valid": {"ranks": "2 .. 32"}}, "extrapolated")
    assert found == [f"{BEYOND}: {ONLY}.alpha 1.1\u00d7, {ONLY}.bandwidth 1.1\u00d7"] * 2


def test_a_sweep_beyond_the_range_is_told_where_its_operation_is_inside() -> None:
    # The operation's own 256 MiB are inside, 1 GiB are two octaves beyond: 1.05^2.
    sweep = {f"{R}.sweep": {"sizes": ["1 MiB", "1 GiB"]}, "operations.grad.tensor": None, "operations.grad": None}
    changes = {f"{ONLY}.valid": {"sizes": "1 MiB .. 256 MiB"}, **sweep}
    problems = [p for p in clean(changes).problems() if p.rule == "extrapolated"]
    assert [(path_text(p.path), p.message.replace("\u00a0", " ")) for p in problems] == [
        (
            f"{R}.limit",
            f"{BEYOND}: {ONLY}.alpha 1.1\u00d7, {ONLY}.bandwidth 1.1\u00d7 (ep, 1 GiB)",
        )
    ]


def test_a_note_on_extrapolation_stays_a_warning_under_review() -> None:
    worked = clean({f"{ONLY}.valid": {"ranks": "2 .. 32"}, "document.status": "review"})
    assert {p.severity for p in worked.problems() if p.rule == "extrapolated"} == {"warning"}
