"""Stages compiled to rows, by hand and against every vector of the oracle."""

from __future__ import annotations

import pytest

from estimator.cost.attribution import in_force
from estimator.cost.compiling import compile_form
from estimator.cost.evaluate import at
from estimator.cost.key import GAMMA, Family, Key
from estimator.cost.plan import Stage
from estimator.cost.rows import MessageGap, rows_of_stage
from tests.cost.level_vectors import VECTORS, Clock, Vector, group_of, plans_of


def test_each_resource_of_a_stage_is_one_alternative() -> None:
    stage = Stage("fabric", 3, volume=1, reduced=0.5, egress=4, link=0.25, nic=2, start="spine", hops=(("x", 2),))
    rows = rows_of_stage(stage._replace(cuts=(("nics", 8.0),)))
    expected: list[tuple[Family, str, float]] = [
        ("beta", "fabric", 1),
        ("link", "fabric", 0.25),
        ("unit", "fabric", 4),
        ("nic", "fabric", 2),
        ("cut", "nics", 8),
    ]
    base = {Key("alpha", "spine"): 3, Key("hop", "x"): 2, GAMMA: 0.5}
    assert {row.resource: row.terms for row in rows} == {
        Key(family, where): base | {Key(family, where): load} for family, where, load in expected
    }


def test_a_stage_without_bytes_is_its_start_ups() -> None:
    (row,) = rows_of_stage(Stage("node", 4))
    assert (row.terms, row.resource) == ({Key("alpha", "node"): 4}, Key("alpha", "node"))


def test_a_message_rate_slows_what_goes_beyond_the_messages_that_are_free() -> None:
    stage = Stage("fabric", 2, volume=1, messages=14)
    assert [dict(row.terms) for row in rows_of_stage(stage, {"fabric": MessageGap(1.0)})][1] == {
        Key("alpha", "fabric"): 2,
        Key("gap", "fabric"): 12,
    }
    assert len(rows_of_stage(stage, {"fabric": MessageGap(8.0)})) == 1
    assert rows_of_stage(stage, {"fabric": MessageGap(senders=8.0)})[1].terms[Key("gap", "fabric")] == 112


def test_further_runs_of_an_alternative_are_added_to_every_row_of_it() -> None:
    stage = Stage("a", 1, volume=1, egress=2, also=(Stage("b", 2, volume=3), Stage("a", 4)))
    terms = [row.terms for row in rows_of_stage(stage)]
    more = {Key("alpha", "a"): 5, Key("alpha", "b"): 2, Key("beta", "b"): 3}
    assert terms == [more | {Key("beta", "a"): 1}, more | {Key("unit", "a"): 2}]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["id"])
def test_a_compiled_plan_takes_the_simulated_seconds(vector: Vector) -> None:
    group = group_of(vector)
    clock = Clock(vector, group)
    values = {GAMMA: clock.gamma}
    for name, rate in clock.rates.items():
        values |= {Key("alpha", name): clock.alpha[name], Key("hop", name): clock.hop[name]}
        values |= {Key("beta", name): rate.port, Key("link", name): rate.link}
        values |= {Key("unit", name): rate.unit, Key("nic", name): rate.nic}
    forms = [compile_form(plan) for plan in plans_of(vector, group)]
    seconds = min(at(form, form.theta(values), vector["n_bytes"]) for form in forms)
    assert seconds == pytest.approx(vector["expected_seconds"], rel=1e-9)
    for form in forms:
        assert in_force(form, form.theta(values), vector["n_bytes"]).resources
