"""The page's model of a spec: its numbers in SI units, which are better when larger, and what may be no better."""

from __future__ import annotations

from typing import Any

from tests.report.documents import SMALL, material

MODEL = material(SMALL).review
PLACES: dict[str, Any] = {one["path"]: one for one in MODEL["places"]}


def test_the_model_says_of_which_document_it_is() -> None:
    assert MODEL["of"] == ["SMALL-1", "1.0.0", material(SMALL).fingerprint]
    assert len(PLACES) == len(MODEL["places"])


def test_a_number_stands_with_both_ends_in_si_its_kind_its_source_and_its_basis() -> None:
    start = PLACES["platform.paths.out.multi_group.alpha"]
    assert (start["ends"], start["kind"], start["of"]) == ([10e-6, 20e-6], "time", "out.alpha")
    assert (start["condition"], start["source"], start["basis"]) == ("multi_group", "talk", "assumed")
    rate = PLACES["platform.paths.out.multi_group.bandwidth"]
    assert (rate["ends"], rate["kind"], rate["falls"]) == ([50e9, 40e9], "bandwidth", 1)
    assert "falls" not in start


def test_a_factor_is_never_below_one() -> None:
    assert PLACES["operations.dispatch.skew"]["least"] == 1.0
    assert PLACES["operations.dispatch.skew"]["ends"] == [1.0, 1.5]


def test_a_harder_condition_stands_behind_the_one_it_may_not_be_better_than() -> None:
    paths = [one["path"] for one in MODEL["places"]]
    pairs = {(paths[first], paths[second]) for first, second in MODEL["order"]}
    assert ("platform.paths.out.exclusive.alpha", "platform.paths.out.multi_group.alpha") in pairs
    assert ("platform.cuts.nics.exclusive.bandwidth", "platform.cuts.nics.loaded.bandwidth") in pairs
    assert all(first != second for first, second in pairs)


def test_an_operation_has_its_size_and_the_factor_of_its_bus_bandwidth() -> None:
    found = {one["id"]: one for one in MODEL["operations"]}
    assert set(found) == {"sync", "dispatch"}
    # An AllReduce of 1 MiB on eight ranks: 2 * 7/8. An exchange among 64: 63/64.
    assert found["sync"]["size"] == 2**20
    assert abs(found["sync"]["factor"] - 1.75) < 1e-12
    assert abs(found["dispatch"]["factor"] - 63 / 64) < 1e-12
    assert found["sync"]["uses"][0]["count"] == 10
    assert MODEL["main"] == "training"


def test_every_number_of_the_model_is_one_that_is_there() -> None:
    for value in MODEL["values"]:
        for product in value:
            places = product[1::3]
            assert all(0 <= place < len(MODEL["places"]) for place in places)
            assert all(side in (0, 1) for side in product[2::3])
    for call in MODEL["calls"]:
        assert all(0 <= end < len(MODEL["ends"]) for end in call["ends"])
    for end in MODEL["ends"]:
        assert all(0 <= plan < len(MODEL["plans"]) for plan in end["plans"])
