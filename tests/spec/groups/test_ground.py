"""What the place of a group rests on: the same object after an edit elsewhere, another after one that moves ranks."""

from typing import Any

import pytest

from estimator.spec.document import Spec
from estimator.spec.groups.ground import ground_of
from estimator.spec.groups.grouped import group_of
from estimator.spec.reading.shared import shared
from tests.require.specs import changed, read


def spec(changes: dict[str, Any] | None = None) -> Spec:
    return Spec.model_validate(changed(read("kinds.yaml"), changes or {}))


def after(before: Spec, changes: dict[str, Any]) -> Spec:
    return shared(spec(changes), before)


@pytest.mark.parametrize(
    "changes",
    [
        {"document.title": "Another"},
        {"platform.paths.scale_out.exclusive.alpha": "9 us"},
        {"platform.paths.scale_out.exclusive.bandwidth": "49 GB/s"},
        {"groups.ep128.title": "Another group"},
        {"requirements": {}},
    ],
)
def test_an_edit_that_moves_no_rank_leaves_the_ground_of_a_group(changes: dict[str, Any]) -> None:
    before = spec()
    assert "ep128" in before.groups
    assert ground_of(after(before, changes), "ep") is ground_of(before, "ep")


@pytest.mark.parametrize(
    "changes",
    [
        {"platform.paths.scale_out.exclusive.one_peer": "20 GB/s"},
        {"platform.nodes": "1024"},
        {"groups.ep.title": "Another group"},
    ],
)
def test_an_edit_of_the_machine_or_of_the_group_gives_another(changes: dict[str, Any]) -> None:
    before = spec()
    assert ground_of(after(before, changes), "ep") is not ground_of(before, "ep")


def test_a_group_lies_on_its_ground_where_it_lies_in_the_spec() -> None:
    found = spec()
    for name in found.groups:
        assert group_of(ground_of(found, name), name) == group_of(found, name)
        assert list(ground_of(found, name).groups) == [name]
