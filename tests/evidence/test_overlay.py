"""Fits as parameters of a path: a spec with them has the fitted times."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from estimator.estimate.table import estimate
from estimator.evidence.fitting.predict import predict
from estimator.evidence.fitting.regimes import Fit, fit
from estimator.evidence.fitting.series import Series
from estimator.evidence.overlay import NO_ROOT, alone, merged, parts, source_of
from tests.estimate.worked import spec, spec_data
from tests.evidence.made import made, ring

SOURCE = {"basis": "fitted", "text": "fit of run.log", "date": "2026-11-30"}


def stepped(p: int, n: int) -> float:
    """A ring whose protocol changes at a share of 128 KiB."""
    launch, alpha, rate = (5e-6, 1e-6, 40e9) if n / p < 2**17 else (9e-6, 3e-6, 180e9)
    return ring(launch, alpha, rate)(p, n)


FITTED = fit(made(stepped, (2, 4, 8)))


def estimated(found: Fit, size: str, collective: str = "all_reduce", algorithm: str = "ring") -> tuple[float, float]:
    """The interval of a call of eight ranks on a platform with the fit in it."""
    data: dict[str, Any] = spec_data()
    data["platform"] |= {"cuts": {}, "reduce": {"bandwidth": "1.6 TB/s"}}
    parts_found, skipped = parts([found], "scale_up", 1 / 1.6e12)
    assert skipped == []
    data["platform"] = merged(data["platform"], parts_found, SOURCE)
    data["groups"] = {"tp": {"size": "8", "ranks_per_node": "8", "levels": ["scale_up"]}}
    tensor = {"bytes": size, "semantics": "input"}
    call = {"collective": collective, "group": "tp", "tensor": tensor, "algorithm": algorithm}
    data["operations"] = {"op": call}
    time = estimate(spec(data)).operations["op"].time
    return time.optimistic, time.conservative


@pytest.mark.parametrize("size", [1024, 2**18, 2**21, 2**28])
def test_a_spec_with_the_fit_has_the_fitted_times(size: int) -> None:
    low, high = estimated(FITTED, f"{size} B")
    wanted = predict(FITTED, size, 8).median
    assert low == pytest.approx(wanted, rel=0.03)
    assert high == pytest.approx(wanted, rel=0.03)


def test_what_is_not_of_the_collective_stays_as_it_was() -> None:
    data = spec_data()
    found = merged(data["platform"], parts([FITTED], "scale_up")[0], SOURCE)
    before, after = data["platform"]["paths"], found["paths"]
    assert after["scale_out"] == before["scale_out"]
    assert after["scale_up"]["exclusive"] == before["scale_up"]["exclusive"]
    assert found["launch"]["time"] == data["platform"]["launch"]["time"]
    assert found["sources"] == {"fit": SOURCE}


def test_an_entry_of_the_same_collective_gives_way() -> None:
    platform = spec_data()["platform"]
    old = [
        {"collective": "all_reduce", "algorithm": "ring", "alpha": "1 us"},
        {"collective": "all_gather", "alpha": "2 us"},
    ]
    platform["paths"]["scale_up"]["only"] = old
    found = merged(platform, parts([FITTED], "scale_up")[0], SOURCE)["paths"]["scale_up"]["only"]
    assert [entry["collective"] for entry in found] == ["all_reduce", "all_reduce", "all_gather"]
    assert found[0]["root"] == NO_ROOT
    assert [entry["sizes"] for entry in found[:2]] == ["8 B .. 1048575 B", "1048576 B .. 1073741824 B"]


def test_a_condition_goes_with_its_entries() -> None:
    series = Series(FITTED.key._replace(condition="with_compute", path="scale_up"), FITTED.series.points)
    (part,), _ = parts([fit(series)], "other")
    assert (part.path, part.condition) == ("scale_up", "with_compute")
    assert {entry["condition"] for entry in part.entries} == {"with_compute"}


def test_messages_between_two_ranks_are_the_path_itself() -> None:
    found = fit(made(lambda _p, n: 4e-6 + n / 25e9, (2,), "p2p"))
    (part,), _ = parts([found], "scale_out")
    assert part.plain is not None
    platform = merged(spec_data()["platform"], [part], SOURCE)
    alpha, rate = platform["paths"]["scale_out"]["exclusive"]["alpha"], part.plain["bandwidth"]
    assert [float(end.split()[0]) for end in alpha] == pytest.approx([4, 4], rel=0.02)
    assert [float(end.split()[0]) for end in rate] == pytest.approx([25, 25], rel=0.02)


@pytest.mark.parametrize(
    ("series", "why"),
    [
        (made(ring(8e-6, 1e-6, 100e9), (4,), "broadcast"), "algorithm is not known"),
        (made(lambda p, _n: p * 1e-6, (2, 4)), "no bandwidth"),
    ],
)
def test_a_fit_that_says_nothing_of_a_path_is_told(series: Series, why: str) -> None:
    found, (one,) = parts([fit(series)], "up")
    assert (found, one.place) == ([], 0)
    assert why in one.reason


def test_a_group_on_several_paths_and_a_twin_in_place_are_left_out() -> None:
    two_level = Series(FITTED.key._replace(several_nodes=True, ranks_per_node=8), FITTED.series.points)
    twins = [fit(Series(FITTED.key._replace(in_place=side), FITTED.series.points)) for side in (False, True)]
    found, skipped = parts([fit(two_level), *twins], "up")
    assert len(found) == 1
    assert [one.place for one in skipped] == [0, 2]


def test_alone_it_is_a_platform() -> None:
    data = spec_data()
    platform = alone(parts([FITTED], "measured")[0], source_of([FITTED], "2026-11-30"), 1, 8)
    data["platform"] = yaml.safe_load(yaml.safe_dump(platform))
    data["platform"] |= {"ranks_per_node": "8", "nodes": "1"}
    data["groups"] = {"tp": {"size": "8", "ranks_per_node": "8", "levels": ["measured"]}}
    tensor = {"bytes": "1 MiB", "semantics": "input"}
    data["operations"] = {"op": {"collective": "all_reduce", "group": "tp", "tensor": tensor, "algorithm": "ring"}}
    low, high = estimate(spec(data)).operations["op"].time
    # Nothing of the knee: the ranges carry it.
    assert low <= predict(FITTED, 2**20, 8).median * 1.01
    assert high >= predict(FITTED, 2**20, 8).median * 0.99
    assert high / low < 1.1


def test_the_start_up_of_a_path_moves_no_group_on_another() -> None:
    def times(data: dict[str, Any]) -> dict[str, tuple[float, ...]]:
        return {name: tuple(row.time) for name, row in estimate(spec(data)).operations.items()}

    data: dict[str, Any] = spec_data()
    data["platform"] |= {"cuts": {}}
    call = {"collective": "all_reduce", "tensor": {"bytes": "4 KiB", "semantics": "input"}, "algorithm": "ring"}
    data["groups"] = {
        "tp": {"size": "8", "ranks_per_node": "8", "levels": ["scale_up"]},
        "dp": {"size": "8", "ranks_per_node": "1", "levels": ["scale_out"]},
        "all": {"size": "16", "ranks_per_node": "8", "levels": ["scale_up", "scale_out"]},
    }
    data["operations"] = {name: call | {"group": name} for name in data["groups"]}
    before = times(data)
    data["platform"] = merged(data["platform"], parts([FITTED], "scale_up")[0], SOURCE)
    after = times(data)
    assert after["dp"] == before["dp"]
    assert after["tp"][0] == pytest.approx(predict(FITTED, 4096, 8).median, rel=0.03)
    # The ring over both levels waits for the outer path in every round, and starts as the platform says.
    launches = [row.conservative.launch_s for row in estimate(spec(data)).operations.values()]
    assert launches[2] == launches[1] != launches[0]


def test_entries_of_another_path_stay_beside_those_of_a_new_fit() -> None:
    platform = spec_data()["platform"]
    first = merged(platform, parts([FITTED], "scale_up")[0], SOURCE)
    second = merged(first, parts([FITTED], "scale_out")[0], SOURCE)
    assert [entry["path"] for entry in second["launch"]["only"]] == ["scale_out"] * 2 + ["scale_up"] * 2
