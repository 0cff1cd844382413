"""Predictions worked by hand: at one share the time grows by the same amount with every round."""

from __future__ import annotations

import numpy as np
import pytest

from estimator.evidence.fitting.predict import changes_path, predict
from estimator.evidence.fitting.regimes import fit
from estimator.evidence.fitting.series import Key, Point, Series
from estimator.evidence.fitting.sides import RefusedError
from tests.evidence.made import SIZES, made, ring

EXACT = fit(made(ring(8e-6, 1e-6, 100e9), (2, 4)))
NOISE = np.random.default_rng(1)
NOISY = fit(made(lambda p, n: ring(8e-6, 1e-6, 100e9)(p, n) * NOISE.lognormal(0.0, 0.03), (2, 4)))


@pytest.mark.parametrize("ranks", [2, 3, 4, 8, 16])
@pytest.mark.parametrize("n", [64, 2**20, 2**29])
def test_a_ring_is_carried_to_other_ranks(ranks: int, n: int) -> None:
    found = predict(EXACT, n, ranks)
    assert found.median == pytest.approx(ring(8e-6, 1e-6, 100e9)(ranks, n), rel=1e-4)
    assert found.low <= found.median <= found.high
    assert found.notes[:1] == (() if ranks in (2, 4) else ("ranks not measured",))


def test_allgather_has_half_of_the_rounds() -> None:
    # Seven rounds of 1 us and 7/8 n on eight ranks.
    found = predict(EXACT, 2**20, 8, "all_gather")
    assert found.median == pytest.approx(15e-6 + 7 / 8 * 2**20 / 100e9, rel=1e-4)
    assert found.notes == ("ranks not measured", "from all_reduce")


def test_the_band_is_that_of_the_fits_own_errors() -> None:
    inside = 0
    for n in SIZES:
        for _ in range(5):
            time = ring(8e-6, 1e-6, 100e9)(4, n) * NOISE.lognormal(0.0, 0.03)
            found = predict(NOISY, n, 4)
            inside += found.low <= time <= found.high
            # 3 % noise: nine in ten within 5 %, and somewhat more for a line that is known from 28 points.
            assert 1.04 < found.high / found.low < 1.35
    assert 0.80 <= inside / (5 * len(SIZES)) <= 1.0


def test_more_ranks_are_less_certain_than_measured_ones() -> None:
    for n in (64, 2**20, 2**29):
        near, far = predict(NOISY, n, 4), predict(NOISY, n, 32)
        assert far.high / far.low > near.high / near.low


def test_what_lies_outside_the_measured_sizes_is_said_and_wider() -> None:
    inside, outside = predict(NOISY, SIZES[-1], 4), predict(NOISY, 16 * SIZES[-1], 4)
    assert outside.notes == ("beyond the measured sizes",)
    assert outside.high / outside.low > 1.2 * inside.high / inside.low
    assert predict(NOISY, 1, 4).notes == ("beyond the measured sizes",)


def test_between_two_ranges_the_interval_spans_both_lines() -> None:
    def seconds(_p: int, n: int) -> float:
        return 10e-6 if n < 2**20 else 40e-6 + n / 200e9

    points = [Point(4, n, seconds(4, n)) for n in SIZES if n != 2**19]
    found = predict(fit(Series(Key("all_reduce"), tuple(points))), 2**19)
    assert found.low <= 10.1e-6
    assert found.median == pytest.approx(10e-6, rel=0.01)
    assert found.high >= 40e-6


def test_a_switch_that_reduces_is_named_from_five_devices_on() -> None:
    assert len(predict(EXACT, 2**20, 8).notes) == 2
    assert len(predict(EXACT, 2**20, 3).notes) == 1


def test_a_path_that_loses_three_quarters_of_its_rate_is_not_one_path() -> None:
    falls = fit(made(lambda p, n: ring(8e-6, 1e-6, 20e9 if p == 2 else 5e9)(p, n), (2, 4)))
    assert changes_path(falls)
    assert not changes_path(EXACT)
    with pytest.raises(RefusedError, match="path changes"):
        predict(falls, 2**20, 8)
    assert predict(falls, 2**20, 4).notes == ()


