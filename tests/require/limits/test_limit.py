"""Limits as written, from the estimate, from the budget, frozen; expected values are worked by hand."""

import pytest

from estimator.require.criterion import Criterion
from tests.require.specs import Worked, changed, one, read, work_out

DISPATCH_N = 276_824_064
MIB = 2**20
PARAM_N = 64 * MIB
# The worked ends of the cell of a dispatch, exclusive, even load [s].
DISPATCH = {("exclusive", 1.0): (0.005123271999999999, 0.008494605540593364)}


def cells(worked: Worked) -> tuple[Criterion, ...]:
    return worked.expanded["R"].criteria


def test_a_limit_between_the_ends_is_linear_in_the_time() -> None:
    sweep = {"conditions": ["exclusive"], "skews": ["1.0"]}
    low, high = DISPATCH["exclusive", 1.0]
    found = cells(one("collective_time", {"at_most": {"estimate.at": "0.3"}}, operation="moe_dispatch", sweep=sweep))
    assert found[0].limit == pytest.approx(low + 0.3 * (high - low), rel=1e-9)
    metric = {"name": "busbw"}
    limit = {"at_least": {"estimate.at": "0.3"}, "factor": "0.9", "tolerance": "5 %"}
    found = cells(one("collective_time", limit, operation="moe_dispatch", sweep=sweep, metric=metric))
    rate = 0.9 * 63 / 64 * DISPATCH_N / (low + 0.3 * (high - low))
    assert found[0].limit == pytest.approx(rate, rel=1e-9)
    assert found[0].effective == pytest.approx(0.95 * rate, rel=1e-9)
    assert found[0].comparator == "at_least"


def test_a_written_limit_on_a_time_holds_at_its_size_only() -> None:
    sweep = {"sizes": ["1 MiB", "16 MiB"]}
    limit = {"at_most": "1 ms", "at": "16 MiB", "tolerance": "10 %"}
    found = cells(one("collective_time", limit, operation="expert_param", sweep=sweep))
    assert {cell.n: cell.limit for cell in found} == {MIB: None, 16 * MIB: 1e-3, PARAM_N: None}
    assert [cell.how for cell in found] == ["open", "stated", "open"]
    assert found[1].effective == pytest.approx(1.1e-3)


def test_a_written_limit_without_a_size_holds_at_the_operations_own_n() -> None:
    found = cells(one("collective_time", {"at_most": "2 ms"}, operation="expert_param", sweep={"sizes": ["1 MiB"]}))
    assert {cell.n: cell.limit for cell in found} == {MIB: None, PARAM_N: 2e-3}


def test_a_limit_of_another_kind_of_quantity_is_an_error() -> None:
    worked = one("collective_time", {"at_most": "40 GB/s"}, operation="expert_param")
    assert [problem.text() for problem in worked.expanded["R"].problems] == [
        "requirements.R.limit.at_most: 40 GB/s is a bandwidth, and time is a time; write a time"
    ]


def test_a_tolerance_makes_every_limit_easier_to_meet() -> None:
    fit = cells(one("fit_quality", {"at_most": "10 %", "tolerance": "20 %"}))
    fields = {"item": "group_count", "statement": "many groups"}
    count = cells(one("capability", {"at_least": "100", "tolerance": "20 %"}, **fields))
    assert [cell.effective for cell in (*fit, *count)] == pytest.approx([0.12, 80.0], rel=1e-12)


def test_the_budget_gives_a_call_its_share_less_what_the_test_leaves_out() -> None:
    data = read("kinds.yaml")
    requirement = {"kind": "collective_time", "title": "t", "operation": "moe_dispatch", "limit": {"derive": "budget"}}
    requirement |= {
        "sweep": {"sizes": ["1 MiB"], "skews": ["1.0", "1.5"], "conditions": ["exclusive"], "groups": ["ep", "ep128"]}
    }
    budget = {"step": "20 s", "operations": {"moe_dispatch": "2.4 s"}}
    found = cells(work_out(changed(data, {"requirements": {"R": requirement}, "budget": budget})))
    # 704 calls a step, 30 % of each hidden; two passes of reorder at 1.2 TB/s and the cell's skew, and 5 us of sync.
    even, skewed = (2.4 / (704 * 0.7) - 2 * skew * DISPATCH_N / 1.2e12 - 5e-6 for skew in (1.0, 1.5))
    limits = {(cell.group, cell.n, cell.skew): cell.limit for cell in found}
    assert limits == {
        ("ep", MIB, 1.0): None,
        ("ep", DISPATCH_N, 1.0): pytest.approx(even, rel=1e-12),
        ("ep", MIB, 1.5): None,
        ("ep", DISPATCH_N, 1.5): pytest.approx(skewed, rel=1e-12),
        **dict.fromkeys((("ep128", n, skew) for n in (MIB, DISPATCH_N) for skew in (1.0, 1.5)), None),
    }
    assert {cell.how for cell in found} == {"budget", "open"}


