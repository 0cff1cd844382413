"""Numbers used beyond their range: hand sums of the widened conservative end, each number by its own range."""

from __future__ import annotations

from math import log2, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from estimator.estimate.assume.order import order_problems
from estimator.estimate.assume.validity import extrapolated, widening
from estimator.estimate.cell import cell_model
from estimator.estimate.interval import interval
from estimator.estimate.result import End
from estimator.estimate.sweeps.block import evaluate
from estimator.estimate.sweeps.sweep import SIZE, SettingsSweep, SweptAxis
from estimator.estimate.table import cases_of, estimate
from estimator.spec.machine.valid import RankRange, Valid
from estimator.spec.values.sizes import SizeSweep
from tests.estimate.test_terms import MIB, found, ring
from tests.estimate.worked import spec

MOVED = 1.75 * 64 * MIB
"""Bytes of a ring AllReduce of 64 MiB on eight ranks."""


def places(end: End) -> dict[str, float]:
    """Place in the spec -> factor of what is used beyond its range."""
    return {origin.spec_path: origin.widened for origin in extrapolated(end)}


def valid_ring(valid: Any, **platform: Any) -> dict[str, Any]:
    """An AllReduce of 64 MiB on eight ranks, T0 0 and k 0 unless said; the path's numbers hold where ``valid`` says."""
    data = ring(**({"launch": {"time": "0 s"}, "knee": {"k": "0"}} | platform))
    if valid:
        data["platform"]["paths"]["up"]["exclusive"]["valid"] = valid
    return data


@pytest.mark.parametrize(
    ("valid", "factor"),
    [
        # Eight ranks are two octaves beyond two, 64 MiB two octaves beyond 16 MiB: 1.1^2 and 1.05^2.
        ({"ranks": "1 .. 2"}, 1.21),
        ({"sizes": "1 KiB .. 16 MiB"}, 1.1025),
        ({"sizes": "1 KiB .. 16 MiB", "ranks": "1 .. 2"}, 1.21 * 1.1025),
        # One octave below 16 ranks, three octaves below 512 MiB.
        ({"ranks": "16 .. 64"}, 1.1),
        ({"sizes": "512 MiB .. 1 GiB", "ranks": "16 .. 64"}, 1.1 * 1.05**3),
        ({"sizes": "1 KiB .. 64 MiB", "ranks": "8"}, 1.0),
    ],
)
def test_the_conservative_end_widens_by_octaves_beyond_the_range(valid: dict[str, str], factor: float) -> None:
    row = found(valid_ring(valid))
    # 14 rounds of 2 us, 1.75 n at 100 GB/s, both f times as long; the other end keeps 1 us and 200 GB/s.
    assert row.conservative.total_s == pytest.approx(factor * (14 * 2e-6 + MOVED / 100e9), rel=1e-12)
    assert row.optimistic.total_s == pytest.approx(14 * 1e-6 + MOVED / 200e9, rel=1e-12)
    beyond = {f"platform.paths.up.exclusive.{key}": pytest.approx(factor) for key in ("alpha", "bandwidth")}
    assert places(row.conservative) == (beyond if factor > 1.0 else {})
    assert places(row.optimistic) == {}


def test_each_number_widens_by_its_own_range() -> None:
    data = valid_ring(
        {"ranks": "1 .. 4"},
        launch={"time": ["1 us", "5 us"], "valid": {"ranks": "1 .. 2"}},
        knee={"k": ["0", "1"], "valid": {"sizes": "1 KiB .. 32 MiB"}},
    )
    reduce = {"bandwidth": "1 TB/s", "valid": {"ranks": "2 .. 4", "sizes": "1 MiB .. 8 MiB"}}
    data["platform"]["reduce"] = reduce
    row = found(data)
    start, move = 1.1 * 14 * 2e-6, 1.1 * MOVED / 100e9
    add = 1.1 * 1.05**3 * MOVED / 2 / 1e12  # a ring reduces half of what it moves
    knee = 1.05 * sqrt(start * (move + add))
    assert row.conservative.total_s == pytest.approx(start + move + add + knee + 1.21 * 5e-6, rel=1e-12)
    assert list(places(row.conservative)) == [
        "platform.reduce.bandwidth",
        "platform.launch.time",
        "platform.paths.up.exclusive.alpha",
        "platform.paths.up.exclusive.bandwidth",
        "platform.knee.k",
    ]


def test_the_size_that_counts_is_that_of_one_call() -> None:
    data = valid_ring({"sizes": "1 KiB .. 16 MiB"})
    data["operations"]["op"]["calls"] = "4"  # 16 MiB a call: inside
    assert places(found(data).conservative) == {}


def test_a_cut_used_beyond_its_range_slows_the_time_and_not_the_bound() -> None:
    data = valid_ring(None)
    data["platform"]["nodes"] = "16"
    path = {"location": "inter_node", "exclusive": {"alpha": "0 s", "bandwidth": "100 GB/s", "per": "rank"}}
    data["platform"] |= {"paths": {"out": path}}
    cut = {"boundary": "node", "exclusive": {"bandwidth": "50 GB/s"}, "valid": {"ranks": "2 .. 4"}}
    data["platform"]["cuts"] = {"nic": cut}
    data["groups"] = {"tp": {"size": "8", "ranks_per_node": "1", "levels": ["out"]}}
    row = found(data)
    assert row.conservative.total_s == pytest.approx(1.1 * MOVED / 50e9, rel=1e-12)
    assert row.optimistic.total_s == pytest.approx(MOVED / 50e9, rel=1e-12)
    assert row.bound.seconds == pytest.approx(MOVED / 50e9, rel=1e-12)
    assert places(row.conservative) == {"platform.cuts.nic.exclusive.bandwidth": pytest.approx(1.1)}