@pytest.mark.parametrize(
    ("collective", "ranks", "asked", "other", "why"),
    [
        ("all_reduce", (2,), 8, None, "on 2 ranks alone"),
        ("all_reduce", (2, 4), None, None, "say on how many"),
        ("all_reduce", (2, 4), 1, None, "at least two"),
        ("all_reduce", (2, 4), 8, "all_to_all", "measure it"),
        ("all_to_all", (2, 4), 8, "all_reduce", "measure one"),
        ("broadcast", (2, 4), 8, None, "algorithm not known"),
    ],
)
def test_what_a_law_cannot_tell_is_refused(
    collective: str, ranks: tuple[int, ...], asked: int | None, other: str | None, why: str
) -> None:
    with pytest.raises(RefusedError, match=why):
        predict(fit(made(ring(8e-6, 1e-6, 100e9), ranks, collective)), 2**20, asked, other)


def test_several_nodes_are_not_carried_to_more_ranks() -> None:
    series = made(ring(8e-6, 1e-6, 100e9), (16, 32))
    found = fit(Series(series.key._replace(several_nodes=True), series.points))
    with pytest.raises(RefusedError, match="several nodes"):
        predict(found, 2**20, 64)
    assert predict(found, 2**20, 32).median > 0.0


def test_times_that_contradict_each_other_are_refused() -> None:
    # Two ranks start in 60 us, four in 20: on the line through both, eight would start in 3 * 20 - 2 * 60 < 0.
    found = fit(made(lambda p, n: (60e-6 if p == 2 else 20e-6) + 2 * (p - 1) / p * n / 100e9, (2, 4)))
    with pytest.raises(RefusedError, match="2 and 4 ranks contradict each other"):
        predict(found, 2**10, 8)
    assert predict(found, 2**20, 4).median > 0.0


def test_a_band_beyond_every_number_is_refused_or_finite() -> None:
    wild = np.random.default_rng(3)
    points = [Point(p, n, float(np.clip(1e-5 * wild.lognormal(0.0, 30.0), 1e-12, 1e7))) for p in (2, 4) for n in SIZES]
    found = fit(Series(Key("all_reduce"), tuple(points)))
    for ranks in (2, 4, 8):
        for n in (1, 2**20, 2**60):
            try:
                one = predict(found, n, ranks)
            except RefusedError:
                continue
            assert 0.0 <= one.low <= one.median <= one.high < float("inf")


def test_start_up_of_an_exchange_need_not_grow_with_the_ranks() -> None:
    # 10 us on two, 12 on four; one kernel posts to all peers: between 12 and 16 us on eight.
    found = predict(fit(made(lambda p, n: (8 + p) * 1e-6 + n / 100e9, (2, 4), "all_to_all")), 64, 8)
    assert found.low <= 12e-6
    assert found.high >= 16e-6


def test_just_behind_an_edge_other_ranks_are_expected_to_take_the_quicker_protocol() -> None:
    def seconds(p: int, n: int) -> float:
        return p * 5e-6 + (n / 20e9 if n < 2**20 else 100e-6 + n / 100e9)

    found = predict(fit(made(seconds, (2, 4))), 2**20, 8)
    assert found.median == pytest.approx(40e-6 + 2**20 / 20e9, rel=0.25)
    assert found.high >= 140e-6


def test_a_start_up_that_grows_faster_than_the_rounds_is_another_path() -> None:
    # Two rounds in 10 us; six in 14 us are the same ring, six in 60 us go over a socket: 5 and 10 us a round.
    socket = fit(made(lambda p, n: (10e-6 if p == 2 else 60e-6) + 2 * (p - 1) / p * n / 100e9, (2, 4)))
    assert changes_path(socket)
    with pytest.raises(RefusedError, match="start-up of a round grows"):
        predict(socket, 2**20, 8)


