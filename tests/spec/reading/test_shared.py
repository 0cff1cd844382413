"""A spec read anew shares what it has in common with the one before, and nothing that a reader could tell apart."""

from pathlib import Path
from typing import Any

import pytest

from estimator.jobs.inputs.specs import open_spec
from estimator.spec.document import Spec
from estimator.spec.reading.shared import shared
from estimator.spec.values.quantity import Pair, Quantity
from tests.require.specs import changed, read

EXAMPLES = sorted((Path(__file__).parents[3] / "specs").glob("*.yaml"))


def spec(changes: dict[str, Any] | None = None) -> Spec:
    return Spec.model_validate(changed(read("kinds.yaml"), changes or {}))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_spec_that_was_read_twice_is_the_one_from_before(path: Path) -> None:
    assert len(EXAMPLES) > 5
    before = open_spec(path).spec
    assert shared(open_spec(path).spec, before) is before


def test_one_operation_that_changed_leaves_all_others_and_the_platform_as_they_were() -> None:
    before = spec()
    name = next(iter(before.operations))
    after = shared(spec({f"operations.{name}.title": "Another title"}), before)
    assert after.operations[name] is not before.operations[name]
    assert after.operations[name].tensor is before.operations[name].tensor
    assert after.platform is before.platform
    assert all(after.operations[other] is one for other, one in before.operations.items() if other != name)
    assert after == spec({f"operations.{name}.title": "Another title"})


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Quantity(1e-3, "1 ms"), Quantity(1e-3, "1000 us")),
        (Pair(1.0, 2.0, ("1", "2")), Pair(1.0, 2.0, ("1.0", "2.0"))),
        (0.0, -0.0),
        (1, 1.0),
        (1, True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ((1, 2), [1, 2]),
        ((1, 2), (1, 2, 3)),
    ],
)
def test_values_that_are_equal_but_written_otherwise_are_not_the_same(one: object, other: object) -> None:
    assert shared(one, other) is not other
    assert repr(shared(one, other)) == repr(one)
    assert shared(other, one) is not one


def test_what_the_author_wrote_out_is_not_what_was_left_out() -> None:
    before = spec()
    name = next(iter(before.operations))
    after = shared(spec({f"operations.{name}.calls": "1"}), before)
    assert after.operations[name].calls == before.operations[name].calls
    assert after.operations[name].model_fields_set != before.operations[name].model_fields_set
