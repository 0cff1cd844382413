"""A sweep's cells are those of single estimates, its worked rows those of hand sums, its summary exact but for bins."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from estimator.cost.form import Array
from estimator.errors import Path
from estimator.estimate.case import Case
from estimator.estimate.ends import end_of
from estimator.estimate.sweeps.block import evaluate
from estimator.estimate.sweeps.summary import QUANTILE_ERROR, SweepSummary, Total, part_of
from estimator.estimate.sweeps.sweep import CELLS, SIZE, SettingsSweep, SweptAxis
from estimator.estimate.table import cases_of
from tests.estimate.test_laws import worked
from tests.estimate.worked import spec, spec_data

EXCLUSIVE: Path = ("platform", "paths", "scale_out", "exclusive", "bandwidth")
LOADED: Path = ("platform", "paths", "scale_out", "with_compute", "bandwidth")
CUT: Path = ("platform", "cuts", "node_nics", "exclusive", "bandwidth")
SKEW: Path = ("operations", "moe_dispatch", "skew")


def axis(path: Path, low: float, high: float, points: int) -> SweptAxis:
    return SweptAxis(".".join(map(str, path)), low, high, points, path)


def swept(
    *parameters: SweptAxis, sizes: SweptAxis | None = None, name: str = "moe_dispatch", **data: Any
) -> SettingsSweep:
    case = cases_of(spec(**data))[name]
    return SettingsSweep(case, parameters, sizes or SweptAxis(SIZE, case.size.n, case.size.n, 1))


def everything(sweep: SettingsSweep, cells: int = CELLS) -> tuple[Array, SweepSummary]:
    """(2, rows, sizes) seconds of the whole grid, put together from blocks, and the summary."""
    found = np.full((2, sweep.rows, sweep.size.points), np.nan)
    total = Total()
    for block in sweep.blocks(cells):
        at = evaluate(sweep, block)
        rows = slice(block.first_row, block.first_row + block.rows)
        columns = slice(block.first_size, block.first_size + block.sizes)
        found[0, rows, columns], found[1, rows, columns] = at.optimistic.seconds, at.conservative.seconds
        total.add(part_of(sweep, block, at))
    return found, total.summary(sweep.cells)


def one(case: Case) -> tuple[Any, Any]:
    return end_of(case.work, case.low), end_of(case.work, case.high)


def test_the_optimistic_end_over_bandwidths_is_the_hand_sum_where_the_cut_takes_over() -> None:
    # n = 276,824,064 B, 7/8 cross: at 24 GB/s a rank 10.09 ms; at 48 GB/s and above the cut's 384 GB/s hold 5.046 ms
    found, _ = everything(swept(axis(EXCLUSIVE, 24e9, 96e9, 3)))
    crossing = 276824064 * 7 / 8
    expected = [7.7e-5 + crossing / 24e9, 7.7e-5 + crossing / 48e9, 7.7e-5 + crossing / 48e9]
    assert found[0, :, 0] == pytest.approx(expected, rel=1e-9)
    assert found[1, :, 0] == pytest.approx(0.016963422957890533, rel=1e-9)  # the conservative end never looks at it


def test_every_cell_is_that_of_a_single_estimate() -> None:
    sweep = swept(
        axis(EXCLUSIVE, 20e9, 60e9, 3),
        axis(LOADED, 20e9, 60e9, 4),
        axis(SKEW, 1.0, 2.0, 2),
        sizes=SweptAxis(SIZE, 2.0**8, 2.0**34, 27),
    )
    found, _ = everything(sweep, 200)
    assert sweep.shape == (3, 4, 2, 27)
    for row in range(sweep.rows):
        for column in range(0, 27, 5):
            n = sweep.size.at(column)
            expected = [end.total_s for end in one(sweep.row(row, n))]
            assert found[:, row, column] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("moe_dispatch", "pairwise"),
        ("moe_dispatch", "hierarchical_rail"),
        ("moe_dispatch", "hierarchical_leader"),
        ("expert_gradient", "ring"),
    ],
)
def test_limits_and_regimes_are_those_of_single_estimates(name: str, algorithm: str) -> None:
    sweep = swept(
        axis(CUT, 50e9, 500e9, 5),
        sizes=SweptAxis(SIZE, 64.0, 2.0**34, 29),
        name=name,
        **{name: {"algorithm": algorithm}},
    )
    (block,) = sweep.blocks()
    cells = evaluate(sweep, block)
    seen = set()
    for row in range(sweep.rows):
        for column, n in enumerate(cells.sizes):
            for end, expected in zip(
                (cells.optimistic, cells.conservative), one(sweep.row(row, float(n))), strict=True
            ):
                limit, regime = end.named(int(end.codes[row, column]))
                assert (set(limit), regime) == (set(expected.limited_by), expected.regime)
                seen.add(regime)
    assert "latency" in seen
    assert len(seen) > 1


def test_blocks_cover_every_cell_once_however_small_they_are() -> None:
    for cells in (1, 7, 30, 1000):
        sweep = swept(axis(EXCLUSIVE, 20e9, 60e9, 5), sizes=SweptAxis(SIZE, 1.0, 1e6, 13))
        count = np.zeros((5, 13), dtype=int)
        for block in sweep.blocks(cells):
            assert block.rows * block.sizes <= max(cells, 1)
            count[
                block.first_row : block.first_row + block.rows, block.first_size : block.first_size + block.sizes
            ] += 1
        assert (count == 1).all()


def test_parameters_by_size_change_where_their_range_ends() -> None:
    data = spec_data()
    wide = {"sizes": "1 KiB .. 1 MiB", "alpha": "1 us", "bandwidth": "90 GB/s", "per": "rank"}
    data["platform"]["paths"]["scale_out"]["only"] = [wide]
    sweep = swept(sizes=SweptAxis(SIZE, 2.0**8, 2.0**22, 15), data=data)
    found, _ = everything(sweep)
    expected = [[end.total_s for end in one(sweep.row(0, sweep.size.at(i)))] for i in range(15)]
    np.testing.assert_allclose(found[:, 0, :].T, expected, rtol=1e-12)
    assert len(list(sweep.blocks())) == 3


def test_calls_share_the_size() -> None:
    sweep = swept(sizes=SweptAxis(SIZE, 1e9, 2e10, 3), name="expert_gradient", expert_gradient={"calls": "40"})
    found, _ = everything(sweep)
    expected = [[end.total_s for end in one(sweep.row(0, sweep.size.at(i)))] for i in range(3)]
    np.testing.assert_allclose(found[:, 0, :].T, expected, rtol=1e-12)


def test_the_summary_is_that_of_the_whole_grid() -> None:
    sweep = swept(axis(EXCLUSIVE, 20e9, 60e9, 50), sizes=SweptAxis(SIZE, 2.0**10, 2.0**30, 201))
    found, summary = everything(sweep, 1000)
    assert summary.cells == 50 * 201
    for i, end in enumerate((summary.optimistic, summary.conservative)):
        assert (end.minimum.seconds, end.maximum.seconds) == (found[i].min(), found[i].max())
        for share, value in end.quantiles.items():
            exact = np.quantile(found[i], share, method="inverted_cdf")
            assert value == pytest.approx(exact, rel=QUANTILE_ERROR)
        assert sum(end.regimes.values()) == pytest.approx(1.0)
        assert sum(end.limits.values()) == pytest.approx(1.0)
    bandwidth, n = summary.optimistic.minimum.at
    assert (bandwidth >= 48e9, n) == (True, 2.0**10)  # from there on the cut holds the time where it is
    assert summary.optimistic.maximum.at == pytest.approx((20e9, 2.0**30))
    assert summary.out_of_order == np.mean(found[0] > found[1])


def test_regime_shares_are_counted() -> None:
    # at 24 GB/s a rank no cut binds: sizes below n_half are latency, the others bandwidth
    sweep = swept(axis(EXCLUSIVE, 24e9, 24e9, 1), sizes=SweptAxis(SIZE, 2.0**10, 2.0**30, 21))
    _, summary = everything(sweep)
    # start-ups 77 us; per byte 7/8/200e9 + 7/8/24e9 s: n_half is 1.886 MB, between 2**20 and 2**21
    assert summary.optimistic.regimes == pytest.approx({"latency": 11 / 21, "bandwidth": 10 / 21})
    assert summary.optimistic.limits == {"scale_out": 1.0}


@pytest.mark.parametrize(
    ("low", "high", "middle"), [(1.0, 100.0, 10.0), (0.0, 12e-6, 6e-6), (60e9, 20e9, (60e9 * 20e9) ** 0.5)]
)
def test_an_axis_rises_by_equal_factors_or_from_zero_in_equal_steps(low: float, high: float, middle: float) -> None:
    found = SweptAxis("x", low, high, 3).between(0, 3)
    assert found.tolist() == pytest.approx([low, middle, high])
    assert (found[0], found[-1]) == (low, high)


def test_one_point_is_the_low_end() -> None:
    assert SweptAxis("x", 5.0, 5.0, 1).between(0, 1).tolist() == [5.0]


def test_the_values_of_a_row_have_the_last_axis_fastest() -> None:
    sweep = swept(axis(EXCLUSIVE, 20e9, 60e9, 2), axis(CUT, 1e9, 4e9, 3))
    assert [sweep.values(i)[1] for i in range(3)] == pytest.approx([1e9, 2e9, 4e9])
    assert [sweep.values(i)[0] for i in (0, 2, 3)] == pytest.approx([20e9, 20e9, 60e9])


@settings(max_examples=60, deadline=None)
@given(data=worked(), exponent=st.floats(0.0, 30.0))
def test_any_operation_on_any_platform_has_the_cells_of_single_estimates(data: dict[str, Any], exponent: float) -> None:
    (name,) = (name for name in data["operations"])
    case = cases_of(spec(data))[name]
    place = ("platform", "paths", next(iter(case.subject.paths.values())), "exclusive", "alpha")
    sweep = SettingsSweep(case, (axis(place, 1e-7, 1e-4, 2),), SweptAxis(SIZE, 2.0**exponent, 2.0 ** (exponent + 4), 3))
    for block in sweep.blocks():
        cells = evaluate(sweep, block)
        for row in range(block.rows):
            for i, n in enumerate(cells.sizes):
                expected = one(sweep.row(block.first_row + row, float(n)))
                for end, single in zip((cells.optimistic, cells.conservative), expected, strict=True):
                    assert end.seconds[row, i] == pytest.approx(single.total_s, rel=1e-12)
                    limit, regime = end.named(int(end.codes[row, i]))
                    mine, theirs = set(limit), set(single.limited_by)
                    assert regime == single.regime
                    assert mine <= theirs or theirs <= mine  # rows that are equal to the last bit may change places