@pytest.mark.parametrize("ranks", [4, 8])
def test_beyond_sizes_that_show_no_bandwidth_nothing_is_said(ranks: int) -> None:
    small = Series(Key("all_reduce"), tuple(Point(p, n, (8 + 2 * (p - 1)) * 1e-6) for p in (2, 4) for n in SIZES[:10]))
    assert predict(fit(small), SIZES[9], ranks).median > 0.0
    with pytest.raises(RefusedError, match="no bandwidth is seen"):
        predict(fit(small), 2 * SIZES[9], ranks)


def test_below_sizes_that_show_no_start_up_nothing_is_said() -> None:
    large = Series(
        Key("all_reduce"), tuple(Point(p, n, 2 * (p - 1) / p * n / 1e11) for p in (2, 4) for n in SIZES[-8:])
    )
    with pytest.raises(RefusedError, match="no start-up is seen"):
        predict(fit(large), SIZES[-9], 4)


def test_a_bandwidth_that_is_hardly_seen_leaves_larger_sizes_wide_open() -> None:
    # Of the largest time the transfer is a fifth, and the noise 3 %: a size 100 times as large is known to no third.
    noise = np.random.default_rng(4)
    inside = 0
    for _ in range(40):

        def seconds(n: int) -> float:
            return 20e-6 + n / 1e9

        points = [Point(4, n, seconds(n) * noise.lognormal(0.0, 0.03)) for n in (2**k for k in range(3, 13))]
        try:
            found = predict(fit(Series(Key("all_reduce"), tuple(points))), 100 * 2**12)
        except RefusedError:
            continue
        inside += found.low <= seconds(100 * 2**12) <= found.high
    assert inside >= 34


def test_a_bandwidth_that_rises_beyond_twice_is_another_path() -> None:
    # V100 in a cube of links: one between two ranks, several between four; 22 and 85 GB/s were measured.
    cube = fit(made(lambda p, n: ring(8e-6, 1e-6, 22e9 if p == 2 else 85e9)(p, n), (2, 4)))
    assert changes_path(cube)
    with pytest.raises(RefusedError, match="rises above"):
        predict(cube, 2**26, 8)


def test_fewer_ranks_are_not_told_from_ranks_that_gain_links() -> None:
    # The same cube on four and eight: 85 and 135 GB/s; two have 22. A switch that reduces for eight is another reason.
    cube = made(lambda p, n: ring(8e-6, 1e-6, 85e9 if p == 4 else 135e9)(p, n), (4, 8))
    on_v100 = fit(Series(cube.key._replace(hardware="V100"), cube.points))
    with pytest.raises(RefusedError, match="how many links fewer ranks have"):
        predict(on_v100, 2**26, 2)
    assert predict(on_v100, 2**26, 16).notes == ("ranks not measured",)
    assert "measured below and above five devices" in " ".join(predict(fit(cube), 2**26, 2).notes)


def test_towards_fewer_ranks_the_bandwidth_of_the_nearest_may_stay() -> None:
    # 100 GB/s on four, 120 on eight. A share of 1 GB takes 60 and 117 ms in 6 and 14 rounds, and on that line 32 ms in
    # two, which is 63 GB/s; two ranks on the links of the four take 20 ms.
    rises = made(lambda p, n: ring(8e-6, 1e-6, 100e9 if p == 4 else 120e9)(p, n), (4, 8))
    found = predict(fit(Series(rises.key._replace(hardware="A100"), rises.points)), 2**29, 2)
    assert found.low <= ring(8e-6, 1e-6, 100e9)(2, 2**29)
    assert found.high >= ring(8e-6, 1e-6, 63.2e9)(2, 2**29)


def test_libraries_of_mpi_may_double_distances() -> None:
    # 10 us on four, 20 us on sixteen: two doublings more; 64 ranks take 30 us by doubling, a ring's line far more.
    series = made(lambda p, n: {4: 10e-6, 16: 20e-6}[p] + 2 * (p - 1) / p * n / 1e10, (4, 16))
    mpi = Series(series.key._replace(tool="osu"), series.points)
    found = predict(fit(mpi), 64, 64)
    assert found.low <= 30e-6 <= found.high
    assert any("MPI" in note for note in found.notes)
    assert predict(fit(series), 64, 64).low > 30e-6
