"""A place in a spec is found by its text, read, and replaced without touching what lies beside it."""

from __future__ import annotations

import pytest

from estimator.estimate.search.place import path_in, replaced, value_at
from estimator.spec.values.quantity import Pair
from tests.estimate.worked import PATHS, spec, spec_data


def test_a_name_with_dots_is_read_whole() -> None:
    data = spec_data()
    data["platform"]["paths"]["scale_up.v2"] = PATHS["scale_up"] | {"only": [PATHS["scale_up"]["exclusive"]]}
    found = spec(data)
    path = path_in(found, "platform.paths.scale_up.v2.only[0].alpha")
    assert path == ("platform", "paths", "scale_up.v2", "only", 0, "alpha")
    assert value_at(found, path) == Pair(3e-6, 4e-6)


def test_replacing_a_value_shares_the_rest_and_leaves_the_old_spec_alone() -> None:
    old = spec()
    path = ("platform", "cuts", "uplink", "loaded", "bandwidth")
    new = replaced(old, path, Pair(1e12, 1e12))
    assert value_at(new, path) == Pair(1e12, 1e12)
    assert value_at(old, path) == Pair(5e12, 5e12)
    assert new.platform.paths is old.platform.paths
    assert new.operations is old.operations


def test_below_a_part_that_is_not_given_there_is_nothing() -> None:
    found = spec(None, expert_gradient={})
    assert value_at(found, ("operations", "expert_gradient", "around", "reorder", "bandwidth")) is None


@pytest.mark.parametrize("text", ["platform.pathes", "platform.paths.nowhere.alpha", "platform.paths[0]", "..."])
def test_a_place_that_is_not_there_is_an_error(text: str) -> None:
    with pytest.raises(LookupError):
        path_in(spec(), text)
