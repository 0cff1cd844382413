"""Each step is summed up on its own: nothing of a decode step is in the sums of a training step."""

import pytest

from estimator.estimate.search.sensitivity import sensitivity
from estimator.estimate.steps.budget import allotted
from estimator.estimate.steps.need import Needs
from estimator.estimate.table import cases_of, estimate
from estimator.report.tables.estimates.listing import as_text
from estimator.require.closure import closure
from estimator.spec.document import Spec
from estimator.spec.load import load_text
from tests.estimate.worked import spec, spec_data
from tests.spec.inference.specs import DECODE as TEXT

DECODE = {
    "collective": "all_to_all_v",
    "group": "ep",
    "tensor": {"bytes": "8 MB", "semantics": "input"},
    "algorithm": "pairwise",
    "condition": "exclusive",
    "skew": ["1.0", "1.5"],
    "step": "decode",
    "per_step": "58",
}


def both() -> Spec:
    data = spec_data()
    data["operations"] |= {"decode": DECODE, "fill": {**DECODE, "step": "prefill", "per_step": "2"}}
    return spec(data)


def test_a_decode_step_beside_training_changes_none_of_its_sums() -> None:
    alone, beside = estimate(spec()), estimate(both())
    assert beside.main == "training"
    assert (beside.total, beside.exposed, beside.counted) == (alone.total, alone.exposed, True)
    assert beside.ranking == alone.ranking
    before, after = sensitivity(cases_of(spec()).values()), sensitivity(cases_of(both()).values())
    assert (before.total, before.exposed) == (after.total, after.exposed)


def test_every_other_step_has_its_own_sum() -> None:
    table = estimate(both())
    once = table.operations["decode"].time
    assert tuple(table.others) == ("prefill", "decode")
    assert tuple(table.others["decode"].total) == pytest.approx((58 * once[0], 58 * once[1]), rel=1e-12)
    assert tuple(table.others["prefill"].exposed) == pytest.approx((2 * once[0], 2 * once[1]), rel=1e-12)


def decode_alone() -> Spec:
    data = spec_data()
    data["operations"] = {"decode": DECODE}
    return spec(data)


def listed(found: Spec) -> str:
    table = estimate(found)
    return as_text(table, closure(Needs(found, table), {}))


def test_without_training_the_decode_step_is_the_step() -> None:
    table = estimate(decode_alone())
    assert (table.main, dict(table.others)) == ("decode", {})
    assert sum(item.seconds for item in table.ranking) == pytest.approx(
        table.exposed.conservative - table.exposed.optimistic, rel=1e-9
    )
    assert "Per decode step: total" in listed(decode_alone())


def test_a_table_says_which_step_each_sum_is_of() -> None:
    text = listed(both())
    assert [line.split(":")[0] for line in text.splitlines() if line.startswith("Per ")] == [
        *("Per training step", "Per prefill step", "Per decode step")
    ]
    assert "Per step: total" in listed(spec())


def test_a_budget_is_shared_out_over_the_main_step() -> None:
    data = spec_data()
    data["operations"] |= {"decode": DECODE}
    data["budget"] = {"step": "20 s", "exposed_communication": "15 %", "allocate": "proportional"}
    found = spec(data)
    assert set(allotted(found.budget, estimate(found)).shares) == {"moe_dispatch", "expert_gradient"}


def test_the_58_calls_of_a_decode_step_take_58_times_one() -> None:
    table = estimate(load_text(TEXT).spec)
    dispatch = table.operations["d"]
    assert dispatch.step.total.optimistic == pytest.approx(58 * dispatch.time.optimistic, rel=1e-12)
    assert dispatch.size.n == 128 * 8 * 7392