def test_the_budget_of_an_operation_is_shared_by_the_calls_it_is_split_into() -> None:
    requirement = {"kind": "collective_time", "title": "t", "operation": "moe_dispatch", "limit": {"derive": "budget"}}
    requirement |= {"sweep": {"skews": ["1.5"]}}
    changes = {"requirements": {"R": requirement}, "operations.moe_dispatch.calls": "4"}
    budget = {"step": "20 s", "operations": {"moe_dispatch": "2.4 s"}}
    found = cells(work_out(changed(read("kinds.yaml"), {**changes, "budget": budget})))
    # Reorder is of all bytes; each of the four calls has its 5 us of sync.
    call = (2.4 / (704 * 0.7) - 2 * 1.5 * DISPATCH_N / 1.2e12 - 4 * 5e-6) / 4
    assert {cell.n for cell in found} == {DISPATCH_N / 4}
    assert [cell.limit for cell in found] == pytest.approx([call] * len(found), rel=1e-12)


PARAM = {"kind": "collective_time", "title": "t", "operation": "expert_param", "limit": {"derive": "budget"}}


def test_what_is_left_is_shared_out_in_proportion_where_the_budget_says_so() -> None:
    changes = {"requirements": {"R": PARAM}, "budget.allocate": "proportional", "budget.operations.dense_grad": "1 s"}
    worked = work_out(changed(read("kinds.yaml"), changes))
    middles = {name: sum(row.step.exposed) for name, row in worked.table.operations.items() if name != "dense_grad"}
    (cell,) = (cell for cell in cells(worked) if cell.limit is not None)
    # One call a step, nothing of it hidden, no reorder: the share is the limit.
    assert cell.limit == pytest.approx(2.0 * middles["expert_param"] / sum(middles.values()), rel=1e-9)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({}, "the budget has no share for it; add budget.operations: {expert_param: ...}"),
        ({"budget.operations.expert_param": "1 us", "operations.expert_param.around.sync": "1 us"}, "leaves no time"),
        (
            {"budget.operations.expert_param": "1 s", "operations.expert_param.overlap": "1"},
            "no time follows: no call of it is exposed in a step",
        ),
        (
            {"budget.operations.expert_param": "1 s", "operations.expert_param.per_step": None},
            "no time follows: no call of it is exposed in a step",
        ),
    ],
)
def test_a_limit_from_the_budget_needs_a_share_and_a_call_that_is_exposed(changes: dict[str, str], what: str) -> None:
    worked = work_out(changed(read("kinds.yaml"), {"requirements": {"R": PARAM}, **changes}))
    (problem,) = worked.expanded["R"].problems
    assert what in problem.text()
    assert problem.severity == "error"


def test_frozen_limits_hold_from_review_on_and_not_in_a_draft() -> None:
    data = read("kinds.yaml")
    requirement: dict[str, object] = {"kind": "collective_time", "title": "t", "operation": "expert_param"}
    requirement |= {"limit": {"at_most": "estimate.conservative"}, "sweep": {"sizes": ["1 MiB"]}}
    data = changed(data, {"requirements": {"R": requirement}})
    draft = cells(work_out(data))
    frozen = {draft[0].key: 1.5e-3}
    assert [cell.limit for cell in cells(work_out(data, frozen))] == [cell.limit for cell in draft]
    review = cells(work_out(changed(data, {"document.status": "review"}), frozen))
    assert [(cell.limit, cell.how) for cell in review] == [(1.5e-3, "frozen"), (draft[1].limit, "derived")]