def test_a_number_that_the_plan_does_not_use_is_not_extrapolated() -> None:
    data = valid_ring(None)
    data["platform"]["reduce"] = {"bandwidth": "1 TB/s", "valid": {"ranks": "1 .. 2"}}
    data["operations"]["op"] |= {"collective": "all_gather", "tensor": {"bytes": "64 MiB", "semantics": "output"}}
    assert places(found(data).conservative) == {}


def test_an_entry_of_its_own_has_a_range_of_its_own() -> None:
    data = valid_ring({"ranks": "1 .. 2"})
    entry = {"collective": "all_reduce", "alpha": "2 us", "bandwidth": "100 GB/s", "per": "rank"}
    data["platform"]["paths"]["up"]["only"] = [{**entry, "valid": {"ranks": "1 .. 4"}}]
    row = found(data)
    assert row.conservative.total_s == pytest.approx(1.1 * (14 * 2e-6 + MOVED / 100e9), rel=1e-12)
    assert list(places(row.conservative)) == [f"platform.paths.up.only[0].{key}" for key in ("alpha", "bandwidth")]


def test_the_worst_condition_is_found_among_the_widened_ones() -> None:
    data = valid_ring({"ranks": "1 .. 2"})
    data["platform"]["paths"]["up"]["multi_group"] = {"alpha": ["1 us", "2 us"], "bandwidth": ["200 GB/s", "90 GB/s"],
                                                      "per": "rank"}  # fmt: skip
    data["operations"]["op"]["condition"] = ["exclusive", "multi_group"]
    # Exclusive holds for fewer ranks: 100 / 1.21 = 82.6 GB/s are below the 90 GB/s of the other condition.
    row = found(data)
    assert row.conservative.total_s == pytest.approx(1.21 * (14 * 2e-6 + MOVED / 100e9), rel=1e-12)
    # It is in order all the same: what the spec states of the other condition is no better.
    assert list(order_problems(cases_of(spec(data)).values())) == []


@given(
    ranks=st.integers(1, 10**6),
    n=st.floats(1.0, 1e12),
    low=st.integers(1, 10**5),
    span=st.integers(0, 10**5),
    sizes=st.tuples(st.floats(1.0, 1e9), st.floats(1.001, 1e6)),
)
def test_the_factor_is_one_inside_and_grows_continuously_outside(
    ranks: int, n: float, low: int, span: int, sizes: tuple[float, float]
) -> None:
    small, large = sizes[0], sizes[0] * sizes[1]
    valid = Valid(ranks=RankRange(low, low + span), sizes=SizeSweep(small, large))
    factor = widening(valid, ranks, n)
    inside = low <= ranks <= low + span and small <= n <= large
    assert (factor == 1.0) == inside
    # Twice as far out costs one octave more, whichever way, however little.
    beyond = max(n, large)
    assert widening(valid, low, 2 * beyond) / widening(valid, low, beyond) == pytest.approx(1.05, rel=1e-9)
    assert widening(valid, low, large * 1.0001) == pytest.approx(1.05 ** log2(1.0001), rel=1e-9)
    assert widening(valid, 4 * (low + span), small) == pytest.approx(1.21, rel=1e-12)


SIZES = np.array([2.0**20, 16 * MIB, 20 * MIB, 64 * MIB, 2.0**30])


def expected_at(n: float) -> float:
    """The conservative ring at a size, by hand: its numbers hold up to 16 MiB."""
    factor = 1.05 ** max(0.0, log2(n / (16 * MIB)))
    return float(factor * (14 * 2e-6 + 1.75 * n / 100e9))


def test_every_size_of_a_sweep_a_cell_or_a_compiled_interval_widens_on_its_own() -> None:
    data = spec(valid_ring({"sizes": "1 KiB .. 16 MiB"}))
    expected = [expected_at(n) for n in SIZES.tolist()]
    _, high = interval(data, "op")(SIZES)
    assert high == pytest.approx(expected, rel=1e-12)
    cell = cell_model(data, collective="all_reduce", algorithm="ring", group="tp", condition="exclusive")
    assert cell.times(SIZES)[1] == pytest.approx(expected, rel=1e-12)
    sweep = SettingsSweep(cases_of(data)["op"], (), SweptAxis(SIZE, 2.0**20, 2.0**30, 11))
    swept = [evaluate(sweep, block).conservative.seconds for block in sweep.blocks()]
    assert np.concatenate([part.ravel() for part in swept]) == pytest.approx(
        [expected_at(2.0**k) for k in range(20, 31)], rel=1e-12
    )


def test_the_exposed_time_of_a_step_takes_the_widened_end() -> None:
    data = valid_ring({"ranks": "1 .. 2"})
    data["operations"]["op"]["per_step"] = "10"
    table = estimate(spec(data))
    assert table.exposed.conservative == pytest.approx(10 * 1.21 * (14 * 2e-6 + MOVED / 100e9), rel=1e-12)
