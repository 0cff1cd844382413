"""Every field that a requirement can be written with is read by something beyond the models: none is decoration.

The documents of a spec with every kind are made while each read of a field is noted with the room it came from; what
the loader and the lint read does not count, for they only check.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from estimator import __version__
from estimator.estimate.table import estimate
from estimator.jobs.assets import templates
from estimator.report.pages.assets import Assets
from estimator.report.pages.document import report
from estimator.require.expand import expand
from estimator.spec.document import Spec
from estimator.spec.requirements.kinds import KINDS
from estimator.spec.requirements.measure import Limit, Metric, Sweep, Test
from estimator.spec.values.base import SpecModel
from tests.require.specs import changed, read
from tests.spec.examples import varied, warnings

Read = tuple[str, str]
PARTS: tuple[type[SpecModel], ...] = (Limit, Metric, Sweep, Test)
MODELS: tuple[type[SpecModel], ...] = (*KINDS, *PARTS)
OF_NO_USE = ("collective", "algorithm", "at_once", "place")
"""Fields that a weight sync takes over and has no use for: the loader says so where they are written."""
CHECKERS = ("estimator.lint.run", "estimator.spec")


def with_every_kind() -> Spec:
    """One requirement for each sentence that there is."""
    cases = read("sentences.yaml").values()
    written = [{"title": "T", "responsible": ["library"], **case["requirement"]} for case in cases]
    written.append({**written[0], "limit": {"at_most": "estimate.conservative", "factor": "1.2"}})
    named = {f"R-{index:02}": requirement for index, requirement in enumerate(written)}
    return Spec.model_validate(changed(read("kinds.yaml"), {"requirements": named}))


def reader(depth: int) -> str:
    """The module that reads a field: the first one on the stack that is not a model of the spec itself."""
    frame: Any = sys._getframe(depth)
    while frame is not None and frame.f_globals["__name__"].startswith(("estimator.spec", __name__)):
        frame = frame.f_back
    return str(frame.f_globals["__name__"]) if frame is not None else ""


def make_documents(spec: Spec) -> None:
    """All that is made of a spec, but the lint."""
    table = estimate(spec)
    texts = {path.name: path.read_text("utf-8") for path in Path(templates()).iterdir() if path.is_file()}
    material = report(spec, table, expand(spec, table), (), Assets(texts, __version__))
    for language in spec.document.languages:
        material.document(language, for_print=False)


@pytest.fixture(scope="module")
def seen() -> set[Read]:
    """(model, field) of every read while the documents are made."""
    spec, found = with_every_kind(), set[Read]()

    def noted(self: SpecModel, name: str) -> Any:
        if name in type(self).__pydantic_fields__:
            where = reader(2)
            if where.startswith("estimator.") and not where.startswith(CHECKERS):
                found.add((type(self).__name__, name))
        return object.__getattribute__(self, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SpecModel, "__getattribute__", noted, raising=False)
        make_documents(spec)
    return found


def unread(models: tuple[type[SpecModel], ...], seen: set[Read]) -> set[Read]:
    """The fields of models that nothing reads."""
    return {(model.__name__, field) for model in models for field in model.model_fields} - seen


def test_the_guard_sees_every_kind(seen: set[Read]) -> None:
    assert {model for model, _ in seen} >= {model.__name__ for model in MODELS}


def test_every_field_of_every_kind_is_read(seen: set[Read]) -> None:
    # Of a weight sync that cites an operation collective and algorithm are read with those of the operation.
    assert unread(KINDS, seen) <= {("WeightSync", field) for field in OF_NO_USE}


@pytest.mark.parametrize("field", OF_NO_USE)
def test_a_field_without_a_use_is_reported_where_it_is_written(field: str) -> None:
    value = {"collective": "p2p", "algorithm": "direct", "at_once": "all", "place": "0"}[field]
    weights = "kind: weight_sync\n    bytes: 5 TB\n    instances: 16\n    devices_per_instance: 128"
    text = varied("kind: collective_time", f"{weights}\n    {field}: {value}", "    operation: moe_dispatch\n", "")
    found = [line for line in warnings(text) if f".{field}: " in line]
    assert len(found) == 1
    assert "has no effect: weights go from every trainer to every rollout device" in found[0]


def test_every_field_of_limit_metric_sweep_and_test_is_read(seen: set[Read]) -> None:
    assert unread(PARTS, seen) == set()


def test_a_field_that_nothing_reads_is_found(seen: set[Read]) -> None:
    planted = type("Test", (Test,), {"__annotations__": {"colour": str}, "colour": "red", "__module__": __name__})
    assert unread((planted,), seen) == {("Test", "colour")}
