"""The step is that of one pipeline stage; what is larger on another is kept apart. Times are summed by hand."""

import json

import pytest

from estimator.estimate.search.sensitivity import sensitivity
from estimator.estimate.steps.need import Needs
from estimator.estimate.steps.stages import as_in
from estimator.estimate.table import cases_of, estimate
from estimator.report.tables.estimates.listing import as_csv, as_json, as_text
from estimator.require.closure import closure
from estimator.require.expand import expand
from estimator.spec.load import load_text
from tests.spec.training.specs import TWO_STAGES

MATRIX, ATTENTION = 1000 * 1024, 2 * 1024 * 2048
FIRST = 4 * (ATTENTION + 2 * 1024 + 3 * 1024 * 16384 + MATRIX)
LAST = 4 * (ATTENTION + 3 * 1024 + 8 * 1024 + MATRIX)
DISPATCH, CALLS = 8192 * 2 * 1024 * 2, 2 * 64


def gradient(n: float) -> float:
    """A ring over the eight ranks of a node."""
    return 7 * 2e-6 + 7 / 8 * n / 400e9


def dispatch() -> float:
    """Four ranks of a node in pairs."""
    return 3 * 2e-6 + 3 / 4 * DISPATCH / 400e9


SEND = 128 * (5e-6 + 8192 * 1024 * 2 / 48e9)
"""The hand-over to another node, on both stages the same."""


def changed(old: str, new: str) -> str:
    assert old in TWO_STAGES
    return TWO_STAGES.replace(old, new, 1)


def test_the_step_is_that_of_the_stage_that_is_exposed_longest() -> None:
    table = estimate(load_text(TWO_STAGES).spec)
    assert (table.stage, table.stages) == (2, 2)
    # Not 8.8 ms of the one stage beside 0.5 ms of the other: no rank has both.
    step = CALLS * dispatch() + gradient(LAST) + SEND
    assert table.exposed == pytest.approx((step, step), rel=1e-12)
    assert table.total == table.exposed
    cost = table.operations["dense_gradient"].step
    assert (cost.n, cost.count) == (LAST, 1)
    assert cost.time.optimistic == pytest.approx(gradient(LAST), rel=1e-12)


def test_what_is_larger_on_another_stage_is_kept() -> None:
    operations = estimate(load_text(TWO_STAGES).spec).operations
    found = operations["dense_gradient"]
    # The operation itself is the largest of all stages: what a library must be able to do.
    assert found.size.n == FIRST
    assert found.time.optimistic == pytest.approx(gradient(FIRST), rel=1e-12)
    assert found.elsewhere is not None
    assert (found.elsewhere.stage, found.elsewhere.cost.n) == (1, FIRST)
    assert found.elsewhere.cost.exposed == pytest.approx((gradient(FIRST),) * 2, rel=1e-12)
    assert [operations[name].elsewhere for name in ("moe_dispatch", "pp_send")] == [None, None]


def test_an_operation_that_the_stage_does_not_have_counts_nothing() -> None:
    few = estimate(load_text(changed("micro_batches: 64", "micro_batches: 1")).spec)
    assert few.stage == 1
    assert few.operations["moe_dispatch"].step.count == 0
    assert few.operations["moe_dispatch"].elsewhere is not None
    assert few.exposed.optimistic == pytest.approx(gradient(FIRST) + SEND / 64, rel=1e-12)


def test_what_the_author_wrote_holds_on_every_stage() -> None:
    name = "{from_model: dense_gradient, algorithm: ring"
    same = changed(name, f"{name}, tensor: {{bytes: 400 MB, semantics: input}}")
    assert estimate(load_text(same).spec).exposed.optimistic == pytest.approx(
        CALLS * dispatch() + gradient(400e6) + SEND, rel=1e-12
    )
    often = changed(name, f"{name}, per_step: 1000")
    table = estimate(load_text(often).spec)
    assert table.stage == 1
    assert table.exposed.optimistic == pytest.approx(1000 * gradient(FIRST) + SEND, rel=1e-12)


PAIR = "  pp_send: {from_model: pp_send, algorithm: direct}\n"


def test_stages_that_are_alike_are_not_told_apart() -> None:
    table = estimate(load_text(changed("world: 16, pp: 2", "world: 8, pp: 1").replace(PAIR, "")).spec)
    assert (table.stage, table.stages) == (0, 0)
    whole = 4 * (2 * ATTENTION + 5 * 1024 + 8 * 1024 + 3 * 1024 * 16384 + 2 * MATRIX)
    assert table.operations["dense_gradient"].step.n == whole


def test_an_assumption_moves_the_step_of_that_stage() -> None:
    spec = load_text(TWO_STAGES).spec
    found = {swing.assumption: swing.worse for swing in sensitivity(cases_of(spec).values()).exposed}
    start_ups = (CALLS * 3 + 7) * 0.2e-6
    transfer = (CALLS * 3 / 4 * DISPATCH + 7 / 8 * LAST) / 400e9 * (1 / 0.9 - 1)
    assert found["nv.alpha"] == pytest.approx((start_ups, start_ups), rel=1e-9)
    assert found["nv.bandwidth"] == pytest.approx((transfer, transfer), rel=1e-9)
    table = estimate(spec)
    again = [as_in(table, cases_of(spec)[name]) for name in table.operations]
    assert sensitivity(again).exposed == sensitivity(cases_of(spec).values()).exposed


def test_listings_name_the_stage_and_what_is_larger_elsewhere() -> None:
    spec = load_text(TWO_STAGES).spec
    table = estimate(spec)
    closed = closure(Needs(spec, table), {})
    data = json.loads(as_json(table, {}, closed))
    assert (data["step"]["stage"], data["step"]["stages"]) == (2, 2)
    row = data["operations"]["dense_gradient"]
    assert (row["n_bytes"], row["step_n_bytes"]) == (FIRST, LAST)
    assert (row["elsewhere_stage"], row["elsewhere_n_bytes"], row["elsewhere_per_step"]) == (1, FIRST, 1)
    assert row["elsewhere_exposed_conservative_s"] == pytest.approx(gradient(FIRST), rel=1e-12)
    assert data["operations"]["moe_dispatch"]["elsewhere_stage"] is None
    text = as_text(table, closed).replace("\u00a0", " ")
    assert "Per step of pipeline stage 2 of 2: " in text
    assert "Stage 1 exposes more of dense_gradient: 500.1 µs .. 500.1 µs, 1 x 222.2 MB." in text
    assert "elsewhere_stage" in as_csv(table).splitlines()[0]


def test_a_limit_on_the_call_of_another_stage_takes_no_longer_than_the_steps_own_call() -> None:
    limit = f"{2e6 * gradient(FIRST):.1f} us"
    must = f"{{kind: collective_time, title: t, operation: dense_gradient, limit: {{at_most: {limit}}}}}"
    spec = load_text(changed("requirements: {}", f"requirements: {{R: {must}}}")).spec
    table = estimate(spec)
    found = closure(Needs(spec, table), expand(spec, table)).operations["dense_gradient"]
    assert found.full.requirement == "R"
    # The limit lets the larger call of the first stage take twice its time; the step's own is on the second one.
    assert found.full.call_s == pytest.approx(gradient(LAST), rel=1e-9)
