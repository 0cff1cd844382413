"""What requirements take from the defaults of a spec."""

from typing import Any

import pytest

from estimator.jobs.assets import templates
from estimator.spec.derived.inherited import inherited, with_defaults
from estimator.spec.document import Spec
from estimator.spec.load import load_text
from estimator.spec.requirements.requirement import MeasurableRequirement
from tests.spec.examples import messages

STARTER = (templates() / "starter.yaml").read_text("utf-8")
TIME: dict[str, Any] = {"kind": "collective_time", "title": "T", "limit": {"at_most": "5 ms", "at": "1 MiB"}}
SHOWN: dict[str, Any] = {"kind": "capability", "title": "C", "item": "other", "statement": "s"}


def with_section(defaults: str) -> str:
    return STARTER.replace("\nrequirements:\n", f"\ndefaults: {defaults}\nrequirements:\n", 1)


def loaded(defaults: str) -> Spec:
    return load_text(with_section(defaults)).spec


def measured(spec: Spec, name: str) -> MeasurableRequirement:
    requirement = spec.requirements[name]
    assert isinstance(requirement, MeasurableRequirement)
    return requirement


def test_a_requirement_has_what_it_leaves_out_and_keeps_what_it_says() -> None:
    spec = loaded("{priority: should, phase: beta, condition: with_compute, test: {repeats: 9, buffer: plain}}")
    written, short = measured(spec, "CCL-AR-01"), measured(spec, "CCL-AR-02")
    assert (written.priority, written.phase) == ("must", "beta")
    assert (short.priority, short.phase) == ("should", "beta")
    assert (short.test.buffer, short.test.repeats, short.test.tool) == ("plain", 5, "nccl-tests")
    assert short.sweep.conditions == ("with_compute",)
    assert spec.inherited("CCL-AR-02") == ("priority", "phase", "sweep.conditions", "test.buffer")
    assert spec.inherited("CCL-AR-01") == ("phase",)


def test_what_is_taken_counts_as_written_for_the_rules_that_ask_for_it() -> None:
    named, left = "warmup: 100, iterations: 5000, repeats: 5", "iterations: 5000"
    own = load_text(STARTER.replace(named, left)).spec
    taken = load_text(with_section("{test: {warmup: 100, repeats: 5}}").replace(named, left)).spec
    assert measured(own, "CCL-AR-03").test.model_fields_set == {"tool", "iterations"}
    assert measured(taken, "CCL-AR-03").test.model_fields_set == {"tool", "iterations", "warmup", "repeats"}


def test_a_capability_takes_no_test_and_no_condition() -> None:
    data = {"defaults": {"responsible": "nic", "condition": "exclusive", "test": {"repeats": 3}}}
    data["requirements"] = {"A": TIME, "B": SHOWN}
    assert inherited(data) == {"A": ("responsible", "sweep.conditions", "test.repeats"), "B": ("responsible",)}
    filled = with_defaults(data)["requirements"]
    assert filled["A"]["sweep"] == {"conditions": ["exclusive"]}
    assert filled["B"] == {**SHOWN, "responsible": "nic"}
    assert data["requirements"]["A"] is TIME


def test_a_requirement_with_everything_of_its_own_stays_the_same_object() -> None:
    data = {"defaults": {"priority": "may"}, "requirements": {"A": {**TIME, "priority": "must"}}}
    assert with_defaults(data) is data


@pytest.mark.parametrize(
    ("defaults", "told"),
    [
        ("{priority: most}", "priority: 'most' is not known here; did you mean must?"),
        ("{test: {repeats: five}}", "test.repeats: 'five' is not a whole number; write digits only, such as 8"),
        ("{need: x}", "need: unknown key; write priority, responsible, run_by, phase, condition or test"),
    ],
)
def test_a_mistake_in_the_defaults_is_told_once_and_there(defaults: str, told: str) -> None:
    found = messages(with_section(defaults))
    assert [one.partition("defaults.")[2] for one in found] == [told]


def test_a_condition_that_nobody_defines_is_told_where_it_is_written() -> None:
    (found,) = messages(with_section("{condition: night}"))
    assert "defaults.condition: there is no condition 'night'" in found


def test_a_default_that_nobody_takes_has_no_effect() -> None:
    problems = load_text(with_section("{responsible: nic, phase: beta, test: {tool: kit, buffer: plain}}")).problems
    assert [(one.path, one.message) for one in problems] == [
        (("defaults", "responsible"), "has no effect: no requirement takes this default"),
        (("defaults", "test", "tool"), "has no effect: no requirement takes this default"),
    ]
